import type { CliEnvironment, Person, Writer } from '../../src/edges/cli/cli-environment.ts'
import { CATALOGUE, type Catalogue } from '../../src/edges/cli/entry/catalogue.ts'
import { main } from '../../src/edges/cli/entry/main.ts'

export interface CliSetting {
  readonly stdin?: string | readonly string[]
  /** A person at the keyboard and the screen, with a screen of this width. */
  readonly terminal?: number
  /** What the person at the keyboard types, line by line. */
  readonly typed?: readonly string[]
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly now?: number
  readonly catalogue?: Catalogue
  /** Who confirms what needs a person; else one who confirms everything. */
  readonly person?: Partial<Person>
}

/** Runs a command line in this process, as a user would see it. */
export async function runCli(argv: readonly string[], setting: CliSetting = {}) {
  const stdout = memoryWriter(setting.terminal)
  const stderr = memoryWriter(setting.terminal)
  const exitCode = await main(argv, surroundingsOf(setting, stdout, stderr), setting.catalogue ?? CATALOGUE)
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() }
}

function surroundingsOf(setting: CliSetting, stdout: Writer, stderr: Writer): CliEnvironment {
  const chunks = async function* () {
    yield* [setting.stdin ?? setting.typed?.map((line) => `${line}\n`) ?? []].flat()
  }
  return {
    stdout,
    stderr,
    stdin: { isTerminal: setting.terminal !== undefined && setting.stdin === undefined, chunks },
    environment: setting.environment ?? {},
    cwd: setting.cwd ?? process.cwd(),
    version: '1.2.3',
    person: { isThere: async () => true, confirm: async () => undefined, ...setting.person },
    now: () => setting.now ?? Date.parse('2026-01-01T00:00:00Z'),
  }
}

function memoryWriter(columns: number | undefined): Writer & { text(): string } {
  let text = ''
  return {
    isTerminal: columns !== undefined,
    ...(columns === undefined ? {} : { columns }),
    write: (more) => {
      text += more
    },
    drained: async () => undefined,
    text: () => text,
  }
}

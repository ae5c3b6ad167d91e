import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Command, Option } from '../../src/edges/cli/command.ts'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { flagOf, GLOBAL_OPTIONS } from '../../src/edges/cli/input/tokens.ts'
import { runCli } from '../../test/front-doors/run-cli.ts'
import { LESSON } from '../../test/worlds/test-loop.ts'
import { parsed } from '../mutate.ts'
import { FRESH_AFTER, holds, holdsNoControls, type Opened, type Target } from '../target.ts'

/** Commands that serve until they are stopped, or play a long story. */
const LASTING = /^(?:serve|dashboard|demo|--watch)\b/
/** Nothing may be written outside of the folder of the test. */
const LEADS_OUT = /^\/|[=:]\/|\.\.[/\\]\.\.[/\\]\.\.|^~/

/** Whatever is typed: an answer, or what to type instead. */
export async function cliTarget(): Promise<Target> {
  const commands = await Promise.all(CATALOGUE.map(async ({ load }) => (await load()).command))
  const flags = commands.flatMap(({ options }) => Object.keys(options).map((key) => `--${flagOf(key)}`))
  return {
    name: 'cli',
    isSlow: true,
    samples: commands.flatMap(({ examples }) => examples.map((line) => JSON.stringify(wordsOf(line)))),
    words: [...new Set(flags), ...commands.map(({ name }) => name.split(' ')[0]!), '--', '-', '--json', '--help', '='],
    made: fc.constantFrom(...commands).chain(anyCall),
    open: openCli,
  }
}

/** `mettle pattern list --search "token expiry"` as words, without what a shell would do. */
function wordsOf(line: string): string[] {
  const words = line.split(/[|<>&]/)[0]!.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  return words.slice(1).map((word) => word.replace(/^["']|["']$/g, ''))
}

function anyCall({ name, arguments: words, options }: Command): fc.Arbitrary<string> {
  const every = Object.entries({ ...GLOBAL_OPTIONS, ...options }) as [string, Option][]
  const some = fc.subarray(every, { maxLength: 4 })
  return fc
    .tuple(
      some.chain((chosen) => fc.tuple(...chosen.map(anyOption))),
      fc.tuple(...words.map(() => anyWord)),
    )
    .map(([given, rest]) => JSON.stringify([...name.split(' '), ...rest, ...given.flat()]))
}

const anyWord = fc.oneof(
  fc.constantFrom('p1', 'r1', 'a', '-', '1', '-1', 'git', 'judge', 'swe-bench', 'input.json', '.', LESSON, ''),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

function anyOption([key, option]: [string, Option]): fc.Arbitrary<string[]> {
  const flag = `--${flagOf(key)}`
  if (option.kind === 'switch') return fc.constant([flag])
  const value = 'oneOf' in option && option.oneOf !== undefined ? fc.constantFrom(...option.oneOf) : anyWord
  return fc.oneof(
    value.map((word) => [flag, word]),
    value.map((word) => [`${flag}=${word}`]),
  )
}

async function openCli(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-fuzz-'))
  const cwd = join(folder, 'a', 'b', 'c')
  const environment = { HOME: folder, METTLE_HOME: join(folder, 'home'), PATH: '' }
  const begin = async () => {
    rmSync(join(folder, 'a'), { recursive: true, force: true })
    mkdirSync(cwd, { recursive: true })
    writeFileSync(join(cwd, 'input.json'), '{"runId":"r1","result":"success"}')
    await runCli(['init', '--no-connect'], { cwd, environment })
    await runCli(['learning', 'record', '--agent', 'builder', '--run', 'r1', '--lesson', LESSON], {
      cwd,
      environment,
    })
    await runCli(['learn'], { cwd, environment })
  }
  await begin()
  let calls = 0
  return {
    check: async (input) => {
      const words = parsed(input)
      const argv = Array.isArray(words) ? words.map(String) : input.split(/\s+/)
      if (argv.some((word) => LASTING.test(word) || LEADS_OUT.test(word) || word.includes('\0'))) return
      calls += 1
      if (calls % FRESH_AFTER === 0) await begin()
      const { exitCode, stdout, stderr } = await runCli(argv, { cwd, environment, stdin: '{"runId":"r2"}\n' })
      holds(
        exitCode !== 70 && !stderr.includes('This is a fault in Mettle'),
        `mettle ${argv.join(' ')}: ${stderr}${stdout}`.slice(0, 4_000),
      )
      holds([0, 1, 2, 3].includes(exitCode), `mettle ${argv.join(' ')} ends with ${exitCode}`)
      holdsNoControls(stdout + stderr, `what mettle ${argv.join(' ')} prints`)
      if (argv.includes('--json') && !argv.includes('--') && stdout.trim() !== '')
        for (const line of stdout.trim().split('\n'))
          holds(parsed(line) !== undefined, `--json prints ${line.slice(0, 200)}`)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { openSqliteStore, projectsIn } from '../../src/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { compiledCli } from '../servers/cli-from-source.ts'
import { runCli } from './run-cli.ts'

export const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'
export const TASK = 'run the tests of the parcel service'

/** A folder whose journal holds one pattern, as of today: the server looks at the real clock. */
export async function taughtFolder() {
  const environment = {
    METTLE_HOME: temporaryFolder(),
    METTLE_HOLDOUT_SHARE: '0',
    METTLE_INJECT_DEADLINE_MS: '150',
  }
  const setting = { cwd: temporaryFolder(), environment, now: Date.now() }
  await runCli(['init'], setting)
  await runCli(['learning', 'record', '--agent', 'builder', '--run', 'r0', '--lesson', LESSON], setting)
  await runCli(['learn'], setting)
  return setting
}

/** The facts of a type, as the journal of a folder has them. */
export async function factsIn(cwd: string, type: string) {
  const path = join(cwd, '.mettle', 'journal.db')
  const [project = ''] = projectsIn(path)
  const store = await openSqliteStore({ path, waitMs: 1_000, durable: false })
  const facts = await store.journal({ organisation: 'local', project }).read({ types: [type], limit: 1_000 })
  await store.close()
  return facts
}

/** The two forms of the protocol: a handshake at the beginning, or every request for itself. */
export const ERAS = {
  2025: { mode: 'legacy' },
  2026: { mode: { pin: '2026-07-28' } },
} as const

export interface Setting {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  readonly era?: keyof typeof ERAS
  readonly argv?: readonly string[]
}

/** `mettle mcp`, from the source. */
export function commandLine(argv: readonly string[] = []): [string, string[]] {
  return [process.execPath, [compiledCli(), 'mcp', ...argv]]
}

/** A real client, and `mettle mcp` as its server. `said` is what the server has told its person so far. */
export async function connect({ cwd, environment, era = 2025, argv = ['--tools', 'all'] }: Setting) {
  const [command, args] = commandLine(argv)
  const transport = new StdioClientTransport({
    command,
    args,
    cwd,
    env: { PATH: process.env.PATH ?? '', ...environment },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: ERAS[era] })
  const strange: Error[] = []
  client.onerror = (error) => strange.push(error)
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    transport,
    /** What was no message of the protocol. */
    strange,
    said: () => said,
    /** Calls a tool; an answer that tells an error comes as its words. */
    async call(name: string, args: object, meta?: Record<string, unknown>) {
      const result = await client.callTool({
        name,
        arguments: { ...args },
        ...(meta === undefined ? {} : { _meta: meta }),
      })
      const [content] = result.content
      const text = content?.type === 'text' ? content.text : ''
      return {
        error: result.isError === true ? text : undefined,
        told: result.structuredContent as Record<string, unknown> | undefined,
        text,
      }
    },
  }
}

export type Connected = Awaited<ReturnType<typeof connect>>

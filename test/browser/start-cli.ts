import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { compiledCli } from '../servers/cli-from-source.ts'

/** The CLI as a separate process, from the source. A server inside the test would leave out login, content policy, compression and crashes. */
export function startCli(argv: readonly string[], where: { cwd: string; home: string }): ChildProcess {
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env
  return spawn(process.execPath, [compiledCli(), ...argv], {
    cwd: where.cwd,
    env: { ...environment, METTLE_HOME: where.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** What a command printed as JSON, once it has ended well. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the test expects of it
export async function cli(argv: readonly string[], where: { cwd: string; home: string }): Promise<any> {
  const child = startCli([...argv, '--json'], where)
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')])
  if (child.exitCode !== 0) throw new Error(`mettle ${argv.join(' ')} ended with ${child.exitCode}: ${stderr}`)
  return stdout === '' ? undefined : JSON.parse(stdout)
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = ''
  for await (const chunk of stream ?? []) text += chunk
  return text
}

export interface Served {
  readonly link: string
  readonly url: string
  stop(): Promise<void>
}

/** `mettle dashboard`: a server with a link that logs one browser in. */
export async function serveDashboard(where: { cwd: string; home: string }, port = 0): Promise<Served> {
  const child = startCli(['dashboard', '--no-open', '--json', '--port', String(port)], where)
  const stderr = textOf(child.stderr)
  const [line] = (await Promise.race([
    once(createInterface(child.stdout!), 'line'),
    once(child, 'close').then(async () => {
      throw new Error(`the server did not start: ${await stderr}`)
    }),
  ])) as [string]
  const { link } = JSON.parse(line) as { link: string }
  return {
    link,
    url: new URL(link).origin,
    async stop() {
      if (child.exitCode !== null) return
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
    },
  }
}

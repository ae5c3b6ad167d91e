import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants, homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { cliCandidates, connectedCli } from './worker-command.ts'

/** Starts the command line from a plugin, which a client may have copied anywhere: `node launch.cjs mcp`. No shell is involved, so no path needs quotes. */
function launch(words: readonly string[]): void {
  const folder = folderOfSession(process.env) ?? process.cwd()
  const cli = cliCandidates({
    platform: process.platform,
    project: connectedProject(folder),
    bundle: __dirname,
    path: process.env.PATH ?? process.env.Path,
  }).find((place) => existsSync(place))
  if (cli === undefined) refuse()
  const isScript = cli.endsWith('.js')
  const child = spawn(isScript ? process.execPath : cli, isScript ? [cli, ...words] : words, {
    cwd: folder,
    stdio: 'inherit',
    windowsHide: true,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => refuse(error))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1)))
}

/** The session's folder. Copilot starts plugin servers in the plugin's folder, and writes the session's folder to a file beforehand. */
function folderOfSession({ COPILOT_AGENT_SESSION_ID: id, COPILOT_HOME: home }: NodeJS.ProcessEnv): string | undefined {
  if (id === undefined || !/^[\w-]+$/.test(id)) return undefined
  try {
    const file = join(home || join(homedir(), '.copilot'), 'session-state', id, 'workspace.yaml')
    const folder = /^cwd: *["']?(.*?)["']?\s*$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    return isAbsolute(folder) && existsSync(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

/** The nearest folder whose `.mettle` has the path of the command line. */
function connectedProject(folder: string): { root: string; cli: string } | undefined {
  const found = connectedCli(join(folder, '.mettle'))
  if (found !== undefined) return found
  const above = dirname(folder)
  return above === folder ? undefined : connectedProject(above)
}

function refuse(error?: Error): never {
  const what = error === undefined ? 'was not found' : `could not be started: ${error.message}`
  console.error(`Mettle's command line ${what}.`)
  console.error('Put it on your PATH: npm link in your clone of Mettle')
  process.exit(1)
}

launch(process.argv.slice(2))

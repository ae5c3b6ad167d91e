import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { cliCandidates, connectedCli } from './worker-command.ts'

/** Starts the command line from a plugin, which a client may have copied anywhere: `node launch.cjs mcp`. No shell is involved, so no path needs quotes. */
function launch(words: readonly string[]): void {
  const cli = cliCandidates({
    platform: process.platform,
    project: connectedProject(process.cwd()),
    bundle: __dirname,
    path: process.env.PATH ?? process.env.Path,
  }).find((place) => existsSync(place))
  if (cli === undefined) refuse()
  const isScript = cli.endsWith('.js')
  const child = spawn(isScript ? process.execPath : cli, isScript ? [cli, ...words] : words, {
    stdio: 'inherit',
    windowsHide: true,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => refuse(error))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1)))
}

/** The nearest folder whose `.mettle` says where the command line is. */
function connectedProject(folder: string): { root: string; cli: string } | undefined {
  const found = connectedCli(join(folder, '.mettle'))
  if (found !== undefined) return found
  const above = dirname(folder)
  return above === folder ? undefined : connectedProject(above)
}

function refuse(error?: Error): never {
  const what = error === undefined ? 'was not found' : `could not be started: ${error.message}`
  console.error(`Mettle's command line ${what}.`)
  console.error('Install it with: npm install --global mettle')
  process.exit(1)
}

launch(process.argv.slice(2))

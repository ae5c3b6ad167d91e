import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cliCandidates } from './cli-candidates.ts'
import { connectedCli } from './connected-cli.ts'
import type { HookContext } from './hook-context.ts'
import { isInside, nodeProgram } from './platform-path.ts'

/** A turn that ends so soon after another one is settled with the next. */
const SOON_MS = 5_000

/** Starts a process that learns from the session and ends by itself; nobody waits for it. Says whether one is under way. */
export async function startWorker(
  context: HookContext,
  options: { readonly isLast: boolean },
): Promise<boolean> {
  const { session, now, run, workspace } = context
  const last = Math.max(0, ...session.notes.map(({ settledAt = 0 }) => settledAt))
  if (!options.isLast && now - last < SOON_MS) return true
  const command = workerCommand(context)
  if (command === undefined) return false
  session.note({ agent: '', settledAt: now })
  const { spawn } = await import('node:child_process')
  const [program, ...words] = command
  const worker = spawn(program!, [...words, 'session', 'settle', '--run', run, '--quiet'], {
    cwd: workspace.root,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: context.environment as NodeJS.ProcessEnv,
  })
  worker.on('error', () => undefined)
  worker.unref()
  return true
}

/** What starts the command line: where `mettle init` found it, else where this program is, else on the PATH. Never a program of the repository. */
export function workerCommand({ workspace, environment }: HookContext): readonly string[] | undefined {
  const { root, home } = workspace
  const own = dirname(process.argv[1] ?? root)
  const clues = {
    platform: process.platform,
    project: outside(root, connectedCli(home)),
    path: environment.PATH ?? environment.Path,
  }
  // A plugin lies three folders below the package, this program itself two.
  const places = [join(own, 'hook'), own].flatMap((bundle) => cliCandidates({ ...clues, bundle }))
  const found = places.find((place) => existsSync(place))
  if (found === undefined) return undefined
  return found.endsWith('.js') ? [nodeProgram(process.execPath, process.platform), found] : [found]
}

/** A worktree lies beside its repository; what lies in it is no more trusted. */
function outside(root: string, found: ReturnType<typeof connectedCli>) {
  return found === undefined || isInside(found.cli, realpathSync(root), process.platform) ? undefined : found
}

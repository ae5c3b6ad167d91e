import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cliCandidates } from './cli-candidates.ts'
import { connectedCli } from './connected-cli.ts'
import type { HookContext } from './hook-context.ts'
import { isInside, nodeProgram } from './platform-path.ts'

/** What starts the command line: where `mettle init` found it, else where this program is, else on the PATH. Never a program of the repository. */
export function workerCommand({ workspace, environment }: HookContext): readonly string[] | undefined {
  const { root, home } = workspace
  const own = dirname(process.argv[1] ?? root)
  // A file for clients knows its own folder, whoever started the process that loads it.
  const bundled = typeof __dirname === 'string' ? [__dirname] : []
  const clues = {
    platform: process.platform,
    project: outside(root, connectedCli(home)),
    path: environment.PATH ?? environment.Path,
  }
  // A plugin lies three folders below the package, this program itself two.
  const places = [...bundled, join(own, 'hook'), own].flatMap((bundle) => cliCandidates({ ...clues, bundle }))
  const found = places.find((place) => existsSync(place))
  if (found === undefined) return undefined
  return found.endsWith('.js') ? [nodeProgram(process.execPath, process.platform), found] : [found]
}

/** A worktree lies beside its repository; what lies in it is no more trusted. */
function outside(root: string, found: ReturnType<typeof connectedCli>) {
  return found === undefined || isInside(found.cli, realpathSync(root), process.platform) ? undefined : found
}

import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { HookContext } from './hook-context.ts'
import { isInside, nodeProgram, type Platform, pathsOn } from './platform-path.ts'

/** Clues to the location of the command line. */
export interface CliClues {
  readonly platform: Platform
  /** The repository with a `.mettle` folder, and the command line named in its `agents.json`, both from `connectedCli`. */
  readonly project?: { readonly root: string; readonly cli: string } | undefined
  /** The folder of the bundle that asks: `plugins/mettle/dist` in the package, or a copy of it. */
  readonly bundle: string
  /** The `PATH` of the environment. */
  readonly path: string | undefined
}

const SCRIPT = ['dist', 'cli', 'bin.js']

/** Possible locations of the command line, the likeliest first. Locations inside the repository are excluded: people who receive a repository have not chosen to run its files. */
export function cliCandidates({ platform, project, bundle, path }: CliClues): string[] {
  const { isAbsolute, join } = pathsOn(platform)
  const isOutside = project !== undefined && isAbsolute(project.cli) && !isInside(project.cli, project.root, platform)
  return [
    ...(isOutside ? [project.cli] : []),
    join(bundle, '..', '..', '..', ...SCRIPT),
    ...pathFolders(path, platform).flatMap((folder) => installedIn(folder, platform)),
  ]
}

/** Windows allows quotes around a folder of its PATH. */
function pathFolders(path: string | undefined, platform: Platform): string[] {
  const { delimiter, isAbsolute } = pathsOn(platform)
  const folders = (path ?? '').split(delimiter).map((part) => part.replace(/^"(.*)"$/, '$1'))
  return folders.filter((folder) => isAbsolute(folder))
}

/** On Windows npm puts a script for `cmd` there, which only a shell could run; the program is below that folder or beside it. */
function installedIn(folder: string, platform: Platform): string[] {
  const { join } = pathsOn(platform)
  if (platform !== 'win32') return [join(folder, 'mettle')]
  return [join(folder, 'node_modules', 'mettle', ...SCRIPT), join(folder, '..', 'mettle', ...SCRIPT)]
}

/** The only file name that is run. A repository could name any other program: `make` would follow the repository's own Makefile. */
const PROGRAM = 'bin.js'

/** The command line in `.mettle/agents.json`, with every link resolved: a repository's link can lead back into it, and only the real path shows that. */
export function connectedCli(home: string): { root: string; cli: string } | undefined {
  try {
    const { cli } = JSON.parse(readFileSync(join(home, 'agents.json'), 'utf8')) as { cli?: unknown }
    if (typeof cli !== 'string' || !isAbsolute(cli)) return undefined
    const found = realpathSync(cli)
    return basename(found) === PROGRAM ? { root: realpathSync(dirname(home)), cli: found } : undefined
  } catch {
    return undefined
  }
}

/** The command that starts the command line: as recorded by `mettle init`, else beside this program, else on PATH. Never a program of the repository. */
export function workerCommand({
  workspace,
  environment,
}: Pick<HookContext, 'workspace' | 'environment'>): readonly string[] | undefined {
  const { root, home } = workspace
  const own = dirname(process.argv[1] ?? root)
  // A bundle that a client loads knows its own folder, whatever program started the process.
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

/** A worktree is outside its repository, but is no more trusted. */
function outside(root: string, found: ReturnType<typeof connectedCli>) {
  return found === undefined || isInside(found.cli, realpathSync(root), process.platform) ? undefined : found
}

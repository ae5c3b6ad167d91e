import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { HookContext } from './hook-context.ts'
import { isInside, nodeProgram, type Platform, pathsOn } from './platform-path.ts'

/** What is known of where the command line may be. */
export interface CliClues {
  readonly platform: Platform
  /** The repository with a `.mettle` folder, and where its `agents.json` has the command line, both as `connectedCli` found them. */
  readonly project?: { readonly root: string; readonly cli: string } | undefined
  /** The folder of the bundle that asks: `plugins/mettle/dist` in the package, or a copy of it. */
  readonly bundle: string
  /** The `PATH` of the environment. */
  readonly path: string | undefined
}

const SCRIPT = ['dist', 'cli', 'bin.js']

/** Where the command line may be, the likeliest first. A place inside the repository is left out: whoever is handed a repository has not chosen to run what lies in it. */
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

/** Whatever else is named, a repository must not have it run: `make` would take its orders from there. */
const PROGRAM = 'bin.js'

/** Where `.mettle/agents.json` has the command line, with every link followed: a link that a repository brings can lead back into it, and only the real place shows that. */
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

/** What starts the command line: where `mettle init` found it, else where this program is, else on the PATH. Never a program of the repository. */
export function workerCommand({
  workspace,
  environment,
}: Pick<HookContext, 'workspace' | 'environment'>): readonly string[] | undefined {
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

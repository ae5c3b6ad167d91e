import { isInside, type Platform, pathsOn } from './platform-path.ts'

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

/**
 * Where the command line may be, the likeliest first: where `mettle init` found it, in the package around the bundle, and where
 * the PATH leads.
 *
 * A place inside the repository is left out: whoever is handed a repository has not chosen to run what lies in it.
 */
export function cliCandidates({ platform, project, bundle, path }: CliClues): string[] {
  const { isAbsolute, join } = pathsOn(platform)
  const isOutside =
    project !== undefined && isAbsolute(project.cli) && !isInside(project.cli, project.root, platform)
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

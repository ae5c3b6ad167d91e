import { existsSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { readRegularText } from './regular-file.ts'

/** A folder that has a journal of its own: a repository with all its worktrees, or any other folder. */
export interface Workspace {
  /** Where the work happens: the root of this worktree. */
  readonly root: string
  /** The folder `.mettle`, shared by all worktrees of one repository. */
  readonly home: string
  /** Where hooks read precomputed files and queue events: inside a repository's git directory, where no clone or commit writes, so everything there was written on this machine. Without git, `home`. */
  readonly hooks: string
  /** The repository's common directory, if there is a repository. */
  readonly gitDirectory?: string
}

/** Finds the workspace around a folder by reading the file system alone, so that hooks can afford it. */
export function findWorkspace(from: string): Workspace {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const gitDirectory = commonDirectory(join(folder, '.git')) ?? bareDirectory(folder)
    if (gitDirectory !== undefined)
      return {
        root: folder,
        home: join(ownerOf(gitDirectory), '.mettle'),
        hooks: join(gitDirectory, 'mettle'),
        gitDirectory,
      }
    if (existsSync(join(folder, '.mettle', 'project.json'))) return plainFolder(folder)
    if (dirname(folder) === folder) return plainFolder(resolve(from))
  }
}

function plainFolder(root: string): Workspace {
  const home = join(root, '.mettle')
  return { root, home, hooks: home }
}

/** `.git` is the directory itself, or in a worktree a file that leads to it. */
function commonDirectory(dotGit: string): string | undefined {
  const stat = statSync(dotGit, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (stat.isDirectory()) return dotGit
  if (!stat.isFile()) return undefined
  const pointer = readRegularText(dotGit)
    .match(/^gitdir: (.+)$/m)?.[1]
    ?.trim()
  if (pointer === undefined) return undefined
  const own = isAbsolute(pointer) ? pointer : resolve(dirname(dotGit), pointer)
  const shared = join(own, 'commondir')
  return existsSync(shared) ? resolve(own, readRegularText(shared).trim()) : own
}

/** A bare repository is its own directory; one may stand in it to run a hook of the server. */
function bareDirectory(folder: string): string | undefined {
  const isBare =
    basename(folder) !== '.git' && ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)))
  return isBare ? folder : undefined
}

/** The main worktree; a bare repository or a submodule keeps its journal inside its own directory. */
function ownerOf(gitDirectory: string): string {
  return basename(gitDirectory) === '.git' ? dirname(gitDirectory) : gitDirectory
}

import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { configError, UserError } from '../../domain/user-error.ts'
import { findWorkspace } from './workspace.ts'

/** A path relative to the root, because the folders above say nothing about the work; a path outside stays as it is. */
export function pathFromRoot(path: string, cwd: string, root: string): string {
  const place = resolve(cwd, path)
  const within = relative(root, place)
  return within === '' || isOutside(root, place) ? path : within.split(sep).join('/')
}

/** Resolves a path's links, including dangling ones; the missing part stays as it is. */
export function realPlace(path: string): string {
  if (dirname(path) === path) return path
  if (existsSync(path)) return realpathSync(path)
  const place = join(realPlace(dirname(path)), path.slice(dirname(path).length))
  return isLink(place) ? realPlace(resolve(dirname(place), readlinkSync(place))) : place
}

/** Whether a path, with links resolved, is outside a folder. A link into `.git` or `.mettle` also counts as outside: only Git and Mettle write there. */
export function leadsOut(folder: string, path: string): boolean {
  const [root, place] = [realpathSync(folder), realPlace(path)]
  return isOutside(root, place) || (isKept(root, place) && !isKept(folder, path) && !isKept(root, path))
}

function isKept(root: string, path: string): boolean {
  return /^\.(?:git|mettle)$/i.test(relative(root, path).split(sep)[0]!)
}

/** The resolved path of a name that somebody gave. A link in a project must stay inside it, because a repository must not choose which other file is changed. */
export function placeWithin(path: string): string {
  const place = realPlace(path)
  for (let way = path; dirname(way) !== way; way = dirname(way)) {
    if (!isLink(way)) continue
    const { root, home, gitDirectory } = findWorkspace(dirname(way))
    const isProject = gitDirectory !== undefined || existsSync(join(home, 'project.json'))
    if (isProject && leadsOut(root, path))
      throw new UserError(
        'link',
        `${way} is a link that leads out of the project, to ${realPlace(way)}; nothing was written.`,
        `Remove the link, or name the file behind it: ${place}`,
      )
  }
  return place
}

/** Requires a path from a repository's settings to be inside it; a person may name any place. */
export function checkNamed(place: string, by: { root: string; name: string; file: string }): void {
  const { root, name, file } = by
  if (!leadsOut(root, place)) return
  throw configError(
    `${name} in ${file} leads out of the repository, to ${place}.`,
    `If that is what you want, say so yourself: export METTLE_${name.replace('.', '_').toUpperCase()}=${place}`,
  )
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function isOutside(folder: string, place: string): boolean {
  const way = relative(folder, place)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
}

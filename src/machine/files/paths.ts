import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { configError, UserError } from '../../domain/user-error.ts'
import { findWorkspace } from './workspace.ts'

/** A path as the repository knows it. The folders above the root say nothing about the work; a path outside of it stays as it is. */
export function pathFromRoot(path: string, cwd: string, root: string): string {
  const within = relative(root, resolve(cwd, path))
  const isOutside = within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within)
  return within === '' || isOutside ? path : within.split(sep).join('/')
}

/** Where a path leads, links followed, also one to what is not there yet; the part of it that is not there stays as it is. */
export function realPlace(path: string): string {
  if (dirname(path) === path) return path
  if (existsSync(path)) return realpathSync(path)
  const place = join(realPlace(dirname(path)), path.slice(dirname(path).length))
  return isLink(place) ? realPlace(resolve(dirname(place), readlinkSync(place))) : place
}

/** Whether a path is outside of a folder, links followed. */
export function leadsOut(folder: string, path: string): boolean {
  return isOutside(realpathSync(folder), realPlace(path))
}

/** The place behind a path that somebody named. In a project it must be inside the project: a repository can bring links, and must not choose which other file is changed. */
export function placeWithin(path: string): string {
  const { root, home, gitDirectory } = findWorkspace(dirname(path))
  const place = realPlace(path)
  const isProject = gitDirectory !== undefined || existsSync(join(home, 'project.json'))
  if (!isProject || !leadsOut(root, place)) return place
  const link = linkOut(root, path)
  throw new UserError(
    'link',
    `${link} is a link that leads out of the project, to ${realPlace(link)}; nothing was written.`,
    `Remove the link, or name the file behind it: ${place}`,
  )
}

/** What the settings of a repository name must lie in it; a person may name any place. */
export function checkNamed(place: string, by: { root: string; name: string; file: string }): void {
  const { root, name, file } = by
  if (!leadsOut(root, place)) return
  throw configError(
    `${name} in ${file} leads out of the repository, to ${place}.`,
    `If that is what you want, say so yourself: export METTLE_${name.replace('.', '_').toUpperCase()}=${place}`,
  )
}

/** The first step on the way to a path that leaves the folder. */
function linkOut(root: string, path: string): string {
  const steps = relative(root, path).split(sep)
  const ways = steps.map((_, i) => join(root, ...steps.slice(0, i + 1)))
  return ways.find((way) => leadsOut(root, way)) ?? path
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function isOutside(folder: string, place: string): boolean {
  const way = relative(folder, place)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
}

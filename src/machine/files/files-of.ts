import { lstatSync, readdirSync } from 'node:fs'
import { makePrivateFolder } from './private-files.ts'

/**
 * The names of the files in a folder that is one itself; none where it is not there. A repository can bring links along: one in place of the folder would have us
 * remove files elsewhere, and one in place of a file might never end.
 */
export function filesOf(folder: string): string[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

/** A folder to write into, made where there is none. A link in its place would have us write wherever it leads. */
export function ownFolder(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) makePrivateFolder(path)
  else if (!found.isDirectory()) throw new Error(`${path} is a link, and nothing is written where it leads`)
  return path
}

/** Whether it is a folder, and no link to one. */
export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

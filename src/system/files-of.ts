import { lstatSync, readdirSync } from 'node:fs'

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

/** Whether it is a folder, and no link to one. */
export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

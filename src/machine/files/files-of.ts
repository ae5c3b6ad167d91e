import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { makePrivateFolder } from './private-files.ts'

/** The file names in a real folder; none if it is missing. A link in its place, which a repository can contain, would make us remove files elsewhere. */
export function filesOf(folder: string): string[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

/** A folder to write into, created if missing. A link in its place would make us write wherever it leads. */
export function ownFolder(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) makePrivateFolder(path)
  else if (!found.isDirectory()) throw new Error(`${path} is a link, and Mettle does not write through links`)
  return path
}

export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

export interface FileParts {
  /** Reads up to `bytes` bytes, fewer at the end of the file, into `given` if provided. */
  readonly readAt: (offset: number, bytes: number, given?: Uint8Array) => Uint8Array
  readonly close: () => void
}

export function openParts(path: string): FileParts {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  const { size } = fstatSync(file)
  return {
    readAt(offset, bytes, given) {
      // A damaged file may claim a larger size, so allocate no more than the file has.
      const into = given ?? new Uint8Array(Math.min(bytes, Math.max(0, size - offset)))
      const read = readSync(file, into, 0, Math.min(bytes, into.length), offset)
      return read === into.length ? into : into.subarray(0, read)
    },
    close: () => closeSync(file),
  }
}

/** The result of an action on a file; undefined if the file is gone, even if another process has just removed it. */
export function unlessGone<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

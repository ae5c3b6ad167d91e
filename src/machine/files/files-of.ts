import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { makePrivateFolder } from './private-files.ts'

/** The names of the files in a real folder; none where it is not there. A repository can bring links: one in place of the folder would have us remove files elsewhere. */
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
  else if (!found.isDirectory()) throw new Error(`${path} is a link, and Mettle does not write through links`)
  return path
}

export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

export interface FileParts {
  /** Fewer bytes where the file ends; into bytes that are there, if they are given. */
  readonly readAt: (offset: number, bytes: number, given?: Uint8Array) => Uint8Array
  readonly close: () => void
}

export function openParts(path: string): FileParts {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  const { size } = fstatSync(file)
  return {
    readAt(offset, bytes, given) {
      // A damaged file may say that it is larger than it is; what is not there is not made room for.
      const into = given ?? new Uint8Array(Math.min(bytes, Math.max(0, size - offset)))
      const read = readSync(file, into, 0, Math.min(bytes, into.length), offset)
      return read === into.length ? into : into.subarray(0, read)
    },
    close: () => closeSync(file),
  }
}

/** What an action on a file gives; undefined where there is no such file, be it that another process was first. */
export function unlessGone<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A file of which only parts are read. */
export interface FileParts {
  /** Fewer bytes where the file ends; into bytes that are there, if they are given. */
  readonly readAt: (offset: number, bytes: number, given?: Uint8Array) => Uint8Array
  readonly close: () => void
}

export function openParts(path: string): FileParts {
  const file = openSync(path, 'r')
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

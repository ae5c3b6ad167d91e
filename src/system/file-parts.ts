import { closeSync, openSync, readSync } from 'node:fs'

/** A file of which only parts are read. */
export interface FileParts {
  /** Fewer bytes where the file ends. */
  readonly readAt: (offset: number, bytes: number) => Uint8Array
  readonly close: () => void
}

export function openParts(path: string): FileParts {
  const file = openSync(path, 'r')
  return {
    readAt(offset, bytes) {
      const into = new Uint8Array(bytes)
      return into.subarray(0, readSync(file, into, 0, bytes, offset))
    },
    close: () => closeSync(file),
  }
}

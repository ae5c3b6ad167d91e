import { closeSync, mkdirSync, openSync } from 'node:fs'

/** File modes. The umask can only remove bits, so these are upper bounds: recorded text is for its owner alone, repository files are readable by everybody. */
export const PRIVATE_FILE = 0o600
export const SHARED_FILE = 0o644
const PRIVATE_FOLDER = 0o700
const SHARED_FOLDER = 0o755

/** Creates a folder for recorded text, with missing parents. */
export function makePrivateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER })
  return path
}

/** Makes a folder that belongs to the repository; returns the outermost folder that it made, if any. */
export function makeSharedFolder(path: string): string | undefined {
  return mkdirSync(path, { recursive: true, mode: SHARED_FOLDER })
}

/** Creates an empty file if missing, for a library that would choose another mode: SQLite gives the files beside a database the mode of the database. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE))
  } catch {
    // It already exists, or the library will report the error itself.
  }
}

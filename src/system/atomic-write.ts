import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/** Writes beside the file and renames: a reader sees the old text or the new, never a part. */
export function writeFileAtomically(path: string, text: string, mode = 0o644): void {
  const beside = `${path}.${process.pid}.tmp`
  try {
    const file = openSync(beside, 'w', mode)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { PRIVATE_FILE } from './private-files.ts'

/** Writes beside the file and renames: a reader sees the old text or the new, never a part. Only its owner can read it, unless a mode is given. */
export function writeFileAtomically(path: string, content: string | Uint8Array, mode = PRIVATE_FILE): void {
  const beside = `${path}.${process.pid}.tmp`
  try {
    writeThrough(beside, content, mode)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** The same, but an existing file stays: of simultaneous processes, exactly one gets `true`. */
export function createFileAtomically(path: string, text: string, mode = PRIVATE_FILE): boolean {
  const beside = `${path}.${process.pid}.tmp`
  try {
    writeThrough(beside, text, mode)
    return placeIfFree(beside, path)
  } finally {
    rmSync(beside, { force: true })
  }
}

/** Never writes into what a dead process with the same id, or somebody's link, left at the path. */
function writeThrough(path: string, content: string | Uint8Array, mode: number): void {
  rmSync(path, { force: true })
  const file = openSync(path, 'wx', mode)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Moves a finished temporary file to its place once it is on disk, unless something is there. */
export function placeThrough(beside: string, path: string): boolean {
  const file = openSync(beside, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return placeIfFree(beside, path)
}

function placeIfFree(beside: string, path: string): boolean {
  try {
    linkSync(beside, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(path)) return false
  }
  // A file system without hard links: the race is as narrow as it can be made there.
  renameSync(beside, path)
  return true
}

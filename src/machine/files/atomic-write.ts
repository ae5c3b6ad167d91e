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

/** The same, but what is there stays: of many processes that try at once, exactly one is told `true`. */
export function createFileAtomically(path: string, text: string, mode = PRIVATE_FILE): boolean {
  const beside = `${path}.${process.pid}.tmp`
  try {
    writeThrough(beside, text, mode)
    return placeIfFree(beside, path)
  } finally {
    rmSync(beside, { force: true })
  }
}

/** What a dead process of the same number left there, or a link that someone put there, is not written into. */
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

/** Puts a file that is written beside its place there, once it is on the disk, if nothing is there. */
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

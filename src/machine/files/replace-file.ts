import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { inputError, UserError } from '../../domain/user-error.ts'
import { placeThrough } from './atomic-write.ts'
import { placeWithin } from './paths.ts'
import { makePrivateFile, makePrivateFolder, makeSharedFolder, PRIVATE_FILE, SHARED_FILE } from './private-files.ts'
import { findWorkspace } from './workspace.ts'

type Chunk = string | Uint8Array

export interface Replaced {
  readonly path: string
  readonly bytes: number
  /** The path of the previous file. */
  readonly backup?: string
}

/** Writes a file under another name and renames it: a reader sees the old one or the new, never a part. What was there is kept as `.bak`. A link that leads out of the project is refused. */
export async function replaceFile(given: string, chunks: AsyncIterable<Chunk> | Iterable<Chunk>): Promise<Replaced> {
  const path = placeWithin(given)
  const beside = `${path}.${process.pid}.tmp`
  try {
    makeSharedFolder(dirname(path))
    const before = statSync(path, { throwIfNoEntry: false })
    // A file in a repository is there to be committed and read; one elsewhere holds recorded text and is for its owner alone.
    const usual = findWorkspace(dirname(path)).gitDirectory === undefined ? PRIVATE_FILE : SHARED_FILE
    const bytes = await writeThrough(beside, chunks, before === undefined ? usual : before.mode & 0o777)
    if (before !== undefined) keepBackup(path)
    renameSync(beside, path)
    return { path: given, bytes, backup: before === undefined ? undefined : `${given}.bak` }
  } catch (cause) {
    rmSync(beside, { force: true })
    throw notWritten(given, cause)
  }
}

function notWritten(path: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException
  if (cause instanceof UserError || code === undefined) return cause
  return new UserError('output', `${path} cannot be written (${code}).`, 'Give another path with --out.', { cause })
}

/** The content of a file, or undefined if missing. */
export function bytesIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw inputError(`${path} cannot be read (${code}).`, 'Give the path of a text file.', { cause })
  }
}

/** Removes what is in its place first: a copy would follow a link that somebody put there. */
function keepBackup(path: string): void {
  rmSync(`${path}.bak`, { force: true })
  copyFileSync(path, `${path}.bak`, constants.COPYFILE_EXCL)
}

/** What a dead process of the same number left there, or a link that someone put there, is not written into. */
async function writeThrough(path: string, chunks: AsyncIterable<Chunk> | Iterable<Chunk>, mode: number) {
  rmSync(path, { force: true })
  const file = openSync(path, 'wx', mode)
  let bytes = 0
  try {
    for await (const chunk of chunks) bytes += writeWhole(file, chunk)
    fsyncSync(file)
    return bytes
  } finally {
    closeSync(file)
  }
}

/** A write may be partial. */
function writeWhole(file: number, chunk: Chunk): number {
  const bytes = Buffer.from(chunk)
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from)
  return bytes.length
}

export type Backup = Pick<Replaced, 'path' | 'bytes'>

/** Writes a copy to a temporary file, and moves it to its place when complete. An existing file stays as it is. A link out of the project is refused. */
export function writeBackup(path: string, copyTo: (path: string) => void): Backup {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw taken(path)
    placeWithin(path)
    makePrivateFolder(dirname(path))
    place(path, copyTo)
    return { path, bytes: statSync(path).size }
  } catch (cause) {
    throw notWritten(path, cause)
  }
}

function place(path: string, copyTo: (path: string) => void): void {
  const beside = `${path}.${process.pid}.tmp`
  rmSync(beside, { force: true })
  try {
    makePrivateFile(beside)
    copyTo(beside)
    if (!placeThrough(beside, path)) throw taken(path)
  } finally {
    rmSync(beside, { force: true })
  }
}

function taken(path: string): UserError {
  return new UserError(
    'output',
    `${path} exists already, and a backup never replaces a file.`,
    'Give another path with --out.',
  )
}

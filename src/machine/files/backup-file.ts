import { lstatSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '../../domain/user-error.ts'
import { placeThrough } from './atomic-write.ts'
import { makePrivateFile, makePrivateFolder } from './private-files.ts'

export interface Backup {
  readonly path: string
  readonly bytes: number
}

/** Has a copy written beside the place, and puts it there when it is whole. What is there already stays as it is. */
export function writeBackup(path: string, copyTo: (path: string) => void): Backup {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw taken(path)
    makePrivateFolder(dirname(path))
    place(path, copyTo)
    return { path, bytes: statSync(path).size }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (cause instanceof UserError || code === undefined) throw cause
    throw new UserError('output', `${path} cannot be written (${code}).`, 'Give another path with --out.', {
      cause,
    })
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
    `${path} is there already, and a backup replaces nothing.`,
    'Give another path with --out.',
  )
}

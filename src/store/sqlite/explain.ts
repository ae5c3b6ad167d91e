import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UserError } from '../../domain/user-error.ts'

const BUSY = 5
const LOCKED = 6
const READ_ONLY = 8
const IO_ERROR = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const PROTOCOL = 15
const CONSTRAINT = 19
const NOT_A_DATABASE = 26
/** SQLite accepts 512 bytes, and its own files beside the journal have longer names. */
const LONGEST_PATH = 504

/** What a person can do about a journal that is damaged or has lost something. */
export const REMEDY =
  'Put a backup back: mettle restore FILE. Without one, go on with what can be read: mettle restore --accept-loss'

/** SQLite's number for the error, without the extension in its upper bits. */
function resultCode(error: unknown): number | undefined {
  const code = extendedCode(error)
  return code === undefined ? undefined : code & 0xff
}

/** The substitute for Node 20 leaves the number out of some errors; SQLite's own message is always there. */
function extendedCode(error: unknown): number | undefined {
  const { errcode, message } = (error ?? {}) as { errcode?: unknown; message?: unknown }
  return typeof errcode === 'number' ? errcode : WORDS.get(String(message))
}

const WORDS: ReadonlyMap<string, number> = new Map([
  ['database is locked', BUSY],
  ['database table is locked', LOCKED],
  ['locking protocol', PROTOCOL],
  ['attempt to write a readonly database', READ_ONLY],
  ['disk I/O error', IO_ERROR],
  ['database disk image is malformed', CORRUPT],
  ['database or disk is full', FULL],
  ['unable to open database file', CANNOT_OPEN],
  ['file is not a database', NOT_A_DATABASE],
])

/** A reader that repeatedly finds the index of the log being rebuilt gives up with another code for the same. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code === BUSY || code === LOCKED || code === PROTOCOL
}

export function isTaken(error: unknown): boolean {
  return resultCode(error) === CONSTRAINT
}

/** Turns SQLite's errors into ones that a person can act on; returns others unchanged. */
export function explain(error: unknown, path: string, waitedMs: number): unknown {
  const because = errorBy(error)
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
    case PROTOCOL:
      return because(
        'store-locked',
        `The journal at ${path} is locked: another process held it for ${waitedMs} ms.`,
        'Try again; `mettle doctor` shows whether it stays locked.',
      )
    case READ_ONLY:
      return notWritable(path, error)
    case CORRUPT:
    case NOT_A_DATABASE:
      return because('store-corrupt', `The journal at ${path} is damaged or not a journal.`, REMEDY)
    case FULL:
      return because(
        'store-full',
        `There is no room left for the journal at ${path}; nothing was recorded.`,
        'Free some disk space and try again.',
      )
    case CANNOT_OPEN:
      return cannotOpen(path, error)
    case IO_ERROR:
      return because(
        'store-failing',
        `The disk under the journal at ${path} failed (SQLite error ${extendedCode(error)}); nothing was recorded.`,
        'Check the disk, its quota and `ulimit -f`, then `mettle doctor`.',
      )
    default: {
      const { message } = (error ?? {}) as { message?: unknown }
      return /^no such table: \w+$/.test(String(message))
        ? because('store-corrupt', `The journal at ${path} is damaged: ${message}.`, REMEDY)
        : error
    }
  }
}

const errorBy = (cause: unknown) => (code: string, message: string, hint: string) =>
  new UserError(code, message, hint, { cause })

/** SQLite only reports that it could not open the file; the folder shows why. */
function cannotOpen(path: string, cause: unknown): UserError {
  const folder = dirname(path)
  const because = errorBy(cause)
  if (Buffer.byteLength(resolve(path)) > LONGEST_PATH)
    return because(
      'store-path',
      `The path of the journal has ${Buffer.byteLength(resolve(path))} bytes, and SQLite opens none of more than ${LONGEST_PATH}: ${path}`,
      'Move the project to a shorter path, or keep the journal elsewhere: export METTLE_STORE_PATH=/path/to/journal.db',
    )
  if (!existsSync(folder))
    return because('store-missing', `There is no folder ${folder} for the journal.`, 'mettle init')
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
    return because('store-missing', `${path} is a folder, not a journal.`, 'Name a file in it.')
  return notWritable(path, cause)
}

function notWritable(path: string, cause: unknown): UserError {
  return errorBy(cause)(
    'store-read-only',
    `You may not write the journal at ${path}.`,
    'Give yourself write access to the file, to its -wal and -shm files, and to the folder.',
  )
}

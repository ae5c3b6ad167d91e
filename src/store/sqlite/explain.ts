import { UserError } from '../../domain/user-error.ts'

const BUSY = 5
const LOCKED = 6
const READ_ONLY = 8
const IO_ERROR = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const CONSTRAINT = 19
const NOT_A_DATABASE = 26

/** SQLite's own number for what went wrong, without the extension in its upper bits. */
function resultCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code === BUSY || code === LOCKED
}

export function isTaken(error: unknown): boolean {
  return resultCode(error) === CONSTRAINT
}

/** Turns SQLite's errors into ones that a person can act on; anything else comes back as it is. */
export function explain(error: unknown, path: string, waitedMs: number): unknown {
  const because = (code: string, message: string, hint: string) =>
    new UserError(code, message, hint, { cause: error })
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return because(
        'store-locked',
        `The journal at ${path} is locked: another process held it for ${waitedMs} ms.`,
        'Try again; `mettle doctor` tells whether it stays locked.',
      )
    case READ_ONLY:
      return because(
        'store-read-only',
        `The journal at ${path} cannot be written.`,
        `Give yourself write access to ${path} and its folder.`,
      )
    case CORRUPT:
    case NOT_A_DATABASE:
      return because(
        'store-corrupt',
        `The journal at ${path} is damaged or not a journal.`,
        'Move it aside and restore a copy, then `mettle doctor`.',
      )
    case FULL:
      return because(
        'store-full',
        `There is no room left for the journal at ${path}; nothing was recorded.`,
        'Free some disk space and try again.',
      )
    case CANNOT_OPEN:
      return because(
        'store-missing',
        `The journal at ${path} cannot be opened.`,
        'Check that the folder exists and can be written, or run `mettle init`.',
      )
    case IO_ERROR:
      return because(
        'store-failing',
        `The disk under the journal at ${path} reported an error.`,
        'Check the disk, then `mettle doctor`.',
      )
    default:
      return error
  }
}

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { orElse } from '../../domain/sets.ts'

/** Larger than anything of ours that is read whole. */
const MOST_BYTES = 64 * 1024 * 1024
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export interface ReadLimits {
  readonly mostBytes?: number
  /** A link is itself an error. */
  readonly noFollow?: boolean
}

/** A path that leads to something other than a file, or to one that is too large. */
class NotReadable extends Error {
  readonly problem: string
  constructor(problem: string) {
    super(problem)
    this.problem = problem
  }
}

/** Opens a file without ever waiting for it: a pipe, a device or a socket is refused. The caller closes it, and reads no further than `size`, so that a growing file has an end. */
export function openRegularFile(path: string, { mostBytes = MOST_BYTES, noFollow = false }: ReadLimits = {}) {
  const file = openSync(path, noFollow ? FLAGS | (constants.O_NOFOLLOW ?? 0) : FLAGS)
  try {
    const stat = fstatSync(file)
    if (stat.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' })
    if (!stat.isFile()) throw new NotReadable(`is ${kindOf(stat)}, not a file`)
    if (stat.size > mostBytes) throw new NotReadable(`has ${stat.size} bytes, and at most ${mostBytes} are read`)
    return { file, size: stat.size, mtimeMs: stat.mtimeMs }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** The bytes of a regular file, up to its size when opened. */
export function readRegularFile(path: string, limits?: ReadLimits): Buffer {
  const { file, size } = openRegularFile(path, limits)
  try {
    const bytes = Buffer.alloc(size)
    let read = 0
    while (read < size) {
      const more = readSync(file, bytes, read, size - read, read)
      if (more === 0) break
      read += more
    }
    return bytes.subarray(0, read)
  } finally {
    closeSync(file)
  }
}

export function readRegularText(path: string, limits?: ReadLimits): string {
  return readRegularFile(path, limits).toString('utf8')
}

/** The same, or undefined if unreadable. */
export function readableText(path: string): string | undefined {
  return orElse(() => readRegularText(path), undefined)
}

/** The same, or undefined if missing. That is the usual case, and creating an error takes longer than checking. */
export function textIfThere(path: string, limits?: ReadLimits): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return readRegularText(path, limits)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Why a file could not be read, as the continuation of a sentence that begins with its name. */
export function whyUnreadable(cause: unknown): string {
  if (cause instanceof NotReadable) return cause.problem
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'does not exist'
  if (code === 'ENAMETOOLONG') return 'cannot be read: its name or path is too long for this system (ENAMETOOLONG)'
  if (code === 'ELOOP') return 'cannot be read: it is a link, or links that lead in a circle (ELOOP)'
  // Opening a socket for reading always fails like this.
  if (code === 'ENXIO') return 'is a socket or a device, not a file'
  return `cannot be read (${code ?? (cause as Error).message})`
}

function kindOf(stat: Stats): string {
  if (stat.isFIFO()) return 'a named pipe'
  return stat.isSocket() ? 'a socket' : 'a device'
}

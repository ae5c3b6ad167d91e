import { closeSync, existsSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { cacheFolder } from '../system/user-folders.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Parts of the hook as V8 compiled them, each in a file of its own. */
export interface KeptCode {
  /** Where a part is kept, by its name, its text, and which Node compiles it. */
  pathOf(name: string, source: string): string
  /** Undefined where nothing is kept, or nothing that may be trusted. */
  read(path: string): Buffer | undefined
}

/** Where the digest stands that the build writes before each part: after `//`. */
const [DIGEST_AT, DIGEST_END] = [2, 18]

/**
 * Compiled code in a folder of the person's own. It is run as it stands, so nothing is read that somebody else may have put there: not from a place inside a
 * project, not through a link, nothing that is another's or that others may write to. Undefined where there is no such place.
 */
export function keptCode(environment: Environment): KeptCode | undefined {
  const folder = `${cacheFolder(environment)}/hook`
  if (!isAbsolute(folder) || mayBeInProject(folder, environment)) return undefined
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat !== undefined && !isOwn(stat)) return undefined
  const host = `${process.version}-${process.arch}${optionsOf(environment)}`
  return {
    pathOf: (name, source) => `${folder}/${name}-${source.slice(DIGEST_AT, DIGEST_END)}-${host}`,
    read: readOwn,
  }
}

/** V8 takes code back only under the options that it was compiled with. */
function optionsOf({ NODE_OPTIONS = '' }: Environment): string {
  let hash = 0
  for (let at = 0; at < NODE_OPTIONS.length; at += 1) hash = (hash * 31 + NODE_OPTIONS.charCodeAt(at)) | 0
  return hash === 0 ? '' : `-${(hash >>> 0).toString(36)}`
}

/** The usual place is in nobody's project, unless one works in the home folder itself; another place has to be looked at. */
function mayBeInProject(folder: string, { METTLE_HOME, XDG_CACHE_HOME }: Environment): boolean {
  if (folder.startsWith(process.cwd())) return true
  return Boolean(METTLE_HOME || XDG_CACHE_HOME) && isInProject(folder)
}

function isInProject(folder: string): boolean {
  if (existsSync(`${folder}/.git`) || existsSync(`${folder}/.mettle`)) return true
  const above = dirname(folder)
  return above !== folder && isInProject(above)
}

function readOwn(path: string): Buffer | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const stat = fstatSync(file)
    return isOwn(stat) ? bytesIn(file, stat.size) : undefined
  } finally {
    closeSync(file)
  }
}

/** Read as a hook reads its payload, so that Node gets one way ready and not two. What is cut off V8 refuses. */
function bytesIn(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size)
  return bytes.subarray(0, readSync(file, bytes, 0, size, null))
}

/** A file or a folder of this person, to which nobody else may write. */
function isOwn(stat: Stats): boolean {
  if (stat.isSymbolicLink()) return false
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0)
}

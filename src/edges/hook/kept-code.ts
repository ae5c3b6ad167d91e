import { closeSync, existsSync, fstatSync, lstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { Script, type ScriptOptions } from 'node:vm'
import { cacheFolder } from '../../machine/files/user-folders.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A cache of V8-compiled program parts, one file each. */
export interface KeptCode {
  readonly folder: string
  /** Identifies the version and options of Node; each combination has its own cache files. */
  readonly host: string
  /** Files older than this are rewritten, to include functions compiled since. */
  readonly renewMs?: number
}

/** Compiled code in the person's own folder. It runs unchecked, so nothing is read from inside a project, through a link, or from files that others own or can write. */
export function keptCode(environment: Environment, program = 'hook'): KeptCode | undefined {
  const { METTLE_HOME, XDG_CACHE_HOME, HOME = '', NODE_OPTIONS } = environment
  const isElsewhere = METTLE_HOME || XDG_CACHE_HOME || process.platform === 'win32'
  const isUsual = !isElsewhere && HOME.startsWith('/') && !HOME.includes('/.')
  const folder = `${isUsual ? `${HOME}/.cache/mettle` : cacheFolder(environment)}/${program}`
  // The default place is inside a project only if the home folder itself is one; any other place must be checked.
  if ((!isUsual && !isAbsolute(folder)) || folder.startsWith(process.cwd())) return undefined
  if ((METTLE_HOME || XDG_CACHE_HOME) && isInProject(folder)) return undefined
  if (!isUsable(folder)) return undefined
  const options = NODE_OPTIONS ? `-${hashOf(NODE_OPTIONS)}` : ''
  return { folder, host: `${process.version}-${process.arch}${options}` }
}

/** Whether the folder is missing or owned by this user. If one of its parents is a file, it is not usable. */
function isUsable(folder: string): boolean {
  try {
    const stat = lstatSync(folder, { throwIfNoEntry: false })
    return !stat || isOwn(stat)
  } catch {
    return false
  }
}

/** V8 takes code back only under the options that it was compiled with. */
function hashOf(options: string): string {
  let hash = 0
  for (let at = 0; at < options.length; at += 1) hash = (hash * 31 + options.charCodeAt(at)) | 0
  return (hash >>> 0).toString(36)
}

function isInProject(folder: string): boolean {
  if (existsSync(`${folder}/.git`) || existsSync(`${folder}/.mettle`)) return true
  const above = dirname(folder)
  return above !== folder && isInProject(above)
}

/** A part that had to be compiled, and the path for its code cache. */
type Compiled = { readonly path: string; readonly source: string; readonly script: Script }

/**
 * The parts of a program, in the folder of its entry file. Each is loaded once from the code that an earlier process compiled. Its source is still read: V8 compares its length, and may ask for
 * it. `outside` loads what is not a part.
 */
export function partsIn(
  folder: string,
  kept: KeptCode | undefined,
  outside: (name: string) => unknown,
  options?: ScriptOptions,
) {
  const loaded = new Map<string, { exports: object }>()
  const compiled: Compiled[] = []
  const load = (name: string): object => {
    const known = loaded.get(name)
    if (known) return known.exports
    const filename = `${folder}/${name}`
    const source = readFileSync(filename, 'utf8')
    // The build writes the digest at the start of each part, after `//`.
    const digest = source.slice(2, 18)
    const path = kept && `${kept.folder}/${name}-${digest}-${kept.host}`
    const code = path ? readKept(path) : undefined
    const script = new Script(source, { ...options, filename, cachedData: code?.bytes })
    const isKept = script.cachedDataRejected === false && !(Date.now() - code!.at > kept!.renewMs!)
    if (path && !isKept) compiled.push({ path, source, script })
    const module = { exports: {} }
    loaded.set(name, module)
    script.runInThisContext()(required, module, module.exports, folder, filename)
    return module.exports
  }
  const required = (name: string) => (name.startsWith('./') ? load(name.slice(2)) : outside(name))
  return { load, compiled }
}

/** The cached bytes of a file; undefined if missing or not trustworthy. V8 rejects truncated ones. */
function readKept(path: string): { readonly bytes: Buffer; readonly at: number } | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const stat = fstatSync(file)
    if (!isOwn(stat)) return undefined
    // Uses the same call as reading the payload, so that Node initialises only one.
    const bytes = Buffer.allocUnsafeSlow(stat.size)
    const read = readSync(file, bytes, 0, stat.size, null)
    return { bytes: bytes.subarray(0, read), at: stat.mtimeMs }
  } finally {
    closeSync(file)
  }
}

/** A file or a folder of this person, to which nobody else may write. */
function isOwn(stat: Stats): boolean {
  if (stat.isSymbolicLink()) return false
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0)
}

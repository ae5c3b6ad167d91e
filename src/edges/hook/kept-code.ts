import { closeSync, existsSync, fstatSync, lstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { Script, type ScriptOptions } from 'node:vm'
import { cacheFolder } from '../../machine/files/user-folders.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Parts of a program as V8 compiled them, each in a file of its own. */
export interface KeptCode {
  readonly folder: string
  /** Which Node compiles; what another one compiled is another file. */
  readonly host: string
  /** What is older is kept again, with what was compiled since. */
  readonly renewMs?: number
}

/** Compiled code in a folder of the person's own. It is run as it stands, so nothing is read from inside a project, through a link, or from what others own or may write to. */
export function keptCode(environment: Environment, program = 'hook'): KeptCode | undefined {
  const { METTLE_HOME, XDG_CACHE_HOME, HOME = '', NODE_OPTIONS } = environment
  const isElsewhere = METTLE_HOME || XDG_CACHE_HOME || process.platform === 'win32'
  const isUsual = !isElsewhere && HOME.startsWith('/') && !HOME.includes('/.')
  const folder = `${isUsual ? `${HOME}/.cache/mettle` : cacheFolder(environment)}/${program}`
  // The usual place is in nobody's project, unless one works in the home folder itself; another place has to be looked at.
  if ((!isUsual && !isAbsolute(folder)) || folder.startsWith(process.cwd())) return undefined
  if ((METTLE_HOME || XDG_CACHE_HOME) && isInProject(folder)) return undefined
  if (!isUsable(folder)) return undefined
  const options = NODE_OPTIONS ? `-${hashOf(NODE_OPTIONS)}` : ''
  return { folder, host: `${process.version}-${process.arch}${options}` }
}

/** Not there yet, or this person's own; a file in the place of a folder above it is neither. */
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

/** One that had to be compiled, and where it can be kept. */
type Compiled = { readonly path: string; readonly source: string; readonly script: Script }

/**
 * The parts of a program, in the folder of the file that starts it. Each is loaded once, as an earlier process compiled it; its text is read all the same: V8 compares its length, and may ask for
 * it. `outside` is asked for what is no part.
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
    // The build writes it before each part, after `//`.
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

/** What is kept in a file; undefined where that is nothing, or nothing that may be trusted. What is cut off V8 refuses. */
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
    // Read as a hook reads its payload, so that Node gets one way ready and not two.
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

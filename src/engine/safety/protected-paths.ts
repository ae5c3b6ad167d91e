import { globsMeet, isWild, UNKNOWN } from './globs.ts'
import { isUnder, type PathSegments } from './path-segments.ts'

// Files that a rule is about. A path begins with `~/` (a home folder), `/`, or `**/` (anywhere); `*` fits within one name, `{a,b}` either, and
// a last `**` everything below.
export interface ProtectedFiles {
  readonly rule: string
  readonly what: string
  readonly paths: readonly string[]
  /** Names in the same places that are harmless. */
  readonly except?: readonly string[]
}

/** How a path meets protected files: it is one of them, their folder, or a folder far above. */
export type Meeting = 'file' | 'folder' | 'above'

interface Pattern {
  readonly entry: ProtectedFiles
  readonly anchor: string
  readonly parts: readonly string[]
  readonly order: number
}

export interface Found {
  readonly entry: ProtectedFiles
  readonly as: Meeting
}

const MOST_KEPT = 500

/** Protected files, compiled on first use: hooks without anything like a path never pay for it. */
export class ProtectedPaths {
  readonly #files: readonly ProtectedFiles[]
  #all: readonly Pattern[] = []
  /** Patterns by a name that every matching path must contain; under `*`, those without such a name. */
  readonly #byName = new Map<string, Pattern[]>()
  /** Cached results: a command names the same path over and over. */
  readonly #found = new Map<string, Found | undefined>()

  constructor(files: readonly ProtectedFiles[]) {
    this.#files = files
  }

  /** The protected files at a path; with `isDeep`, also those below it. */
  find(path: PathSegments, isDeep = false): Found | undefined {
    const key = `${isDeep} ${path.join('/')}`
    if (!this.#found.has(key)) {
      if (this.#found.size >= MOST_KEPT) this.#found.clear()
      this.#found.set(key, this.#look(path, isDeep))
    }
    return this.#found.get(key)
  }

  #look(path: PathSegments, isDeep: boolean): Found | undefined {
    if (this.#all.length === 0) this.#compile()
    if (isDeep && isAboveHomes(path)) return { entry: this.#files[0]!, as: 'above' }
    let above: Found | undefined
    for (const pattern of this.#candidates(path)) {
      const { entry } = pattern
      const as = meeting(path, pattern)
      if (as === 'file' && isExcepted(path, entry)) continue
      if (as === 'file' || as === 'folder') return { entry, as }
      if (as === 'above') above ??= { entry, as }
    }
    return isDeep ? above : undefined
  }

  #candidates(path: PathSegments): readonly Pattern[] {
    if (path.some(isWild)) return this.#all
    const named = path.flatMap((part) => this.#byName.get(part.toLowerCase()) ?? [])
    return [...named, ...this.#byName.get('*')!].sort((a, b) => a.order - b.order)
  }

  #compile(): void {
    this.#byName.set('*', [])
    this.#all = this.#files.flatMap((entry, order) =>
      entry.paths.flatMap(patternsOf).map((pattern) => ({ ...pattern, entry, order })),
    )
    for (const pattern of this.#all) {
      // A path may also be a folder above, so the first name is the one that both have.
      const [first = '*'] = pattern.parts
      const key = first.includes('*') ? '*' : first.toLowerCase()
      this.#byName.set(key, [...(this.#byName.get(key) ?? []), pattern])
    }
  }
}

function isExcepted(path: PathSegments, { except = [] }: ProtectedFiles): boolean {
  const name = path.at(-1)!
  return except.some((known) => globsMeet(name, known) && (!isWild(name) || name.endsWith(known.slice(1))))
}

function patternsOf(path: string): Pick<Pattern, 'anchor' | 'parts'>[] {
  // Expands the innermost braces first.
  const [, before, list, after] = /^(.*)\{([^{}]*)\}(.*)$/.exec(path) ?? []
  if (list !== undefined) return list.split(',').flatMap((one) => patternsOf(`${before}${one}${after}`))
  const [anchor = '', ...parts] = path.split('/')
  return [{ anchor: anchor === '' ? '/' : anchor, parts }]
}

function meeting(path: PathSegments, { anchor, parts }: Pick<Pattern, 'anchor' | 'parts'>): Meeting | undefined {
  const [first, ...rest] = path
  const isOpen = first === UNKNOWN
  if (!isOpen && anchor !== '/' && isNamedBelowHome(path, parts)) return 'file'
  if (anchor === '**' || isOpen) {
    const from = rest.length === 0 && !isOpen ? [] : rest
    for (let at = 0; at < from.length; at++) {
      const as = meetsFrom(from.slice(at), parts)
      // A project may have its own `.aws` folder; only the one in a home folder is protected.
      const isMeant =
        as === 'file' || (as === 'folder' && (at === 0 || from.length - at > 1 || OWN_FOLDERS.test(from[at]!)))
      if (isMeant) return as
    }
    return isAboveHomes(path) ? 'above' : undefined
  }
  if (anchor !== first) return anchor === '~' && isAboveHomes(path) ? 'above' : undefined
  if (rest.length === 0) return 'above'
  return meetsFrom(rest, parts)
}

/** Names that harmless files often have too. */
const ORDINARY =
  /^(?:config|settings|cli|session|mcp|id|hub|rc|passwd|pip|clouds|gradle|nuget|state\.json|local state|\*)/

/** `find ~ -name credentials`: a name that only credentials have is enough, in whichever folder. */
function isNamedBelowHome(path: PathSegments, parts: readonly string[]): boolean {
  const [name, known] = [path.at(-1)!, parts.at(-1)!]
  const folders = path.slice(0, -1)
  if (folders.at(-1) !== UNKNOWN || !isAboveHomes(folders.slice(0, -1))) return false
  return !ORDINARY.test(known) && isTelling(name, [known]) && globsMeet(name, known)
}

const OWN_FOLDERS = /^\.(?:ssh|gnupg|mettle|claude|codex|gemini|opencode)$/i

/** Folders that contain home folders. */
function isAboveHomes(path: PathSegments): boolean {
  if (path.length === 1) return path[0] === '~' || path[0] === '/'
  return path.length === 2 && path[0] === '/' && /^(?:home|users)$/i.test(path[1]!)
}

/** Whether a path matches a pattern from here on, or its beginning. */
function meetsFrom(path: readonly string[], parts: readonly string[]): Meeting | undefined {
  if (!isTelling(path[0]!, parts)) return undefined
  if (!fits(path, parts, 0, 0)) return undefined
  const as = meetingAt(path, parts)
  // A `**` inside a pattern matches any folders, so a folder that ends there proves nothing: `edge/src`.
  return as === 'folder' && parts.slice(0, -1).includes('**') ? undefined : as
}

function meetingAt(path: readonly string[], parts: readonly string[]): Meeting {
  const isWhole = fitsWhole(path, parts, 0, 0)
  if (isWhole) return 'file'
  // `~/.config` holds much besides; `~/.config/gh` and `.ssh` do not.
  return path.length === 1 && /^(?:\.config|\.local|library|appdata|etc|var|run|\.cache)$/i.test(path[0]!)
    ? 'above'
    : 'folder'
}

/** A wildcard that matches every name is no match: at least part of the protected name must be spelled out. */
function isTelling(name: string, parts: readonly string[]): boolean {
  if (!isWild(name)) return true
  const spelled = name.replace(/\[[^\]]*\]|[*?\uFFFC]/g, '')
  // Two globs almost always match a common name: `*agent*` and `brave*`.
  const [stem = ''] = parts[0]!.split('*')
  if (parts[0]!.includes('*') && !name.toLowerCase().includes(stem.slice(0, 3))) return false
  if (parts.length > 1) return spelled !== ''
  const [known = ''] = parts
  if (known.startsWith('*')) return name.toLowerCase().endsWith(known.slice(1))
  // Many files share an ending, so `*.json` does not mean `logins.json`.
  return spelled.replace(/(?!^)\.[^.]*$|^\.[^.]+$/, (end) => (known.startsWith('.') ? end : '')).length > 1
}

/** Whether the path can be the beginning of the pattern. */
function fits(path: readonly string[], parts: readonly string[], p: number, q: number): boolean {
  if (p === path.length) return true
  if (q === parts.length) return false
  if (parts[q] === '**') return q === parts.length - 1 || reaches(path, parts, p, q, fits)
  if (path[p] === UNKNOWN) return fits(path, parts, p + 1, q) || fits(path, parts, p, q + 1)
  return globsMeet(path[p]!, parts[q]!) && fits(path, parts, p + 1, q + 1)
}

function fitsWhole(path: readonly string[], parts: readonly string[], p: number, q: number): boolean {
  if (q === parts.length) return path.slice(p).every((part) => part === UNKNOWN)
  if (parts[q] === '**') return q === parts.length - 1 ? p < path.length : reaches(path, parts, p, q, fitsWhole)
  if (p === path.length) return false
  if (path[p] === UNKNOWN) return fitsWhole(path, parts, p + 1, q) || fitsWhole(path, parts, p, q + 1)
  return globsMeet(path[p]!, parts[q]!) && fitsWhole(path, parts, p + 1, q + 1)
}

/** `**` inside a pattern matches any number of folders. */
function reaches(path: readonly string[], parts: readonly string[], p: number, q: number, then: typeof fits): boolean {
  for (let at = p; at <= path.length; at++) if (then(path, parts, at, q + 1)) return true
  return false
}

const TEMPORARY: readonly PathSegments[] = [
  ['/', 'tmp'],
  ['/', 'var', 'tmp'],
  ['/', 'var', 'folders'],
  ['/', 'dev', 'shm'],
]

export function isTemporary(path: PathSegments): boolean {
  return TEMPORARY.some((folder) => path.length > folder.length && isUnder(path, folder))
}

import { globsMeet, squeezed, UNKNOWN } from './globs.ts'

/** Where a step would happen. Unknown parts are left out. */
export interface Place {
  readonly cwd?: string | undefined
  /** The project's folder. */
  readonly root?: string | undefined
  readonly home?: string | undefined
}

/** The parts of a path. The first is `~` (a home folder), `/`, or UNKNOWN if the text does not show it. */
export type PathSegments = readonly string[]

export const HOME: PathSegments = ['~']
const MOST_SEGMENTS = 64

/**
 * Normalises a path: `.`, `..`, doubled slashes and both kinds of separators are resolved, and every home folder is `~`.
 *
 * `/root/./.ssh//id_rsa`, `/home/ann/.ssh/id_rsa` and `C:\Users\ann\.ssh\id_rsa` all give `['~', '.ssh', 'id_rsa']`.
 */
export function segmentsOf(text: string, from: PathSegments, place: Place = {}): PathSegments {
  const plain = text
    .replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, '')
    .replace(/^(?:%(?:userprofile|homepath)%|\$\{?HOME\}?(?=[\\/]|$))/i, '~')
    .replaceAll('\\', '/')
  const drive = /^(?:\/\/\?\/)?[a-z]:/i.exec(plain)?.[0]
  const path = drive === undefined ? plain : `/${plain.slice(drive.length)}`
  const parts = path.split('/')
  const [first = ''] = parts
  if (first.startsWith('~')) return walk(first === '~+' ? from : HOME, parts.slice(1), place)
  if (path.startsWith('/')) return walk(['/'], parts, place)
  return walk(from, parts, place)
}

function walk(from: PathSegments, parts: readonly string[], place: Place): PathSegments {
  const path = [...from]
  for (const given of parts) {
    // `**` is any number of folders, and so is unknown text.
    const part = given === '**' ? UNKNOWN : given
    if (part === '' || part === '.') continue
    if (part === '..') goUp(path, place)
    else if (!(part === UNKNOWN && path.at(-1) === UNKNOWN)) path.push(squeezed(part))
  }
  return shortened(canonical(path, from, place))
}

/** Keeps both ends of a very deep path, with unknown folders between: one of them shows whether it is protected. */
function shortened(path: PathSegments): PathSegments {
  if (path.length <= MOST_SEGMENTS) return path
  const half = MOST_SEGMENTS / 2
  return [...path.slice(0, half), UNKNOWN, ...path.slice(1 - half)]
}

function goUp(path: string[], { home }: Place): void {
  if (path.length > 1) path.pop()
  else if (path[0] === '~') path.splice(0, 1, '/', ...plainParts(home ?? '/home/user').slice(0, -1))
}

function plainParts(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== '' && !/^[a-z]:$/i.test(part))
}

/** Recognises home folders by their usual places, without reading the environment. */
function canonical(path: string[], from: PathSegments, place: Place): PathSegments {
  if (path[0] !== '/') return path
  const parts = path.slice(rootAgain(path))
  if (place.home !== undefined) {
    const home = plainParts(place.home)
    if (home.length > 0 && home.every((part, at) => parts[at] === part)) return ['~', ...parts.slice(home.length)]
  }
  const [first = '', second = '', third = ''] = parts
  if (first === 'proc' && third === 'cwd') return [...from, ...parts.slice(3)]
  // `find / -name X` and `find /home -name X`: any number of folders.
  if ((parts.length === 2 || /^(?:home|users)$/i.test(first)) && parts.length < 4 && parts.at(-2) === UNKNOWN)
    return ['~', UNKNOWN, ...parts.slice(-1)]
  if (globsMeet(first, 'root')) return ['~', ...parts.slice(1)]
  if (first === 'var' && second === 'root') return ['~', ...parts.slice(2)]
  if (second !== '' && (globsMeet(first, 'home') || globsMeet(first, 'users'))) return ['~', ...parts.slice(2)]
  const mount = first === 'mnt' ? parts.slice(1) : parts
  if (/^[a-z]$/i.test(mount[0] ?? '') && /^users$/i.test(mount[1] ?? '') && mount.length > 2)
    return ['~', ...mount.slice(3)]
  return ['/', ...parts]
}

/** Where a path begins again at the root: `/proc/1/root/etc` is `/etc`. */
function rootAgain(path: PathSegments): number {
  let at = 1
  for (;;) {
    const [first, second = '', third] = path.slice(at, at + 3)
    const isRoot =
      (first === 'proc' && third === 'root') || (first === 'System' && second === 'Volumes' && third === 'Data')
    if (isRoot) at += 3
    else if (first === 'private' && ['tmp', 'var', 'etc'].includes(second)) at += 1
    else return at
  }
}

export function isUnder(path: PathSegments, folder: PathSegments): boolean {
  return path.length >= folder.length && folder.every((part, at) => path[at] === part)
}

export function shownPath([first = '', ...others]: PathSegments): string {
  const head = first === '/' ? '/' : first === UNKNOWN ? '…' : first
  return `${head}${head === '/' || others.length === 0 ? '' : '/'}${others.join('/')}`
    .replaceAll(UNKNOWN, '…')
    .slice(0, 200)
}

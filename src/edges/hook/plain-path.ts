import { basename as anyBasename, dirname as anyDirname, join as anyJoin, resolve as anyResolve, sep } from 'node:path'

export { isAbsolute, posix, relative, sep, win32 } from 'node:path'

/** The part of node:path that hooks use. Node scans paths character by character, a loop that V8 decides to optimise, which costs more than the loop. Clean absolute paths are joined as they are. */
export function join(...parts: string[]): string {
  const path = parts.join('/')
  return parts[0] !== '' && isPlain(path) ? path : anyJoin(...parts)
}

export function resolve(...parts: string[]): string {
  const from = parts.findLastIndex((part) => part.startsWith('/'))
  const path = parts.slice(from).join('/')
  return from !== -1 && isPlain(path) ? path : anyResolve(...parts)
}

export function dirname(path: string): string {
  return isPlain(path) ? path.slice(0, Math.max(1, path.lastIndexOf('/'))) : anyDirname(path)
}

export function basename(path: string): string {
  return isPlain(path) ? path.slice(path.lastIndexOf('/') + 1) : anyBasename(path)
}

/** Whether a path is absolute and normalised: no `.`, no `..`, no double or trailing slash. */
function isPlain(path: string): boolean {
  if (sep !== '/' || !path.startsWith('/')) return false
  const steps = `${path}/`
  return !steps.includes('//') && !steps.includes('/./') && !steps.includes('/../')
}

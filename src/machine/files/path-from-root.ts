import { isAbsolute, relative, resolve, sep } from 'node:path'

/** A path as the repository knows it. The folders above the root say nothing about the work; a path outside of it stays as it is. */
export function pathFromRoot(path: string, cwd: string, root: string): string {
  const within = relative(root, resolve(cwd, path))
  const isOutside = within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within)
  return within === '' || isOutside ? path : within.split(sep).join('/')
}

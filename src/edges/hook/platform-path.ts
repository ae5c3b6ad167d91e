import { posix, win32 } from 'node:path'

/** As `process.platform` has it. */
export type Platform = NodeJS.Platform

/** The rules of paths on a platform, which need not be the one that this runs on. */
export function pathsOn(platform: Platform): typeof posix {
  return platform === 'win32' ? win32 : posix
}

/** Whether a path is a folder or below it. Windows and macOS do not tell large letters from small ones. */
export function isInside(path: string, folder: string, platform: Platform): boolean {
  const paths = pathsOn(platform)
  const [inner, outer] = [path, folder].map((one) => (platform === 'darwin' ? one.toLowerCase() : one))
  const way = paths.relative(outer ?? '', inner ?? '')
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way)
}

/** What runs scripts: the program that runs this one, or the Node of the PATH where a client brought a runtime of its own. */
export function nodeProgram(running: string, platform: Platform): string {
  return /^node(?:js)?(?:\.exe)?$/i.test(pathsOn(platform).basename(running)) ? running : 'node'
}

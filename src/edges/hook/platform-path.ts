import { posix, win32 } from 'node:path'

/** As `process.platform` has it. */
export type Platform = NodeJS.Platform

/** The path rules of a platform, which need not be the current one. */
export function pathsOn(platform: Platform): typeof posix {
  return platform === 'win32' ? win32 : posix
}

/** Whether a path is the folder or below it. Windows and macOS ignore case. */
export function isInside(path: string, folder: string, platform: Platform): boolean {
  const paths = pathsOn(platform)
  const [inner, outer] = [path, folder].map((one) => (platform === 'darwin' ? one.toLowerCase() : one))
  const way = paths.relative(outer ?? '', inner ?? '')
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way)
}

/** The program that runs scripts: the current one, or the Node on PATH if a client has its own runtime. */
export function nodeProgram(running: string, platform: Platform): string {
  return /^node(?:js)?(?:\.exe)?$/i.test(pathsOn(platform).basename(running)) ? running : 'node'
}

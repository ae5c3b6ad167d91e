import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { readRegularText } from '../files/regular-file.ts'

const LARGEST = 1_048_576
const NOT_OURS = new Set(['.git', '.mettle'])

/** The lines of a file of the project. Undefined for what lies outside of it, also by a link, is no file, or is too large. */
export function citedFile(root: string, file: string): readonly string[] | undefined {
  try {
    const [home, place] = [realpathSync(root), realpathSync(isAbsolute(file) ? file : join(root, file))]
    const way = relative(home, place)
    if (way === '' || isAbsolute(way) || NOT_OURS.has(way.split(sep)[0]!) || way.split(sep)[0] === '..')
      return undefined
    return readRegularText(place, { mostBytes: LARGEST, noFollow: true }).split(/\r?\n/)
  } catch {
    return undefined
  }
}

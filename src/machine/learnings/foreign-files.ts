import { closeSync, createReadStream, lstatSync, readdirSync, readSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inputError, UserError } from '../../domain/user-error.ts'
import type { ForeignFile, ForeignLine } from '../../loop/exchange/import-request.ts'
import { openRegularFile, readRegularFile, whyUnreadable } from '../files/regular-file.ts'

const MEGABYTE = 1024 * 1024
const LARGEST_TEXT = 16 * MEGABYTE
const LARGEST_LOG = 1024 * MEGABYTE
const LONGEST_LINE = MEGABYTE
const HEAD_BYTES = 4_096
const MOST_FILES = 20_000
const DEEPEST = 16
const PASSED_OVER = new Set(['.git', '.mettle', 'node_modules'])
const LINE_FEED = 10

/** The file at a path, or all files below it by name. Links inside the folder are not followed, so nothing outside is read. */
export function foreignFiles(
  path: string,
  shownAs: string,
  onRead: (bytes: number) => void = () => undefined,
): { readonly files: readonly ForeignFile[]; readonly isFolder: boolean; readonly bytes: number } {
  const isFolder = statOf(path, shownAs).isDirectory()
  const paths = isFolder ? walk(path, 0) : [path]
  const files = paths.map((file) => openForeign(file, isFolder ? join(shownAs, relative(path, file)) : shownAs, onRead))
  return { files, isFolder, bytes: paths.reduce((sum, file) => sum + statSync(file).size, 0) }
}

function statOf(path: string, shownAs: string) {
  try {
    const stat = statSync(path)
    if (stat.isDirectory() || stat.isFile()) return stat
  } catch (cause) {
    const hint = 'Give the path of a file or a folder.'
    throw inputError(`${shownAs} ${whyUnreadable(cause)}.`, hint, { cause })
  }
  throw inputError(`${shownAs} is neither a file nor a folder.`, 'Give the path of one.')
}

function walk(folder: string, depth: number, found: string[] = []): string[] {
  if (depth > DEEPEST) return found
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory() && !PASSED_OVER.has(name)) walk(path, depth + 1, found)
    else if (stat?.isFile()) found.push(path)
    if (found.length > MOST_FILES)
      throw inputError(
        `There are more than ${MOST_FILES} files below ${folder}.`,
        'Give the folder that holds the files, such as .learnings.',
      )
  }
  return found
}

function openForeign(path: string, shown: string, onRead: (bytes: number) => void): ForeignFile {
  const { mtimeMs } = statSync(path)
  return {
    path: shown,
    modifiedAt: Math.max(0, Math.trunc(mtimeMs)),
    head: async () => reading(shown, () => headOf(path)),
    text: async () =>
      reading(shown, () => {
        checkSize(path, shown, LARGEST_TEXT)
        const bytes = readRegularFile(path)
        onRead(bytes.length)
        return withoutMark(bytes.toString('utf8'))
      }),
    lines: () => linesOf(path, shown, onRead),
  }
}

function headOf(path: string): string {
  const { file } = openRegularFile(path, { mostBytes: LARGEST_LOG })
  try {
    const bytes = Buffer.alloc(HEAD_BYTES)
    return withoutMark(bytes.subarray(0, readSync(file, bytes, 0, HEAD_BYTES, 0)).toString('utf8'))
  } finally {
    closeSync(file)
  }
}

async function* linesOf(path: string, shown: string, onRead: (bytes: number) => void): AsyncGenerator<ForeignLine> {
  reading(shown, () => checkSize(path, shown, LARGEST_LOG))
  const { file: fd, size } = reading(shown, () => openRegularFile(path, { mostBytes: LARGEST_LOG }))
  let number = 0
  let parts: Buffer[] = []
  let length = 0
  const take = (): ForeignLine => {
    const line = { number: ++number, text: length > LONGEST_LINE ? undefined : textOf(parts, number) }
    parts = []
    length = 0
    return line
  }
  const keep = (part: Buffer) => {
    length += part.length
    if (length <= LONGEST_LINE) parts.push(part)
    else parts = []
  }
  for await (const chunk of createReadStream(path, { fd, end: size - 1 }) as AsyncIterable<Buffer>) {
    onRead(chunk.length)
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      keep(chunk.subarray(from, end))
      yield take()
      from = end + 1
    }
    keep(chunk.subarray(from))
  }
  if (length > 0) yield take()
}

function textOf(parts: readonly Buffer[], number: number): string {
  const text = Buffer.concat(parts).toString('utf8').replace(/\r$/, '')
  return number === 1 ? withoutMark(text) : text
}

/** Strips the byte order mark that some writers add. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function checkSize(path: string, shown: string, most: number): void {
  const { size } = statSync(path)
  if (size > most) throw inputError(`${shown} is larger than ${most / MEGABYTE} MB.`, 'Split it, and give the parts.')
}

function reading<T>(shown: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    throw inputError(`${shown} ${whyUnreadable(cause)}.`, 'Check its permissions.', { cause })
  }
}

import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { UserError } from '../domain/user-error.ts'
import type { Archive, ArchivedPayload, ArchiveKeeper } from '../loop/journal/archive.ts'
import { makePrivateFolder, PRIVATE_FILE } from './files/private-files.ts'

const ENDING = '.jsonl.gz'
const PAGE = 500

/** Archives as compressed lines, one payload each, in a folder that only its owner reads. */
export function openArchiveKeeper(folder: string): ArchiveKeeper {
  const pathOf = (name: string) => join(folder, `${name}${ENDING}`)
  const archiveOf = (name: string): Archive => {
    const { size, mtimeMs } = statSync(pathOf(name))
    return { name, path: pathOf(name), bytes: size, writtenAt: Math.round(mtimeMs) }
  }
  return {
    async write(name, pages) {
      makePrivateFolder(folder)
      const beside = `${pathOf(name)}.${process.pid}.tmp`
      try {
        await pipeline(
          Readable.from(lines(pages)),
          createGzip(),
          createWriteStream(beside, { mode: PRIVATE_FILE, flags: 'wx' }),
        )
        flush(beside)
        renameSync(beside, pathOf(name))
        flush(folder)
      } catch (error) {
        rmSync(beside, { force: true })
        throw error
      }
      return archiveOf(name)
    },
    list() {
      if (!existsSync(folder)) return []
      const names = readdirSync(folder).filter((file) => file.endsWith(ENDING))
      return names.sort().map((file) => archiveOf(file.slice(0, -ENDING.length)))
    },
    read: (name) => readPages(pathOf(name)),
    remove: (name) => rmSync(pathOf(name), { force: true }),
  }
}

async function* lines(pages: AsyncIterable<readonly ArchivedPayload[]>): AsyncIterable<string> {
  for await (const page of pages) yield page.map(({ id, payload }) => `${JSON.stringify([id, payload])}\n`).join('')
}

/** Flushes a folder; where the system cannot, its entry is as durable as that system makes it. */
function flush(path: string): void {
  try {
    const file = openSync(path, 'r')
    fsyncSync(file)
    closeSync(file)
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

async function* readPages(path: string): AsyncIterable<readonly ArchivedPayload[]> {
  const input = createReadStream(path)
  const text = input.pipe(createGunzip()).setEncoding('utf8')
  input.on('error', (error) => text.destroy(error))
  let page: ArchivedPayload[] = []
  try {
    for await (const line of linesOf(text)) {
      page.push(parsed(line))
      if (page.length < PAGE) continue
      yield page
      page = []
    }
  } catch (cause) {
    throw damaged(path, cause)
  }
  if (page.length > 0) yield page
}

/** Splits at line feeds only: from Node 24 on, `node:readline` also splits at U+2028, which JSON may contain. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n')
    pieces[0] = rest + pieces[0]
    rest = pieces.pop()!
    yield* pieces
  }
  if (rest !== '') yield rest
}

function parsed(line: string): ArchivedPayload {
  const [id, payload] = JSON.parse(line) as unknown[]
  if (typeof id !== 'string' || typeof payload !== 'string') throw new TypeError('not a payload')
  return { id, payload }
}

function damaged(path: string, cause: unknown): UserError {
  if (cause instanceof UserError) return cause
  const { code } = cause as NodeJS.ErrnoException
  return new UserError(
    'archive-damaged',
    `The archive ${path} cannot be read${code === undefined ? '' : ` (${code})`}.`,
    'Use an undamaged copy of it, then try again.',
    { cause },
  )
}

import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { digest } from '../../domain/digest.ts'
import { chainHash, GENESIS, type StoredEvent } from '../../domain/event.ts'
import type { SqlRow, SqlValue } from '../sql/driver.ts'
import { EVENT_COLUMNS, eventOf } from '../sql/rows.ts'
import { unpacked } from './packed.ts'

/** The readable content of a damaged file. Every event in it is exactly as it was recorded: its hash proves it. */
export interface Salvaged {
  readonly journals: readonly SalvagedJournal[]
}

export interface SalvagedJournal {
  readonly organisation: string
  readonly project: string
  /** Empty if it can no longer be read. */
  readonly journal: string
  readonly events: readonly StoredEvent[]
  /** How many of them have a new place, because events before them are gone. */
  readonly moved: number
  /** The position up to which payloads are in an archive. */
  readonly checkpoint: number
  readonly checkpointPolicy: string
  readonly checkpointRows: readonly SqlRow[]
}

const HEAD = 'organisation project position generation building policy_hash journal checkpoint checkpoint_policy'.split(
  ' ',
)
/** Later versions added the number that represents the names, and the number of unfolded events. */
const LATER_HEADS = [HEAD.length + 1, HEAD.length + 2]
const CHECKPOINT = ['organisation', 'project', 'kind', 'id', 'state', 'rank', 'text', 'body']

const TABLE_LEAF = 13
const INDEX_LEAF = 10
const INDEX_INTERIOR = 2

/** Reads all remaining events of a journal's file and its log, page by page, without the trees that lead to them. A row counts if its hash matches its content. */
export function salvage(path: string, onProgress?: (done: number, total: number) => void): Salvaged {
  const images = new PageImages(path)
  const events = new Map<string, StoredEvent>()
  const heads = new Map<string, SqlRow>()
  const checkpoints = new Map<string, SqlRow>()
  let done = 0
  try {
    const owners = ownersIn(images)
    for (const { number, bytes } of images.all()) {
      if (++done % 1_000 === 0) onProgress?.(done, images.count)
      for (const kept of rowsOf(bytes, number, images)) {
        const row = kept[0] === '' ? [...(owners.get(kept[1]) ?? []), ...kept.slice(2)] : kept
        const event = eventIn(row)
        if (event !== undefined) events.set(`${event.organisation}/${event.project}/${event.id}`, event)
        const head = named(LATER_HEADS.includes(row.length) ? row.slice(0, HEAD.length) : row, HEAD)
        if (head !== undefined && typeof head.journal === 'string')
          heads.set(`${head.organisation}/${head.project}`, head)
        const checkpoint = named(row, CHECKPOINT)
        if (checkpoint !== undefined && isJson(checkpoint.body))
          checkpoints.set(
            CHECKPOINT.slice(0, 4)
              .map((column) => checkpoint[column])
              .join('/'),
            checkpoint,
          )
      }
    }
  } finally {
    images.close()
  }
  return { journals: journalsOf([...events.values()], heads, [...checkpoints.values()]) }
}

/** Maps the numbers in rows to the names that they represent. A head has both, and so has the index of the heads. */
function ownersIn(images: PageImages): Map<SqlValue | undefined, readonly SqlValue[]> {
  const owners = new Map<SqlValue | undefined, readonly SqlValue[]>()
  for (const { number, bytes } of images.all())
    for (const row of rowsOf(bytes, number, images)) {
      if (LATER_HEADS.includes(row.length) && typeof row[2] === 'number') owners.set(row[HEAD.length], row.slice(0, 2))
      else if (row.length === 3 && row.every((name) => typeof name === 'string')) owners.set(row[0], row.slice(1))
    }
  return owners
}

function journalsOf(
  events: readonly StoredEvent[],
  heads: ReadonlyMap<string, SqlRow>,
  checkpoints: readonly SqlRow[],
): SalvagedJournal[] {
  const scopes = new Map(
    events.map(({ organisation, project }) => [`${organisation}/${project}`, { organisation, project }]),
  )
  return [...scopes].map(([name, scope]) => {
    const isOwn = (row: { organisation?: unknown; project?: unknown }) =>
      row.organisation === scope.organisation && row.project === scope.project
    const own = events.filter(isOwn).sort((a, b) => a.position - b.position || a.recordedAt - b.recordedAt)
    const head = heads.get(name)
    const checkpoint = Number(head?.checkpoint ?? 0)
    const kept = relinked(own)
    return {
      ...scope,
      journal: String(head?.journal ?? ''),
      ...kept,
      checkpoint: own.filter(({ position }) => position <= checkpoint).length,
      checkpointPolicy: String(head?.checkpoint_policy ?? ''),
      checkpointRows: checkpoint === 0 ? [] : checkpoints.filter(isOwn),
    }
  })
}

/** Events in their order, without gaps. One after a gap gets a new place, and with it a new hash. */
function relinked(events: readonly StoredEvent[]): { events: StoredEvent[]; moved: number } {
  const ends = new Map<string, StoredEvent>()
  let moved = 0
  const linked = events.map((event, at) => {
    const before = ends.get(event.stream)
    const place = { position: at + 1, version: (before?.version ?? 0) + 1, previousHash: before?.hash ?? GENESIS }
    const placed = { ...event, ...place }
    const { hash: _, payload: __, ...linking } = placed
    const result = { ...placed, hash: chainHash(linking) }
    if (result.hash !== event.hash) moved += 1
    ends.set(event.stream, result)
    return result
  })
  return { events: linked, moved }
}

function eventIn(row: readonly SqlValue[]): StoredEvent | undefined {
  const columns = row.length === EVENT_COLUMNS.length - 1 ? [...row, 0] : row
  const found = named(columns, EVENT_COLUMNS)
  if (found === undefined || typeof found.hash !== 'string') return undefined
  try {
    const event = eventOf(found)
    const isWhole = event.payload === null || digest(event.payload) === event.payloadDigest
    return isWhole && chainHash(event) === event.hash ? event : undefined
  } catch {
    return undefined
  }
}

function named(row: readonly SqlValue[], columns: readonly string[]): SqlRow | undefined {
  if (row.length !== columns.length || typeof row[0] !== 'string') return undefined
  return unpacked(Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])))
}

function isJson(value: unknown): boolean {
  try {
    JSON.parse(String(value))
    return true
  } catch {
    return false
  }
}

/** The rows of a page, as far as they can be read. */
function* rowsOf(page: Buffer, number: number, images: PageImages): Generator<SqlValue[]> {
  const at = number === 1 ? 100 : 0
  const type = page[at]
  if (type !== TABLE_LEAF && type !== INDEX_LEAF && type !== INDEX_INTERIOR) return
  const cells = page.readUInt16BE(at + 3)
  const first = at + (type === INDEX_INTERIOR ? 12 : 8)
  for (let cell = 0; cell < cells && first + 2 * cell + 2 <= page.length; cell++) {
    const row = cellAt(page, page.readUInt16BE(first + 2 * cell), type, images)
    if (row !== undefined) yield row
  }
}

function cellAt(page: Buffer, offset: number, type: number, images: PageImages): SqlValue[] | undefined {
  try {
    const from = type === INDEX_INTERIOR ? offset + 4 : offset
    const [size, afterSize] = varint(page, from)
    const start = type === TABLE_LEAF ? varint(page, afterSize)[1] : afterSize
    return recordOf(payloadOf(page, start, { size, type, images }))
  } catch {
    return undefined
  }
}

/** A payload too long for its page continues on others, each of which names the next. */
function payloadOf(
  page: Buffer,
  start: number,
  { size, type, images }: { size: number; type: number; images: PageImages },
): Buffer {
  const { usable } = images
  const most = type === TABLE_LEAF ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (size > 100_000_000) throw new RangeError('larger than anything that is recorded')
  if (size <= most) return page.subarray(start, start + size)
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = least + ((size - least) % (usable - 4))
  const local = fitting <= most ? fitting : least
  const parts = [page.subarray(start, start + local)]
  let next = page.readUInt32BE(start + local)
  for (let left = size - local; left > 0; left -= usable - 4) {
    const more = images.page(next)
    parts.push(more.subarray(4, 4 + Math.min(left, usable - 4)))
    next = more.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

/** https://sqlite.org/fileformat2.html#record_format */
function recordOf(payload: Buffer): SqlValue[] {
  const [headerSize, afterSize] = varint(payload, 0)
  const row: SqlValue[] = []
  let [at, value] = [afterSize, headerSize]
  while (at < headerSize) {
    const [type, next] = varint(payload, at)
    at = next
    const size = sizeOf(type)
    if (value + size > payload.length) throw new RangeError('cut')
    row.push(columnAt(payload, value, type))
    value += size
  }
  return row
}

const INTEGER_SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function sizeOf(type: number): number {
  return type >= 12 ? Math.floor((type - 12) / 2) : (INTEGER_SIZES[type] ?? 0)
}

function columnAt(bytes: Buffer, at: number, type: number): SqlValue {
  if (type === 0) return null
  if (type === 6) return Number(bytes.readBigInt64BE(at))
  if (type === 7) return bytes.readDoubleBE(at)
  if (type === 8 || type === 9) return type - 8
  if (type < 7) return bytes.readIntBE(at, sizeOf(type))
  if (type >= 12)
    return type % 2 === 0 ? bytes.subarray(at, at + sizeOf(type)) : bytes.toString('utf8', at, at + sizeOf(type))
  throw new RangeError('nothing that is stored here')
}

/** Seven bits a byte; the highest shows that another byte follows. */
function varint(bytes: Buffer, from: number): [value: number, next: number] {
  let value = 0
  for (let at = from; at < from + 8; at++) {
    const byte = bytes[at]
    if (byte === undefined) throw new RangeError('cut')
    value = value * 128 + (byte & 127)
    if (byte < 128) return [value, at + 1]
  }
  throw new RangeError('too large')
}

const WAL_HEADER = 32
const FRAME_HEADER = 24
/** Without its last bit, which gives the byte order of the checksums. */
const WAL_MAGIC = 0x377f0682 >>> 1

/** A page of a database, from its file or from a frame of its log. */
interface PageImage {
  readonly number: number
  readonly bytes: Buffer
}

/** Reads the pages of a database and of its log without SQLite, whatever state they are in. https://sqlite.org/fileformat2.html */
class PageImages {
  readonly pageSize: number
  /** The number of bytes of a page that hold content. */
  readonly usable: number
  readonly #file: number
  readonly #pages: number
  /** Frames of the log, in their order. */
  readonly #frames: readonly PageImage[]
  readonly #newest: ReadonlyMap<number, Buffer>

  constructor(path: string) {
    const log = existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0)
    this.#file = openSync(path, 'r')
    const header = Buffer.alloc(100)
    readSync(this.#file, header, 0, 100, 0)
    const said = header.readUInt16BE(16)
    this.pageSize = isPageSize(said) ? said : said === 1 ? 65_536 : 4_096
    this.usable = this.pageSize - (isPageSize(said) && header[20]! < 64 ? header[20]! : 0)
    this.#pages = Math.ceil(statSync(path).size / this.pageSize)
    this.#frames = framesOf(log, this.pageSize)
    this.#newest = new Map(this.#frames.map(({ number, bytes }) => [number, bytes]))
  }

  /** Every image of every page, those of the log last. */
  *all(): Generator<PageImage> {
    for (let number = 1; number <= this.#pages; number++) yield { number, bytes: this.#read(number) }
    yield* this.#frames
  }

  /** The last written version of a page. */
  page(number: number): Buffer {
    if (number < 1) throw new RangeError(`no page ${number}`)
    return this.#newest.get(number) ?? this.#read(number)
  }

  get count(): number {
    return this.#pages + this.#frames.length
  }

  close(): void {
    closeSync(this.#file)
  }

  #read(number: number): Buffer {
    if (number > this.#pages) throw new RangeError(`no page ${number}`)
    const bytes = Buffer.alloc(this.pageSize)
    readSync(this.#file, bytes, 0, this.pageSize, (number - 1) * this.pageSize)
    return bytes
  }
}

function isPageSize(size: number): boolean {
  return size >= 512 && size <= 32_768 && (size & (size - 1)) === 0
}

/** After the valid frames come those of an earlier round, which have other salts. */
function framesOf(log: Buffer, pageSize: number): PageImage[] {
  const frames: PageImage[] = []
  const step = FRAME_HEADER + pageSize
  const isHeader = log.length >= WAL_HEADER && log.readUInt32BE(0) >>> 1 === WAL_MAGIC
  for (let at = WAL_HEADER; at + step <= log.length; at += step)
    if (!isHeader || log.subarray(at + 8, at + 16).equals(log.subarray(16, 24)))
      frames.push({ number: log.readUInt32BE(at), bytes: log.subarray(at + FRAME_HEADER, at + step) })
  return frames
}

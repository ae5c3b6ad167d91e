import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

const WAL_HEADER = 32
const FRAME_HEADER = 24
/** Without its last bit, which says in which order bytes are added up. */
const WAL_MAGIC = 0x377f0682 >>> 1

/** A page of a database as it stands in its file, or stood in a frame of its log. */
export interface PageImage {
  readonly number: number
  readonly bytes: Buffer
}

/** Reads the pages of a database and of its log without SQLite, whatever state they are in. https://sqlite.org/fileformat2.html */
export class PageImages {
  readonly pageSize: number
  /** How much of a page holds something. */
  readonly usable: number
  readonly #file: number
  readonly #pages: number
  /** Frames of the log by where they begin, in their order. */
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

  /** A page as it was last written. */
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

/** Behind the frames that count stand those of an earlier round, which have other salts. */
function framesOf(log: Buffer, pageSize: number): PageImage[] {
  const frames: PageImage[] = []
  const step = FRAME_HEADER + pageSize
  const isHeader = log.length >= WAL_HEADER && log.readUInt32BE(0) >>> 1 === WAL_MAGIC
  for (let at = WAL_HEADER; at + step <= log.length; at += step)
    if (!isHeader || log.subarray(at + 8, at + 16).equals(log.subarray(16, 24)))
      frames.push({ number: log.readUInt32BE(at), bytes: log.subarray(at + FRAME_HEADER, at + step) })
  return frames
}

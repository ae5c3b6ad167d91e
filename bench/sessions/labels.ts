import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedIn } from './recorded.ts'

/** Readers' labels: places in sessions without any of their words, so they can be kept here and evaluated wherever the sessions are. */
const LABELS = join(import.meta.dirname, 'labels.jsonl')

/** A line of a session, from 0, that shows a lesson. */
export interface Place {
  readonly line: number
  /** The reader was not sure. */
  readonly weak?: boolean
  readonly kind?: string
}

export interface Labels {
  readonly reader: string
  /** Held out: whoever changes the detection does not look at its misses here. */
  readonly held: boolean
  readonly places: ReadonlyMap<number, readonly Place[]>
}

interface Header {
  readonly data: string
  /** Digest of all session ids, in order. */
  readonly digest: string
  readonly readers: readonly { readonly reader: string; readonly held: boolean }[]
}

/** Each reader's labels if they belong to these files; otherwise none. */
export function labelsOf(files: readonly string[]): Labels[] {
  if (!existsSync(LABELS)) return []
  const [header, ...lines] = readFileSync(LABELS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { digest, readers } = header as Header
  if (digest !== digestOf(files)) return []
  return readers.map(({ reader, held }) => {
    const own = (lines as { reader: string; session: number; lessons: Place[] }[]).filter(
      (one) => one.reader === reader,
    )
    return { reader, held, places: new Map(own.map(({ session, lessons }) => [session, lessons])) }
  })
}

export function digestOf(files: readonly string[]): string {
  const ids = files.flatMap((file) => recordedIn(file).map(({ session }) => session))
  return createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 16)
}

import { digest } from '../../domain/digest.ts'
import { orElse } from '../../domain/sets.ts'
import {
  type Addition,
  entryOf,
  insertAll,
  insertionsFor,
  JsonProblem,
  jsonValue,
  lineOf,
  readJsonText,
} from './json-edit.ts'
import { holdsAny, holdsExactly, isOwnServer, SERVER, withoutOwn } from './own-entries.ts'
import { ownBlock, takenPlace, withBlock, withoutBlock } from './toml-block.ts'

/** What Mettle wants in a file of a client: entries in a JSON file, a block in a TOML file, or the whole file. */
export type WantedContent =
  | { readonly kind: 'json'; readonly comments: boolean; readonly entries: readonly Addition[] }
  | { readonly kind: 'toml'; readonly block: string }
  | {
      readonly kind: 'whole'
      readonly text: string /** Words by which a file of ours is known. */
      readonly mark: string
    }

/** The record of a change to a file, without its text: enough to undo exactly that change. */
export interface FileRecord {
  readonly created: boolean
  /** Digest of the resulting text. */
  readonly after: string
  /** Position and length of each insertion, in order. */
  readonly insertions: readonly (readonly [at: number, length: number])[]
}

/** The wanted text (absent: no file), and the record to keep. */
export interface FileChange {
  readonly after: string | undefined
  readonly record?: FileRecord
}

/** Returns the text with the wanted content. What is already in place stays as it is. */
export function connectText(
  current: string | undefined,
  wanted: WantedContent,
  record: FileRecord | undefined,
): FileChange {
  if (current === undefined) return added(undefined, wanted)
  checkReadable(current, wanted)
  if (isInPlace(current, wanted)) return { after: current, record }
  return added(before(current, wanted, record), wanted)
}

/** Restores the text; if it has changed since, only removes our entries. */
export function disconnectText(current: string, wanted: WantedContent, record: FileRecord | undefined): FileChange {
  if (!isConnected(current, wanted)) return { after: current }
  checkReadable(current, wanted)
  return { after: before(current, wanted, record) }
}

/** The text without our content; undefined if we made the file and nobody added anything. */
function before(current: string, wanted: WantedContent, record: FileRecord | undefined): string | undefined {
  if (wanted.kind === 'whole') return undefined
  const isUntouched = record?.after === digest(current)
  if (isUntouched && !record.created)
    return record.insertions.reduceRight((text, [at, length]) => text.slice(0, at) + text.slice(at + length), current)
  const rest = wanted.kind === 'toml' ? withoutBlock(current) : withoutOwn(current)
  return record?.created === true && /^\s*(?:\{\s*\})?\s*$/.test(rest) ? undefined : rest
}

export function isConnected(current: string, wanted: WantedContent): boolean {
  if (wanted.kind === 'whole') return current.includes(wanted.mark)
  if (wanted.kind === 'toml') return ownBlock(current) !== undefined
  return orElse(() => holdsAny(current), false)
}

function isInPlace(current: string, wanted: WantedContent): boolean {
  if (wanted.kind === 'whole') return current === wanted.text
  if (wanted.kind === 'toml') return ownBlock(current) === wanted.block
  return holdsExactly(current, wanted.entries)
}

function added(base: string | undefined, wanted: WantedContent): FileChange {
  if (wanted.kind === 'whole') return recorded(wanted.text, [], true)
  if (wanted.kind === 'toml') {
    const { text, at } = withBlock(base ?? '', wanted.block)
    return recorded(text, [[at, text.length - (base ?? '').length]], base === undefined)
  }
  let text = base ?? '{}\n'
  const insertions: [number, number][] = []
  for (const entry of wanted.entries)
    for (const insertion of insertionsFor(text, entry).reverse()) {
      text = insertAll(text, [insertion])
      insertions.push([insertion.at, insertion.text.length])
    }
  return recorded(text, insertions, base === undefined)
}

function recorded(after: string, insertions: FileRecord['insertions'], created: boolean): FileChange {
  return { after, record: { created, after: digest(after), insertions } }
}

/** Refuses a file that is invalid, which is not ours to fix, and content that belongs to others, which is not ours to replace. */
function checkReadable(current: string, wanted: WantedContent): void {
  if (wanted.kind === 'json') checkJson(current, wanted)
  else if (wanted.kind === 'toml') checkServerName(current)
  else if (!current.includes(wanted.mark))
    throw new JsonProblem('a file with this name exists that Mettle did not create', 1)
}

function checkJson(current: string, { comments, entries }: Extract<WantedContent, { kind: 'json' }>): void {
  const root = readJsonText(current, { comments })
  if (root.kind !== 'object') throw new JsonProblem('an object is expected here', 1)
  for (const { path, key } of entries) {
    const holder = key === SERVER ? entryOf(root, path[0]!)?.value : undefined
    const server = holder && entryOf(holder, SERVER)
    if (server !== undefined && !isOwnServer(jsonValue(current, server.value)))
      throw new JsonProblem(`a server named ${SERVER} exists that does not start Mettle`, lineOf(current, server.start))
  }
}

function checkServerName(current: string): void {
  const found = takenPlace(withoutBlock(current))
  if (found !== undefined) throw new JsonProblem(found.why, lineOf(current, found.at))
}

import { textIn } from '../domain/bytes-text.ts'
import { isForRepository } from '../domain/pattern-scope.ts'
import { relevance } from '../engine/laws/relevance.ts'
import { documentWords } from '../engine/search/search-words.ts'
import { rarityOf, weightOf } from '../engine/search/word-index.ts'
import { wordStem } from '../engine/search/word-stem.ts'
import { isForAgent } from '../injection/candidate.ts'
import { MAIN } from '../injection/work-context.ts'
import type { KeptChoice } from './kept-choices.ts'
import { PrecomputedFile, type ReadAt } from './precomputed-file.ts'
import {
  AUDIENCE,
  type BaseOfChanges,
  type FileHead,
  type FileRecord,
  FORM,
  joinPrecomputed,
  type KnownFailures,
  type LineCounts,
} from './precomputed-layout.ts'
import { buildWordTable, packHolding } from './word-table.ts'

export interface FilePattern {
  readonly id: string
  /** The order in lists; default 0. */
  readonly rank?: number
  /** The text that searches find it by. */
  readonly text: string
  /** Only for a pattern that may be shown. */
  readonly shown?: FileRecord
  readonly files?: readonly string[]
  readonly embedding?: { readonly bytes: Int8Array; readonly square: number }
}

export interface FileFacts extends Omit<FileHead, 'v' | 'rows' | 'choices' | 'sections' | 'meanLength' | 'base'> {
  /** The token counts of the lines around most blocks. */
  readonly counts: LineCounts
  readonly failures?: KnownFailures
}

/** Writes patterns so that a hook finds the ones it needs by reading little of the file. They are in the order of the rows. With a whole file, they are the changes since it was written. */
export function renderPrecomputed(
  { counts, failures = {}, ...facts }: FileFacts,
  patterns: readonly FilePattern[],
  choicesIn: (file: PrecomputedFile) => ReadonlyMap<string, KeptChoice> = () => new Map(),
  whole?: PrecomputedFile,
): Uint8Array {
  const lengths = new Uint32Array(patterns.length)
  const words = new Map<string, Map<number, number>>()
  const stems = new Map<string, Map<number, number>>()
  for (const [row, { text, shown }] of patterns.entries()) {
    const found = documentWords(text)
    lengths[row] = found.length
    for (const word of found) {
      count(words, word, row)
      count(stems, wordStem(word), row)
    }
    for (const keyword of keywordsOf(shown)) count(words, keyword, row, 0)
  }
  const records = listed(patterns.map(({ shown }) => (shown === undefined ? '' : `${JSON.stringify(shown)},`)))
  const files = listed(patterns.map(({ shown, files = [] }) => (shown ? `${JSON.stringify(files)},` : '')))
  const [word, stem] = [buildWordTable(entriesOf(words)), buildWordTable(entriesOf(stems))]
  const ids = patterns.map(({ id }) => id)
  const meanLength = whole?.head.meanLength ?? lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const head = {
    v: FORM,
    ...facts,
    rows: patterns.length,
    meanLength,
    ...(whole && { base: baseOf(whole, facts.states, patterns) }),
  }
  const sections = {
    ids: new TextEncoder().encode(ids.join(' ')),
    ranks: Float64Array.from(patterns, ({ rank = 0 }) => rank),
    records: records.bytes,
    recordAt: records.at,
    files: files.bytes,
    filesAt: files.at,
    audience: audienceOf(patterns, facts.repository),
    idOrder: orderOf(ids),
    wordLetters: word.table.letters,
    wordPlaces: word.table.places,
    wordSlots: word.table.slots,
    wordEntries: word.entries,
    stemLetters: stem.table.letters,
    stemPlaces: stem.table.places,
    stemSlots: stem.table.slots,
    stemEntries: stem.entries,
    stemWeights: weightsOf(stems, lengths, meanLength, whole),
    ...embeddingSections(facts.model?.dims ?? 0, patterns),
    counts: new TextEncoder().encode(JSON.stringify(counts)),
    failures: new TextEncoder().encode(JSON.stringify(failures)),
  }
  // Cached choices must equal a hook's choices from the file, so they are computed from the file.
  const bare = joinPrecomputed({ ...head, choices: {} }, { ...sections, choices: new Uint8Array(0) })
  const choices = listedByName(choicesIn(new PrecomputedFile(readerOf(bare), whole)))
  return joinPrecomputed({ ...head, choices: choices.places }, { ...sections, choices: choices.bytes })
}

/** The places of changes in the whole file. */
function baseOf(whole: PrecomputedFile, states: FileHead['states'], patterns: readonly FilePattern[]): BaseOfChanges {
  const changed = new Set(patterns.map(({ id }) => id))
  const ids = idsIn(whole)
  const ranks = new Float64Array(whole.section('ranks').slice().buffer)
  const places: number[] = []
  let first = 0
  for (const { state, rows } of states) {
    const known = whole.head.states.find((one) => one.state === state)?.rows ?? 0
    for (const { id, rank = 0 } of patterns.slice(places.length, places.length + rows)) {
      let place = first
      while (place < first + known && (ranks[place]! > rank || (ranks[place] === rank && ids[place]! < id))) place += 1
      places.push(place)
    }
    first += known
  }
  const order = orderOf([...changed])
  const idPlaces = [...changed].map((id, row) => {
    const before = ids.reduce((sum, other) => sum + Number(other < id), 0)
    return before - 1 + (order[row]! + 1) / (changed.size + 1)
  })
  const replaced = ids.flatMap((id, row) => (changed.has(id) ? [row] : []))
  return { stamp: whole.head.stamp, replaced, places, idPlaces }
}

/** The ids of the patterns of a file, by row. */
export function idsIn(file: PrecomputedFile): string[] {
  const text = textIn(file.section('ids'))
  return text === '' ? [] : text.split(' ')
}

function readerOf(bytes: Uint8Array): ReadAt {
  return (offset, count) => bytes.slice(offset, offset + count)
}

function listedByName(choices: ReadonlyMap<string, KeptChoice>) {
  const { bytes, at } = listed([...choices.values()].map((choice) => JSON.stringify(choice)))
  const places = [...choices.keys()].map((name, n) => [name, [at[n]!, at[n + 1]! - at[n]!] as const] as const)
  return { bytes, places: Object.fromEntries(places) }
}

/** A byte per row: which of the most frequent readers the pattern is for, known without reading it. */
function audienceOf(patterns: readonly FilePattern[], repository: string | undefined): Uint8Array {
  return Uint8Array.from(patterns, ({ shown }) => {
    if (shown === undefined || !isForRepository(shown.record.pattern, repository)) return 0
    const isFor = (agent?: string) => Number(isForAgent(shown.record, agent))
    return isFor() * AUDIENCE.nameless + isFor(MAIN) * AUDIENCE.main
  })
}

/** The place of each id among all: searches put equals in this order. */
function orderOf(ids: readonly string[]): Uint32Array {
  const order = new Uint32Array(ids.length)
  const sorted = ids.map((id, row) => ({ id, row })).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const [place, { row }] of sorted.entries()) order[row] = place
  return order
}

/** The keywords that a pattern must share with a step to be relevant to it; some of these are no search words. */
function keywordsOf(shown: FilePattern['shown']): readonly string[] {
  if (shown === undefined) return []
  const { text, tags, labels } = shown.record.pattern
  return relevance({ summary: text, context: [...tags, ...labels], changedFiles: [] }).keywords
}

function count(counts: Map<string, Map<number, number>>, word: string, row: number, times = 1): void {
  const known = counts.get(word)
  if (known === undefined) counts.set(word, new Map([[row, times]]))
  else known.set(row, (known.get(row) ?? 0) + times)
}

function entriesOf(counts: ReadonlyMap<string, ReadonlyMap<number, number>>): Map<string, number[]> {
  const entries = new Map<string, number[]>()
  for (const [word, rows] of counts)
    entries.set(
      word,
      [...rows].map(([document, times]) => packHolding({ document, times })),
    )
  return entries
}

/** The weight of each stem in each pattern that contains it, in the order of the entries: a hook only adds them up. */
function weightsOf(
  stems: ReadonlyMap<string, ReadonlyMap<number, number>>,
  lengths: Uint32Array,
  meanLength: number,
  whole: PrecomputedFile | undefined,
) {
  const weights: number[] = []
  for (const [stem, rows] of stems) {
    // As rare as in the whole file, so that the rows of both can be compared.
    const held = whole?.holders('stem', stem).count || rows.size
    const rarity = rarityOf(held, whole?.head.rows ?? lengths.length)
    for (const [row, times] of rows) weights.push(rarity * weightOf(times, lengths[row]! / meanLength))
  }
  return Float64Array.from(weights)
}

/** Joins texts, with the beginning of each. JSON texts have commas between them, so that neighbours are read as one. */
function listed(texts: readonly string[]): { bytes: Uint8Array; at: Uint32Array } {
  const encoder = new TextEncoder()
  const at = new Uint32Array(texts.length + 1)
  const parts = texts.map((text) => encoder.encode(text))
  for (const [row, { length }] of parts.entries()) at[row + 1] = at[row]! + length
  const bytes = new Uint8Array(at.at(-1)!)
  for (const [row, part] of parts.entries()) bytes.set(part, at[row])
  return { bytes, at }
}

function embeddingSections(dims: number, patterns: readonly FilePattern[]) {
  const rows = dims === 0 ? 0 : patterns.length
  const embeddings = new Int8Array(rows * dims)
  const squares = new Int32Array(rows)
  for (const [row, { embedding }] of patterns.entries()) {
    if (embedding === undefined || dims === 0) continue
    embeddings.set(embedding.bytes, row * dims)
    squares[row] = embedding.square
  }
  return { embeddings, squares }
}

import type { Document, DocumentKey } from '../../domain/document.ts'
import { byCodePoint } from '../../domain/sets.ts'
import type { Embedder } from '../../engine/search/static-embedder.ts'
import { WordIndex } from '../../engine/search/word-index.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { EmbeddingIndex } from '../../injection/embedding-index.ts'
import { type FoundPattern, type Offered, PAGE, type Ranking } from '../../injection/gathering.ts'
import { isCurrent, type Summary, type SummaryRequest, summarise } from '../../injection/sections.ts'
import { EMPTY_LOOP, LOOP, type LoopRecord, PATTERN, RUN, timesRecorded } from '../../projection/documents/documents.ts'
import type { Journal } from '../../store/port.ts'
import { readerOf } from '../facts/facts-about.ts'
import { BeliefCache } from './beliefs.ts'
import { Embeddings, rewordedAfter } from './embeddings.ts'
import { PatternInMemory } from './pattern-in-memory.ts'

/** The best patterns of one state, as far as requested. */
interface Best {
  /** Exactly the first of the store's list, in its order. */
  readonly first: PatternInMemory[]
  /** The list is complete. */
  isWhole: boolean
}

/** The best patterns of each state by rank, as far as anybody has read, updated when patterns change. */
export class BestPatterns {
  readonly #byState = new Map<string, Best>()

  /** How many of a state are loaded, and whether that is all. */
  known(state: string): { readonly count: number; readonly isWhole: boolean } {
    const { first, isWhole } = this.#of(state)
    return { count: first.length, isWhole }
  }

  slice(state: string, from: number, until: number): readonly PatternInMemory[] {
    return this.#of(state).first.slice(from, until)
  }

  /** Appends the next part of the store's list; a short part is the last. */
  extend(state: string, next: readonly PatternInMemory[], asked: number): void {
    const best = this.#of(state)
    best.first.push(...next)
    best.isWhole = next.length < asked
  }

  /** Moves a pattern to its current place. One that drops below the loaded part is found again when more is read. */
  move(before: PatternInMemory | undefined, after: PatternInMemory | undefined): void {
    if (before !== undefined) {
      const { first } = this.#of(before.state)
      const at = first.indexOf(before)
      if (at >= 0) first.splice(at, 1)
    }
    if (after === undefined) return
    const { first, isWhole } = this.#of(after.state)
    // The order of stores: by rank, then by id.
    const at = first.findIndex(
      ({ rank, id }) => after.rank - rank > 0 || (after.rank === rank && byCodePoint(after.id, id) < 0),
    )
    if (at >= 0) first.splice(at, 0, after)
    else if (isWhole) first.push(after)
  }

  clear(): void {
    this.#byState.clear()
  }

  #of(state: string): Best {
    const known = this.#byState.get(state)
    if (known !== undefined) return known
    const none = { first: [], isWhole: false }
    this.#byState.set(state, none)
    return none
  }
}

/** From this many searches on, a process is long-lived and worth an index; a single command ends before one would be built. */
const ASKED_OFTEN = 3

/** More patterns than this are not held in memory; the store's own search knows no such limit. */
export const MOST_HELD = 20_000

/** A word index of all patterns in memory, for processes that search often. Built at a repeated search, and updated when patterns are reworded. */
export class PatternWords {
  #index = new WordIndex()
  #upTo = 0
  #asked = 0
  #areTooMany = false

  /** The current index, or undefined if the store should be queried. `see` receives the documents that were read. */
  async refresh(journal: Journal, see: (documents: readonly Document<PatternRecord>[]) => void) {
    this.#asked += 1
    if (this.#asked < ASKED_OFTEN || this.#areTooMany) return undefined
    const index = this.#index
    if (index.size === 0) this.#areTooMany = (await journal.count(PATTERN)) > MOST_HELD
    if (this.#areTooMany) return undefined
    const { upTo, pages } = await rewordedAfter(journal, this.#upTo, Number.POSITIVE_INFINITY)
    for await (const documents of pages) {
      for (const { id, text } of documents) index.put(id, text)
      see(documents)
    }
    if (index !== this.#index) return index
    this.#upTo = upTo
    if (index.size > MOST_HELD) {
      this.forget()
      this.#areTooMany = true
    }
    return index
  }

  /** Clears the index; everything is read again. */
  forget(): void {
    this.#index = new WordIndex()
    this.#upTo = 0
    this.#areTooMany = false
  }
}

/** The number of audiences (the roles that a process asks for) whose ranking is cached. */
const MOST_RANKED = 64

/** After this many changes everything is read again, in case another process has rebuilt under another policy. */
const MOST_FOLLOWED = 200

/** Patterns in memory. A long-lived process reads only changed patterns from the store. The loop's document lists them: only the fold knows which changed, and it is written with every event anyway. */
export class PatternCache {
  readonly summaries = new Summaries()
  readonly beliefs = new BeliefCache()
  readonly #byId = new Map<string, PatternInMemory>()
  readonly #best = new BestPatterns()
  /** By wording, so that changed evidence does not invalidate them. */
  readonly #embeddings = new Embeddings()
  #index: EmbeddingIndex | undefined
  readonly #words = new PatternWords()
  #wordIndex: Promise<WordIndex | undefined> | undefined
  #ranked = new Map<string, Ranking>()
  #offered = new Map<string, Offered>()
  /** The patterns believed to help most, for the list of ids. */
  #believed: { readonly ids: readonly string[]; readonly found: readonly FoundPattern[] } | undefined
  #changedAt = -1
  #followed = 0
  /** The lists were read while patterns changed. */
  #isMixed = false
  #erasures = 0

  /** Updates outdated entries, and returns the record of the calling run with its number, or the next number if it is new. Other documents that will be needed are read in the same query. */
  async refresh(journal: Journal, run: string | undefined, others: readonly DocumentKey[] = []) {
    const documents = await journal.documents([
      { kind: LOOP, id: LOOP },
      ...(run === undefined ? [] : [{ kind: RUN, id: run }]),
      ...others,
    ])
    const read = readerOf(documents)
    const loop = read.get(LOOP, LOOP)?.body ?? EMPTY_LOOP
    const known = run === undefined ? undefined : read.get(RUN, run)?.body
    this.beliefs.refresh(loop)
    if (loop.patternsChangedAt !== this.#changedAt) await this.#follow(journal, loop)
    const erasures = timesRecorded(loop, 'payload-erased')
    if (erasures !== this.#erasures) this.#forgetWords()
    this.#erasures = erasures
    return { runNumber: known?.run.number ?? loop.runs + 1, known, documents }
  }

  /** Reads the changed patterns; if it is unknown which changed, all are reread on demand. */
  async #follow(journal: Journal, loop: LoopRecord): Promise<void> {
    const { since, last } = loop.patternsChanged ?? { since: 0, last: [] }
    this.#followed += 1
    if (this.#isMixed || this.#changedAt < since || this.#followed > MOST_FOLLOWED)
      return this.#forget(loop.patternsChangedAt)
    const changed = last.filter(([, position]) => position > this.#changedAt).map(([id]) => id)
    const documents = await journal.documents(changed.map((id) => ({ kind: PATTERN, id })))
    const byId = new Map(documents.map((document) => [document.id, document]))
    for (const id of changed) this.#renew(id, byId.get(id))
    this.#lookAgain(loop.patternsChangedAt)
  }

  #renew(id: string, document: Document<PatternRecord> | undefined): void {
    const before = this.#byId.get(id)
    const after = document === undefined ? undefined : new PatternInMemory(document)
    if (after === undefined) this.#byId.delete(id)
    else this.#byId.set(id, after)
    this.#best.move(before, after)
  }

  /** Clears the cache after all patterns were folded again. */
  clear(): void {
    this.#forget(-1)
    this.#forgetWords()
  }

  #forgetWords(): void {
    this.#words.forget()
  }

  #forget(changedAt: number): void {
    this.beliefs.clear()
    this.#byId.clear()
    this.#best.clear()
    this.#followed = 0
    this.#isMixed = false
    this.#lookAgain(changedAt)
  }

  #lookAgain(changedAt: number): void {
    this.#ranked = new Map()
    this.#offered = new Map()
    this.#believed = undefined
    this.#index = undefined
    this.#wordIndex = undefined
    this.#changedAt = changedAt
  }

  /** The nth page of patterns of a state, best first by what does not depend on the question. */
  async page(journal: Journal, state: string, number: number): Promise<readonly PatternInMemory[]> {
    const [from, until] = [number * PAGE, (number + 1) * PAGE]
    for (;;) {
      const { count, isWhole } = this.#best.known(state)
      if (isWhole || count >= until) return this.#best.slice(state, from, until)
      await this.#lookFurther(journal, state, { count, until })
    }
  }

  async #lookFurther(journal: Journal, state: string, { count, until }: { count: number; until: number }) {
    const [ranked, changedAt] = [this.#ranked, this.#changedAt]
    const documents = await journal.list(PATTERN, { states: [state], limit: until - count, offset: count })
    const isMixed = (await changedAtOf(journal)) !== changedAt
    // Another call may have extended the list meanwhile, or noticed changed patterns.
    if (this.#ranked !== ranked || this.#best.known(state).count !== count) return
    this.#isMixed ||= isMixed
    this.#best.extend(state, documents.map(this.cachedOf), until - count)
  }

  /** Patterns by id, without missing ones. */
  async take(journal: Journal, ids: readonly string[]): Promise<PatternInMemory[]> {
    const taken = ids.map((id) => this.#byId.get(id))
    if (taken.every(isThere)) return taken
    const missing = ids.filter((_, at) => taken[at] === undefined)
    const documents = await journal.documents(missing.map((id) => ({ kind: PATTERN, id })))
    const found = new Map(documents.map((document) => [document.id, this.cachedOf(document)]))
    return ids.map((id, at) => taken[at] ?? found.get(id)).filter(isThere)
  }

  /** Patterns that share words with a text, the nearest first: from the store, or from memory for who asks often. */
  async search(journal: Journal, text: string, limit: number): Promise<FoundPattern[]> {
    const index = await this.#indexed(journal)
    if (index === undefined)
      return (await journal.search(PATTERN, text, limit)).map(({ document, score, similar }) => ({
        cached: this.cachedOf(document),
        score,
        similar,
      }))
    const hits = index.search(text, limit)
    const ids = hits.map(({ id }) => id)
    const found = await this.take(journal, ids)
    // Missing patterns are in neither list, so each one's hit is the next with its id.
    let at = 0
    return found.map((cached) => {
      while (hits[at]!.id !== cached.id) at += 1
      return { cached, score: hits[at]!.score, similar: hits[at]!.similar }
    })
  }

  /** Simultaneous calls share the work. Without an index, the next call may build it. */
  async #indexed(journal: Journal): Promise<WordIndex | undefined> {
    const asked = this.#wordIndex ?? this.#words.refresh(journal, (documents) => documents.map(this.cachedOf))
    this.#wordIndex = asked
    let index: WordIndex | undefined
    try {
      index = await asked
    } finally {
      if (index === undefined && this.#wordIndex === asked) this.#wordIndex = undefined
    }
    return index
  }

  /** The ranking for an audience, cached if it has a name. */
  async ranked(name: string | undefined, rank: () => Promise<Ranking>): Promise<Ranking> {
    if (name === undefined) return rank()
    const kept = this.#ranked
    const known = kept.get(name)
    if (known !== undefined) return known
    const ranked = await rank()
    if (kept.size >= MOST_RANKED) kept.clear()
    kept.set(name, ranked)
    return ranked
  }

  /** The test whether patterns are for an audience, cached if it has a name. */
  offered(name: string | undefined, make: () => Offered): Offered {
    if (name === undefined) return make()
    const known = this.#offered.get(name)
    if (known !== undefined) return known
    if (this.#offered.size >= MOST_RANKED) this.#offered.clear()
    const isOffered = make()
    const offered: Offered = (pattern) => pattern.isOfferedBy?.(isOffered) ?? isOffered(pattern)
    this.#offered.set(name, offered)
    return offered
  }

  async believed(journal: Journal, limit: number): Promise<readonly FoundPattern[]> {
    const ids = await this.beliefs.best(journal, limit)
    if (this.#believed?.ids === ids) return this.#believed.found
    const ranked = this.#ranked
    const found = (await this.take(journal, ids)).map((cached) => ({ cached, score: 0, similar: 0 }))
    if (this.#ranked === ranked) this.#believed = { ids, found }
    return found
  }

  async embeddings(journal: Journal, embedder: Embedder): Promise<EmbeddingIndex> {
    this.#index ??= await this.#embeddings.refresh(journal, embedder)
    return this.#index
  }

  keepEmbeddings(journal: Journal, embedder: Embedder): Promise<void> {
    return this.#embeddings.keepUp(journal, embedder)
  }

  readonly cachedOf = (document: Document<PatternRecord>): PatternInMemory => {
    const known = this.#byId.get(document.id)
    if (known !== undefined) return known
    const cached = new PatternInMemory(document)
    this.#byId.set(document.id, cached)
    return cached
  }
}

/** Position of the last event that changed a pattern, as the journal has it now. */
async function changedAtOf(journal: Journal): Promise<number> {
  const [document] = await journal.documents([{ kind: LOOP, id: LOOP }])
  return (document?.body ?? EMPTY_LOOP).patternsChangedAt
}

function isThere<T>(one: T | undefined): one is T {
  return one !== undefined
}

const MOST_SUMMARIES = 64

/** Cached summaries by role and budget; outdated ones are rebuilt. */
export class Summaries {
  readonly #kept: Map<string, Summary>

  constructor(kept: Map<string, Summary> = new Map()) {
    this.#kept = kept
  }

  of(request: SummaryRequest): Summary {
    const name = `${request.budgetTokens} ${request.role}`
    const known = this.#kept.get(name)
    if (known !== undefined && isCurrent(known, request)) return known
    const made = summarise(request)
    if (this.#kept.size >= MOST_SUMMARIES) this.#kept.clear()
    this.#kept.set(name, made)
    return made
  }
}

import type { Document } from '../domain/document.ts'
import type { WordIndex } from '../domain/words/word-index.ts'
import type { Embedder } from '../engine/embedding/static-embedder.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { type SteadyWorth, steadyWorth } from '../engine/standing.ts'
import { tokenSet } from '../engine/text-tokens.ts'
import { type FoundPattern, PAGE, type ShelvedPattern } from '../injection/gathering.ts'
import type { MeaningIndex } from '../injection/meaning-index.ts'
import { Vocabulary, type Words } from '../injection/vocabulary.ts'
import {
  EMPTY_LOOP,
  LOOP,
  type LoopRecord,
  PATTERN,
  RUN,
  type RunRecord,
  SHOWABLE,
} from '../projection/documents.ts'
import type { Journal } from '../store/port.ts'
import { Meanings } from './meanings.ts'
import { PatternWords } from './pattern-words.ts'
import { Summaries } from './summaries.ts'

/** Audiences whose ranking is kept: the roles that one process asks for. */
const MOST_RANKED = 64

/** A pattern in memory. What follows from its record and costs much is worked out when it is first asked for. */
class Shelved implements ShelvedPattern {
  readonly id: string
  readonly record: PatternRecord
  readonly isShowable: boolean
  readonly #text: string
  readonly #vocabulary: Vocabulary
  #words: Words | undefined
  #policy: Policy | undefined
  #worth: SteadyWorth | undefined

  constructor({ id, body, state, text }: Document, vocabulary: Vocabulary) {
    this.id = id
    this.record = body as PatternRecord
    this.isShowable = (SHOWABLE as readonly string[]).includes(state)
    this.#text = text
    this.#vocabulary = vocabulary
  }

  get words(): Words {
    this.#words ??= this.#vocabulary.wordsOf(tokenSet(this.#text))
    return this.#words
  }

  steadyWorth(policy: Policy): SteadyWorth {
    if (this.#worth === undefined || this.#policy !== policy) {
      this.#policy = policy
      this.#worth = steadyWorth(this.record, policy)
    }
    return this.#worth
  }
}

/**
 * Patterns in memory, for as long as no pattern changes in the journal. A long-lived process that injects often asks the
 * store for little more than whether anything changed.
 */
export class PatternShelf {
  readonly summaries = new Summaries()
  readonly #byId = new Map<string, ShelvedPattern>()
  #pages = new Map<string, readonly ShelvedPattern[]>()
  /** By wording, so that they outlast changes of the evidence. */
  readonly #meanings = new Meanings()
  #index: MeaningIndex | undefined
  readonly #words = new PatternWords()
  #wordIndex: Promise<WordIndex | undefined> | undefined
  #ranked = new Map<string, readonly FoundPattern[]>()
  #rows = new Map<PatternRecord, number>()
  #vocabulary = new Vocabulary()
  #changedAt = -1
  #erasures = 0

  /** Throws away what is no longer true, and tells what is known of the run that asks and its number: its own, or the next one if it is new. */
  async refresh(journal: Journal, run: string): Promise<{ runNumber: number; known: RunRecord | undefined }> {
    const documents = await journal.documents([
      { kind: LOOP, id: LOOP },
      { kind: RUN, id: run },
    ])
    const loop = (documents.find(({ kind }) => kind === LOOP)?.body as LoopRecord | undefined) ?? EMPTY_LOOP
    const known = documents.find(({ kind }) => kind === RUN)?.body as RunRecord | undefined
    if (loop.patternsChangedAt !== this.#changedAt) this.#forget(loop.patternsChangedAt)
    const erasures = loop.byType['payload-erased.v1'] ?? 0
    if (erasures !== this.#erasures) this.#forgetWords()
    this.#erasures = erasures
    return { runNumber: known?.run.number ?? loop.runs + 1, known }
  }

  /** Holds nothing any more: for when all patterns were folded anew. */
  clear(): void {
    this.#forget(-1)
    this.#forgetWords()
  }

  #forgetWords(): void {
    this.#words.forget()
    this.#vocabulary = new Vocabulary()
  }

  #forget(changedAt: number): void {
    this.#byId.clear()
    this.#pages = new Map()
    this.#ranked = new Map()
    this.#rows = new Map()
    this.#index = undefined
    this.#wordIndex = undefined
    this.#changedAt = changedAt
  }

  /** The nth page of patterns of a state, best first by what does not depend on the question. */
  async page(journal: Journal, state: string, number: number): Promise<readonly ShelvedPattern[]> {
    const name = `${state} ${number}`
    const known = this.#pages.get(name)
    if (known !== undefined) return known
    const documents = await journal.list(PATTERN, { states: [state], limit: PAGE, offset: number * PAGE })
    const page = documents.map((document) => this.shelve(document))
    this.#pages.set(name, page)
    return page
  }

  /** Patterns by their ids; what is gone is left out. */
  async take(journal: Journal, ids: readonly string[]): Promise<ShelvedPattern[]> {
    const taken = ids.map((id) => this.#byId.get(id))
    if (taken.every(isThere)) return taken
    const missing = ids.filter((_, at) => taken[at] === undefined)
    const documents = await journal.documents(missing.map((id) => ({ kind: PATTERN, id })))
    const found = new Map(documents.map((document) => [document.id, this.shelve(document)]))
    return ids.map((id, at) => taken[at] ?? found.get(id)).filter(isThere)
  }

  /** Patterns that share words with a text, the nearest first: from the store, or from memory for who asks often. */
  async search(journal: Journal, text: string, limit: number): Promise<FoundPattern[]> {
    const index = await this.#indexed(journal)
    if (index === undefined)
      return (await journal.search(PATTERN, text, limit)).map(({ document, alike }) => ({
        shelved: this.shelve(document),
        alike,
      }))
    const hits = index.search(text, limit)
    const found = await this.take(
      journal,
      hits.map(({ id }) => id),
    )
    if (found.length === hits.length) return found.map((shelved, at) => ({ shelved, alike: hits[at]!.alike }))
    const alike = new Map(hits.map((hit) => [hit.id, hit.alike]))
    return found.map((shelved) => ({ shelved, alike: alike.get(shelved.id)! }))
  }

  /** Who asks meanwhile waits for the same work. Without an index the next question may be the one that makes it. */
  async #indexed(journal: Journal): Promise<WordIndex | undefined> {
    const asked = this.#wordIndex ?? this.#words.refresh(journal, (documents) => documents.map(this.shelve))
    this.#wordIndex = asked
    let index: WordIndex | undefined
    try {
      index = await asked
    } finally {
      if (index === undefined && this.#wordIndex === asked) this.#wordIndex = undefined
    }
    return index
  }

  /** What ranks for an audience, worked out once where it has a name. */
  async ranked(
    name: string | undefined,
    rank: () => Promise<FoundPattern[]>,
  ): Promise<readonly FoundPattern[]> {
    if (name === undefined) return rank()
    const kept = this.#ranked
    const known = kept.get(name)
    if (known !== undefined) return known
    const ranked = await rank()
    if (kept.size >= MOST_RANKED) kept.clear()
    kept.set(name, ranked)
    return ranked
  }

  /** Where the wording of a pattern stands in the index of meanings; undefined if it is not in it yet. */
  meaningRow(record: PatternRecord, index: MeaningIndex): number | undefined {
    const known = this.#rows.get(record)
    if (known !== undefined) return known
    const row = index.rowOf(record.pattern.id, record.pattern.textHash)
    if (row !== undefined) this.#rows.set(record, row)
    return row
  }

  /** The meanings of all patterns. */
  async meanings(journal: Journal, embedder: Embedder): Promise<MeaningIndex> {
    this.#index ??= await this.#meanings.refresh(journal, embedder)
    return this.#index
  }

  readonly shelve = (document: Document): ShelvedPattern => {
    const known = this.#byId.get(document.id)
    if (known !== undefined) return known
    const shelved = new Shelved(document, this.#vocabulary)
    this.#byId.set(document.id, shelved)
    return shelved
  }
}

function isThere<T>(one: T | undefined): one is T {
  return one !== undefined
}

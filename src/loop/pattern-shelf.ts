import type { Document } from '../domain/document.ts'
import type { WordIndex } from '../domain/words/word-index.ts'
import type { Embedder } from '../engine/embedding/static-embedder.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { type SteadyWorth, steadyWorth } from '../engine/standing.ts'
import { tokenSet } from '../engine/text-tokens.ts'
import { type FoundPattern, PAGE, type ShelvedPattern } from '../injection/gathering.ts'
import type { MeaningIndex } from '../injection/meaning-index.ts'
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
  #steady = { policy: undefined as Policy | undefined, byPattern: new Map<ShelvedPattern, SteadyWorth>() }
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
    if (erasures !== this.#erasures) this.#words.forget()
    this.#erasures = erasures
    return { runNumber: known?.run.number ?? loop.runs + 1, known }
  }

  /** Holds nothing any more: for when all patterns were folded anew. */
  clear(): void {
    this.#forget(-1)
    this.#words.forget()
  }

  #forget(changedAt: number): void {
    this.#byId.clear()
    this.#steady.byPattern.clear()
    this.#pages = new Map()
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
    const missing = ids.filter((id) => !this.#byId.has(id))
    if (missing.length > 0)
      for (const document of await journal.documents(missing.map((id) => ({ kind: PATTERN, id }))))
        this.shelve(document)
    return ids.flatMap((id) => this.#byId.get(id) ?? [])
  }

  /** Patterns that share words with a text, the nearest first: from the store, or from memory for who asks often. */
  async search(journal: Journal, text: string, limit: number): Promise<FoundPattern[]> {
    const index = await this.#indexed(journal)
    if (index === undefined)
      return (await journal.search(PATTERN, text, limit)).map(({ document, alike }) => ({
        shelved: this.shelve(document),
        alike,
      }))
    const alike = new Map(index.search(text, limit).map((hit) => [hit.id, hit.alike]))
    const found = await this.take(journal, [...alike.keys()])
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

  /** What of a pattern's worth stays as it is while it is on the shelf. */
  steadyWorth(shelved: ShelvedPattern, policy: Policy): SteadyWorth {
    if (this.#steady.policy !== policy) this.#steady = { policy, byPattern: new Map() }
    const { byPattern } = this.#steady
    const known = byPattern.get(shelved)
    if (known !== undefined) return known
    const worth = steadyWorth(shelved.record, policy)
    byPattern.set(shelved, worth)
    return worth
  }

  /** The meanings of all patterns. */
  async meanings(journal: Journal, embedder: Embedder): Promise<MeaningIndex> {
    this.#index ??= await this.#meanings.refresh(journal, embedder)
    return this.#index
  }

  readonly shelve = (document: Document): ShelvedPattern => {
    const known = this.#byId.get(document.id)
    if (known !== undefined) return known
    const shelved = {
      id: document.id,
      record: document.body as PatternRecord,
      words: tokenSet(document.text),
      isShowable: (SHOWABLE as readonly string[]).includes(document.state),
    }
    this.#byId.set(document.id, shelved)
    return shelved
  }
}

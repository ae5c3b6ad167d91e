import { classify } from '../../src/capture/classify.ts'
import type { Strength } from '../../src/domain/values/pattern.ts'
import { dedup } from '../../src/engine/laws/match-text.ts'
import { INJECT, inject, lineTokens } from '../../src/engine/laws/role-block.ts'
import { FUSION, fuseSimilarity, semanticWeight } from '../../src/engine/search/fuse-similarity.ts'
import type { Embedder } from '../../src/engine/search/static-embedder.ts'
import { sharedCount, tokenSet } from '../../src/engine/search/words.ts'
import { loadEmbedder } from '../../src/machine/load-embedder.ts'
import type { Line } from '../world/live.ts'
import type { Run, Sighting } from '../world/world.ts'

export const ROLE = 'builder'

/** A lesson as a plain memory keeps it. */
export interface Note {
  readonly id: string
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly meaning: Float32Array | undefined
  readonly category: ReturnType<typeof classify>['category']
  readonly strength: Strength
  readonly labels: Set<string>
  readonly files: Set<string>
  sightings: number
  lastSeen: number
  /** Nobody inside has written it yet. */
  isFromOutside: boolean
  firstOutside: number
}

/** A note and what a policy makes of it for a run. */
export interface Ranked {
  readonly note: Note
  readonly score: number
  /** Another wording than its own. */
  readonly text?: string
}

let embedder: Embedder | undefined

/** Lessons as they were written, one note for each text, or one for all wordings that share 0.8 of their words. */
export class Notebook {
  readonly notes: Note[] = []
  readonly #byText = new Map<string, Note>()
  readonly #joinsNear: boolean

  constructor({ joinsNear }: { readonly joinsNear: boolean }) {
    this.#joinsNear = joinsNear
    embedder ??= loadEmbedder()
  }

  take(sighting: Sighting): { readonly note: Note; readonly isNew: boolean } {
    const known = this.#byText.get(sighting.text) ?? this.#near(sighting.text)
    const note = known ?? this.#write(sighting)
    this.#byText.set(sighting.text, note)
    note.sightings += 1
    note.lastSeen = sighting.at
    for (const label of sighting.labels) note.labels.add(label)
    for (const file of sighting.files) note.files.add(file)
    return { note, isNew: known === undefined }
  }

  get(id: string): Note {
    return this.notes[Number(id)]!
  }

  #near(text: string): Note | undefined {
    if (!this.#joinsNear) return undefined
    const { action, id } = dedup(
      { summary: text },
      this.notes.map((note) => ({ id: note.id, summary: note.text })),
    )
    return action === 'merge' && id !== undefined ? this.get(id) : undefined
  }

  #write({ text, at, isFromOutside }: Sighting): Note {
    const { category, strength } = classify({ lesson: text })
    const note: Note = {
      id: String(this.notes.length),
      text,
      words: tokenSet(text),
      meaning: embedder?.embed(text),
      category,
      strength,
      labels: new Set(),
      files: new Set(),
      sightings: 0,
      lastSeen: at,
      isFromOutside,
      firstOutside: at,
    }
    this.notes.push(note)
    return note
  }
}

/** How like a task each note is, by the measure that the library uses. */
export function similarityTo({ task }: Run): (note: Note) => number {
  const words = tokenSet(task)
  const meaning = embedder?.embed(task)
  const weight = semanticWeight(task, { ...FUSION, proseWeight: 0.7 })
  return (note) => {
    const cosine =
      meaning === undefined || note.meaning === undefined ? undefined : embedder!.similarity(meaning, note.meaning)
    return fuseSimilarity(
      cosine,
      sharedCount(note.words, words) / Math.sqrt(Math.max(1, note.words.size * words.size)),
      weight,
    )
  }
}

/** The best within the budget, by the law that packs the library's blocks; below the least score nothing. */
export function packed(ranked: readonly Ranked[], budgetTokens: number, least = Number.NEGATIVE_INFINITY): Line[] {
  const patterns = ranked.map(({ note, score, text = note.text }) => ({
    id: note.id,
    text,
    score,
    successes: 0,
    ignoreCount: 0,
  }))
  const { included } = inject({ role: ROLE, patterns, budgetTokens }, { ...INJECT, minScore: least })
  const byId = new Map(patterns.map((pattern) => [pattern.id, pattern]))
  return included.map((id) => {
    const { text } = byId.get(id)!
    return { pattern: id, text, tokens: lineTokens(byId.get(id)!, ROLE) }
  })
}

import { ruleOf } from '../domain/pattern-pull.ts'
import { withoutUndefined } from '../domain/sets.ts'
import type { Category } from '../domain/values/pattern.ts'
import type { LineTokens } from '../engine/laws/role-block.ts'
import type { SteadyWorth } from '../engine/standing/axes.ts'
import type { Belief } from '../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import type { Quoted } from '../injection/candidate.ts'
import type { Fared } from '../injection/surface.ts'

/** Patterns written for hooks: `MTA1`, the length of the head, the head in JSON, then the sections at multiples of four bytes. Rows that may be shown come first, by state and rank. */
export interface FileHead {
  readonly v: number
  /** Shows whether anything changed since it was written. */
  readonly stamp: string
  readonly renderedAt: number
  readonly policyHash: string
  /** How hooks weigh patterns; default: by the classic score. */
  readonly profile?: 'bayes'
  readonly project: string
  /** The repository's name for others, for patterns that are not for every one. */
  readonly repository?: string
  /** The order of categories, by the goal that a person chose. */
  readonly priority?: readonly Category[]
  /** The model that computed the vectors, and the path of its file. */
  readonly model?: { readonly id: string; readonly dims: number; readonly file: string }
  readonly health: Health
  /** The number of rows of each state, in this order. */
  readonly states: readonly { readonly state: string; readonly rows: number }[]
  /** The number of all patterns. */
  readonly rows: number
  /** The position of the journal up to which they are complete. */
  readonly position: number
  /** The average number of words of a pattern. */
  readonly meanLength: number
  /** For a file of changes: how it fits into its whole file. */
  readonly base?: BaseOfChanges
  /** The places in `choices` of the answers to recurring questions. */
  readonly choices: { readonly [question: string]: readonly [offset: number, bytes: number] }
  /** Offsets count from the first byte after the head. */
  readonly sections: { readonly [name in Section]: readonly [offset: number, bytes: number] }
}

export interface BaseOfChanges {
  readonly stamp: string
  /** The rows of the whole file that are out of date. */
  readonly replaced: readonly number[]
  /** For each row of the changes: the row of the whole file that it precedes, and the rank of its id among all ids. */
  readonly places: readonly number[]
  readonly idPlaces: readonly number[]
}

export interface LineCounts {
  readonly [line: string]: number
}

/** Failures of sessions, by their ids, each with the first two sessions. */
export interface KnownFailures {
  readonly [failure: string]: readonly string[]
}

export interface Health {
  /** Patterns that may be shown, by category. */
  readonly patterns: { readonly [category: string]: number }
  readonly runs: number
  readonly learnedAt?: number
  readonly gated: readonly string[]
  readonly failures: number
}

/** Names of the files: all patterns, and those that changed since. A hook reads both as one. */
export const PRECOMPUTED_FILES = { whole: 'patterns.bin', changes: 'changes.bin' } as const

export const SECTIONS = [
  'ids',
  'ranks',
  'records',
  'recordAt',
  'files',
  'filesAt',
  'audience',
  'idOrder',
  'wordLetters',
  'wordPlaces',
  'wordSlots',
  'wordEntries',
  'stemLetters',
  'stemPlaces',
  'stemSlots',
  'stemEntries',
  'stemWeights',
  'embeddings',
  'squares',
  'choices',
  'counts',
  'failures',
] as const

export type Section = (typeof SECTIONS)[number]

export const MAGIC = 0x3141544d
/** Increases whenever the head or a section changes its meaning. */
export const FORM = 15

/** Bits of the byte that gives the readers of a pattern in this repository: an agent without a name, and the agent of a session itself. */
export const AUDIENCE = { nameless: 1, main: 2 } as const

/** The file has the format of another version; the next writer replaces it. */
export class OtherForm extends Error {}

export const PREAMBLE_BYTES = 8

/** The fields of a pattern that a hook weighs and shows. The files in which it was learned are stored separately: few questions name any, and they are most of a record. */
export interface FileRecord {
  readonly record: PatternRecord
  /** The part of its score that does not change with time. */
  readonly steady: SteadyWorth
  readonly fared: Fared
  /** Its text for a prompt, if that differs from the pattern's own. */
  readonly quoted?: Quoted
  /** The belief in it, under the bayes profile. */
  readonly belief?: Belief
  /** The token cost of its line under the bayes profile, precomputed because counting takes longer than weighing. */
  readonly cost?: LineTokens
}

/** The fields of a record that choosing and showing read once its score is known. */
export function leanRecord({ pattern, evidence }: PatternRecord): PatternRecord {
  const { id, text, textHash, role, category, polarity, strength, appliesTo } = pattern
  const { tags, labels, phases, repositories, decisions, files, conflicts, near } = pattern
  // A rule needs its places; for any other pattern, only whether it was seen in any.
  const places = ruleOf(pattern) === undefined ? files.slice(0, 1) : files
  const { successes, reinforcements, ignoreCount, helpfulCount, harmfulCount } = evidence
  const known = { id, text, textHash, role, category, polarity, strength, appliesTo, tags, labels, phases }
  return {
    pattern: { ...known, contexts: contextsOf(pattern), repositories, decisions, files: places, conflicts, near },
    evidence: { successes, reinforcements, ignoreCount, helpfulCount, harmfulCount },
  } as unknown as PatternRecord
}

/** Readers need only whether there are none, one or several contexts, and which one if there is one: it is the pattern's source. */
function contextsOf({ contexts }: PatternRecord['pattern']): readonly string[] {
  return contexts.length === 1 ? contexts : contexts.slice(0, 2).map(() => '')
}

/** The fields of a belief that weighing reads. */
export function leanBelief(belief: Belief): Belief {
  const { posterior, effect, deviation, internalObservations, isFromOutside, isOpen } = belief
  const flags = { ...(isFromOutside && { isFromOutside }), ...(isOpen && { isOpen }) }
  return { posterior, effect, deviation, internalObservations, ...flags } as Belief
}

/** The same for weighing by belief, with the fields that exclude a pattern. */
export function believedRecord(record: PatternRecord): PatternRecord {
  const lean = leanRecord(record)
  const { citation, staleCitedAt, quarantined, mergedInto, invertedFrom } = record.pattern
  return {
    ...lean,
    pattern: {
      ...lean.pattern,
      quarantined,
      ...withoutUndefined({ citation, staleCitedAt, mergedInto, invertedFrom }),
    },
  }
}

export function joinPrecomputed(
  head: Omit<FileHead, 'sections'>,
  sections: { readonly [name in Section]: ArrayBufferView },
): Uint8Array {
  const places: Record<string, [number, number]> = {}
  let end = 0
  for (const name of SECTIONS) {
    places[name] = [end, sections[name].byteLength]
    end = padded(end + sections[name].byteLength)
  }
  const text = new TextEncoder().encode(JSON.stringify({ ...head, sections: places }))
  const body = padded(PREAMBLE_BYTES + text.length)
  const file = new Uint8Array(body + end)
  const numbers = new DataView(file.buffer)
  numbers.setUint32(0, MAGIC, true)
  numbers.setUint32(4, text.length, true)
  file.set(text, PREAMBLE_BYTES)
  for (const name of SECTIONS) {
    const { buffer, byteOffset, byteLength } = sections[name]
    file.set(new Uint8Array(buffer, byteOffset, byteLength), body + places[name]![0])
  }
  return file
}

export function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}

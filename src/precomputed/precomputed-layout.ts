import { ruleOf } from '../domain/pattern-pull.ts'
import { withoutUndefined } from '../domain/sets.ts'
import type { Category } from '../domain/values/pattern.ts'
import type { LineTokens } from '../engine/laws/inject.ts'
import type { SteadyWorth } from '../engine/standing/axes.ts'
import type { Belief } from '../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import type { Quoted } from '../injection/candidate.ts'
import type { Fared } from '../injection/surface.ts'

/** Patterns written for hooks: `MTA1`, the length of the head, the head in JSON, then the sections at multiples of four bytes. Rows that may be shown come first, by state and rank. */
export interface FileHead {
  readonly v: number
  /** Says whether anything moved since it was written. */
  readonly stamp: string
  readonly renderedAt: number
  readonly policyHash: string
  /** How hooks weigh; left out, by the classic score. */
  readonly profile?: 'bayes'
  readonly project: string
  /** What others call the repository, for patterns that are not for every one. */
  readonly repository?: string
  /** Which categories go first, by the goal that a person chose. */
  readonly priority?: readonly Category[]
  /** The model by which meanings were worked out, and where its file is. */
  readonly model?: { readonly id: string; readonly dims: number; readonly file: string }
  readonly health: Health
  /** How many rows there are of each state, in this order. */
  readonly states: readonly { readonly state: string; readonly rows: number }[]
  /** All patterns. */
  readonly rows: number
  /** Up to which position of the journal they are complete. */
  readonly position: number
  /** How many words a pattern has on average. */
  readonly meanLength: number
  /** A file of changes: how it fits into the whole file that it belongs to. */
  readonly base?: BaseOfChanges
  /** Where in `choices` the answers to questions lie that come again and again. */
  readonly choices: { readonly [question: string]: readonly [offset: number, bytes: number] }
  /** From the first byte after the head. */
  readonly sections: { readonly [name in Section]: readonly [offset: number, bytes: number] }
}

export interface BaseOfChanges {
  readonly stamp: string
  /** The rows of the whole file that are out of date. */
  readonly replaced: readonly number[]
  /** For each row of the changes: before which row of the whole file it is listed, and where its id stands among all. */
  readonly places: readonly number[]
  readonly idPlaces: readonly number[]
}

export interface LineCounts {
  readonly [line: string]: number
}

/** Failures that sessions met, by what they are known again, each with the first two sessions. */
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
/** Counts up whenever the head or a section means something else than before. */
export const FORM = 15

/** Bits of the byte that says for whom a pattern is in this repository: an agent without a name, and the agent that a session itself is. */
export const AUDIENCE = { nameless: 1, main: 2 } as const

/** The file was written by a version whose form this one does not read; the next writer writes it again. */
export class OtherForm extends Error {}

export const PREAMBLE_BYTES = 8

/** A pattern as a hook weighs and shows it. The files it was learned in lie apart: few questions name any, and they are most of a record. */
export interface FileRecord {
  readonly record: PatternRecord
  /** What of its worth does not change with the hour. */
  readonly steady: SteadyWorth
  readonly fared: Fared
  /** Its words as they may enter a prompt, where they are not as it has them. */
  readonly quoted?: Quoted
  /** What is believed of it, under the bayes profile. */
  readonly belief?: Belief
  /** What its line is taken to cost where beliefs weigh: counting takes longer than weighing. */
  readonly cost?: LineTokens
}

/** As much of a record as choosing and showing read, once its worth was worked out. */
export function leanRecord({ pattern, evidence }: PatternRecord): PatternRecord {
  const { id, text, textHash, role, category, polarity, strength, appliesTo } = pattern
  const { tags, labels, phases, repositories, decisions, files, conflicts } = pattern
  // A rule says where it holds; of anything else only whether it was seen in any place is read.
  const places = ruleOf(pattern) === undefined ? files.slice(0, 1) : files
  const { successes, reinforcements, ignoreCount, helpfulCount, harmfulCount } = evidence
  const known = { id, text, textHash, role, category, polarity, strength, appliesTo, tags, labels, phases }
  return {
    pattern: { ...known, contexts: contextsOf(pattern), repositories, decisions, files: places, conflicts },
    evidence: { successes, reinforcements, ignoreCount, helpfulCount, harmfulCount },
  } as unknown as PatternRecord
}

/** Whether there is one is read, and which it is: it is the source. */
function contextsOf({ contexts }: PatternRecord['pattern']): readonly string[] {
  return contexts.length === 1 ? contexts : contexts.slice(0, 2).map(() => '')
}

/** As much of a belief as weighing reads. */
export function leanBelief(belief: Belief): Belief {
  const { posterior, effect, deviation, internalObservations, isFromOutside, isOpen } = belief
  const flags = { ...(isFromOutside && { isFromOutside }), ...(isOpen && { isOpen }) }
  return { posterior, effect, deviation, internalObservations, ...flags } as Belief
}

/** The same where beliefs weigh: with what bars it. */
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

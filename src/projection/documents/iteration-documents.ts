import { type DocumentReader, defineDocument, makeDocument } from '../../domain/document.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { NO_USE, type UsageTally } from '../../engine/standing/success-rate.ts'

/** One round of a run, with a row for each pattern that was shown in it. */
export const ITERATION = defineDocument<IterationRecord>('iteration')
export const CALENDAR = defineDocument<{ readonly iterations: number }>('calendar')
/** The tally of a pattern's applications. */
export const USAGE = defineDocument<UsageRecord>('usage')

type Citation = PayloadOf<'citation-verified'>['citation']

/** The state of a pattern in an iteration. */
export interface Row {
  readonly shown: boolean
  /** Shown to an agent that writes code, so the build counts for it. */
  readonly builds: boolean
  readonly acknowledged: boolean
  readonly verified: boolean
  /** It counts in the pattern's tally. */
  readonly counted: boolean
  readonly relevance?: number
  /** Places that the agent named and that are not checked yet. */
  readonly unchecked?: readonly Citation[]
}

export interface IterationRecord {
  readonly run: string
  /** Within its run, from 1. */
  readonly iteration: number
  /** Within the project, from 1. */
  readonly number: number
  readonly startedAt: number
  readonly commit?: string
  readonly rows: { readonly [pattern: string]: Row }
  readonly measured: boolean
  readonly build?: { readonly passed: boolean; readonly at: number }
  readonly goal?: { readonly goal: string; readonly success: boolean; readonly score: number }
}

export interface UsageRecord {
  readonly pattern: string
  readonly tally: UsageTally
}

export const OUTSTANDING = ['relevance', 'goal', 'citations', 'count'] as const
export type Outstanding = (typeof OUTSTANDING)[number]

export function iterationId(run: string, iteration: number): string {
  return `${run}/${iteration}`
}

/** The states of iterations with outstanding work. */
export function statesLacking(work: Outstanding): string[] {
  const states = Array.from({ length: 2 ** OUTSTANDING.length }, (_, bits) =>
    OUTSTANDING.filter((_, i) => (bits >> i) % 2 === 1),
  )
  return states.filter((set) => set.includes(work)).map((set) => set.join('+'))
}

export function iterationDocument(record: IterationRecord) {
  const lacking = { relevance: !record.measured, goal: record.goal === undefined, citations: false, count: false }
  for (const pattern in record.rows) {
    const { unchecked, shown, counted } = record.rows[pattern]!
    if (unchecked !== undefined) lacking.citations = true
    if (shown && !counted) lacking.count = true
  }
  const state = OUTSTANDING.filter((item) => lacking[item]).join('+')
  const id = iterationId(record.run, record.iteration)
  return makeDocument(ITERATION, id, record, { state, rank: record.number })
}

export function usageDocument(pattern: string, tally: UsageTally) {
  const body: UsageRecord = { pattern, tally }
  return makeDocument(USAGE, pattern, body, { rank: tally.rows })
}

export function usageTally(read: DocumentReader, pattern: string): UsageTally {
  return read.get(USAGE, pattern)?.body.tally ?? NO_USE
}

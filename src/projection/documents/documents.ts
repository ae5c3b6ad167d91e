import { digest } from '../../domain/digest.ts'
import { defineDocument, makeDocument } from '../../domain/document.ts'
import type { Provenance } from '../../domain/event.ts'
import type { EventType, PayloadOf } from '../../domain/events/catalogue.ts'
import { storedName } from '../../domain/events/stored-name.ts'
import { replacedBy } from '../../domain/pattern.ts'
import { isRule, ruleOf } from '../../domain/pattern-pull.ts'
import type { Run } from '../../domain/run.ts'
import { own } from '../../domain/sets.ts'
import type { FeedbackType } from '../../domain/values/outcome.ts'
import type { TaskTally } from '../../engine/laws/implicit-feedback.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { HIDDEN, timelessRank } from '../../engine/standing/axes.ts'
import type { Given, PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { Exposure } from '../exposure.ts'
import type { RunProgress } from '../fold-run.ts'

/** The kinds of documents that the journal is folded into. */
export const PATTERN = defineDocument<PatternRecord>('pattern')
export const RUN = defineDocument<RunRecord>('run')
export const LEARNING = defineDocument<LearningRecord>('learning')
export const ALIAS = defineDocument<{ readonly pattern: string }>('alias')
/** When a pattern was last reworded; newest first in a list, so that the word index finds new wordings immediately. */
export const WORDING = defineDocument<object>('wording')
export const LOOP = defineDocument<LoopRecord>('loop')
/** A pattern that cites lines which are checked for changes; state `kept`. */
export const CITED = defineDocument<object>('cited')

export { SHOWABLE } from '../../engine/standing/axes.ts'

/** A run, and the credit that it has given to each of its patterns so far. */
/** How many tasks of a run succeeded and failed. */
export interface TaskEnds {
  readonly succeeded: number
  readonly failed: number
}

export interface RunRecord {
  readonly run: Run
  /** Absent until an event names the round of the run. */
  readonly course?: RunProgress
  readonly given: { readonly [pattern: string]: Given }
  /** By the outcome of the whole run, or else by the mean of its tasks. */
  readonly feedback?: FeedbackType
  readonly tasks?: TaskTally
  /** The results of its tasks, each by its last attempt, if somebody observed it. */
  readonly ends?: TaskEnds
  /** The patterns that it was shown, and its reports about them, for the bayes profile. */
  readonly exposure?: Exposure
}

export interface LearningRecord {
  readonly event: string
  readonly run?: string
  readonly capturedAt: number
  readonly provenance: Provenance
  readonly learning: PayloadOf<'learning-captured'>
  readonly status: 'pending' | 'approved' | 'reworded' | 'rejected' | 'skipped'
  readonly reason?: string
}

/** Signs of life: when each part of the loop last did something, and what failed. */
export interface LoopRecord {
  readonly events: number
  readonly byType: { readonly [type: string]: number }
  readonly runs: number
  /** Position of the last event that changed a pattern: cached patterns are valid until it moves. */
  readonly patternsChangedAt: number
  /** Absent until a pattern changes. */
  readonly patternsChanged?: ChangedPatterns
  /** Position of the last event that changed a belief in a pattern. Absent until one does. */
  readonly beliefsChangedAt?: number
  readonly lastAt: { readonly [part: string]: number }
  readonly failures: number
  readonly lastFailure?: { readonly part: string; readonly code: string; readonly message: string; readonly at: number }
}

/** The few patterns that changed last, so that a process with patterns in memory need not read all of them again. */
export interface ChangedPatterns {
  /** Every change after this position is listed. */
  readonly since: number
  /** Each with the position of the last event that changed it, the newest last. */
  readonly last: readonly (readonly [pattern: string, position: number])[]
}

export const EMPTY_LOOP: LoopRecord = { events: 0, byType: {}, runs: 0, patternsChangedAt: 0, lastAt: {}, failures: 0 }

/** How often an event was recorded, counted under the name of its first version, so that a new version changes no document. */
export function timesRecorded({ byType }: LoopRecord, type: EventType): number {
  return own(byType, storedName(type, 1)) ?? 0
}

export function patternDocument(record: PatternRecord, policy: Policy) {
  const { pattern } = record
  const { decays, rank: byScore } = timelessRank(record, policy)
  const rule = isRule(pattern) ? ruleOf(pattern) : undefined
  const state = rule !== undefined ? 'rule' : isHidden(record) ? HIDDEN : decays ? 'live' : 'immune'
  const rank = rule?.at ?? byScore
  const { aliases, tags, labels, files } = pattern
  const text = [pattern.text, ...aliases, ...tags, ...labels, ...files].join('\n')
  return makeDocument(PATTERN, pattern.id, record, { state, rank, text })
}

/** Excluded by its stored state; exclusion by age alone is determined when a pattern is read. */
function isHidden({ pattern, evidence, inverted }: PatternRecord): boolean {
  const { lifecycle, maturity } = pattern.decisions
  return (
    pattern.quarantined ||
    pattern.mergedInto !== undefined ||
    pattern.recovered === true ||
    replacedBy(pattern) !== undefined ||
    inverted === true ||
    lifecycle?.kind === 'deprecate' ||
    (maturity === undefined ? evidence.maturity === 'deprecated' : maturity.kind === 'deprecate')
  )
}

export function runDocument(record: RunRecord) {
  const state = record.run.outcome?.result ?? 'open'
  return makeDocument(RUN, record.run.id, record, { state, rank: record.run.lastAt })
}

export function learningDocument(record: LearningRecord) {
  return makeDocument(LEARNING, record.learning.learning, record, { state: record.status, rank: -record.capturedAt })
}

/** The id of the document that maps a role's wording to its pattern. */
export function aliasId(wording: { role: string; polarity: string; textHash: string }): string {
  return digest(`${wording.role.toLowerCase()}\n${wording.polarity}\n${wording.textHash}`).slice(0, 32)
}

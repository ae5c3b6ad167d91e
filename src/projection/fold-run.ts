import type { Document, DocumentReader } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { evolveRun } from '../domain/run.ts'
import {
  type Credit,
  creditDue,
  creditFor,
  isNoCredit,
  NO_CREDIT,
  type RunSignals,
} from '../engine/credit.ts'
import { outcomeFeedback } from '../engine/outcome-feedback.ts'
import type { Policy } from '../engine/policy.ts'
import { loopRecord, patternRecord, type RunRecord, runDocument } from './documents.ts'

/** What a pattern gets from its run because of one event. */
export interface CreditGiven {
  readonly pattern: string
  readonly credit: Credit
  /** When the feedback happened: the run's outcome, not the arrival of a later truth. */
  readonly at: number
}

/** Folds an event into its run, and works out what each of its patterns is now due on top of what it was given. */
export function foldRun(
  before: RunRecord | undefined,
  event: KnownEvent,
  read: DocumentReader,
  policy: Policy,
): { run?: Document; credits: readonly CreditGiven[] } {
  if (event.run === undefined) return { credits: [] }
  const number = before?.run.number ?? loopRecord(read).runs + 1
  const run = evolveRun(before?.run, event, number)
  const feedback = feedbackOf(event, before, policy)
  const passed = before?.passed === true || isGatedPass(event)
  const signals = signalsOf({ run, feedback, passed })
  const credits = changed(signals, before, run.tiers) ? creditsDue(signals, run, before, read, policy) : []
  const given = { ...before?.given }
  for (const { pattern, at } of credits)
    given[pattern] = { credit: dueTo(pattern, signals, run.tiers, read, policy), at }
  const record: RunRecord = {
    run,
    given,
    ...(feedback === undefined ? {} : { feedback }),
    ...(passed ? { passed } : {}),
  }
  return { run: runDocument(record), credits }
}

type Signals = Pick<RunRecord, 'run' | 'feedback' | 'passed'>

function signalsOf({ run, feedback, passed }: Signals): RunSignals {
  return {
    ...(feedback === undefined ? {} : { outcome: feedback }),
    ...(run.merge === undefined ? {} : { merge: run.merge.kept ? 'kept' : 'reverted' }),
    ...(passed === true ? { passed } : {}),
  }
}

/** Most events change neither a signal nor a tier, and then nothing is due. */
function changed(
  signals: RunSignals,
  before: RunRecord | undefined,
  tiers: RunRecord['run']['tiers'],
): boolean {
  const known = before === undefined ? {} : signalsOf(before)
  return (
    tiers !== before?.run.tiers ||
    signals.outcome !== known.outcome ||
    signals.merge !== known.merge ||
    signals.passed !== known.passed
  )
}

function creditsDue(
  signals: RunSignals,
  run: RunRecord['run'],
  before: RunRecord | undefined,
  read: DocumentReader,
  policy: Policy,
): CreditGiven[] {
  const at = run.outcome?.at ?? run.merge?.at ?? run.lastAt
  return Object.keys(run.tiers).flatMap((pattern) => {
    const given = before?.given[pattern]
    const credit = creditDue(dueTo(pattern, signals, run.tiers, read, policy), given?.credit ?? NO_CREDIT)
    return isNoCredit(credit) ? [] : [{ pattern, credit, at: given?.at ?? at }]
  })
}

function dueTo(
  pattern: string,
  signals: RunSignals,
  tiers: RunRecord['run']['tiers'],
  read: DocumentReader,
  policy: Policy,
): Credit {
  const role = patternRecord(read, pattern)?.pattern.role ?? ''
  return creditFor(signals, tiers[pattern] ?? 'shown', role, policy.penalty)
}

/** The outcome of the whole run speaks louder than those of its tasks; see `evolveRun`. */
function feedbackOf(event: KnownEvent, before: RunRecord | undefined, policy: Policy): RunRecord['feedback'] {
  if (event.type !== 'outcome-recorded.v1') return before?.feedback
  if (before?.run.outcome?.whole === true && event.payload.task !== undefined) return before.feedback
  return outcomeFeedback(event.payload, policy.implicitFeedback)?.type
}

function isGatedPass(event: KnownEvent): boolean {
  if (event.type !== 'verdict-recorded.v1') return false
  const { result, evidenceLevel } = event.payload
  return result === 'PASS' && (evidenceLevel === 1 || evidenceLevel === 2)
}

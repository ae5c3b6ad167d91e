import { isAgentsDoor, type Origin } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { roundScore } from '../../domain/numbers.ts'
import { own } from '../../domain/sets.ts'
import { inputError } from '../../domain/user-error.ts'
import { type FailureMode, failureModeOf } from '../../engine/governance/failures.ts'
import { type OutcomeFeedback, outcomeFeedback } from '../../engine/laws/implicit-feedback.ts'
import { decay } from '../../engine/standing/decay.ts'
import { RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPayload, checkPlace } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { appendFacts, type Draft, placeOf } from '../journal/append-facts.ts'
import { agentsWord } from './agent-claims.ts'
import { type AppliedPattern, checkUse, type PatternUse, useDrafts } from './applications.ts'
import { checkTaskOutcome, outcomeKey, settledBySuccess, withCountedErrors } from './task-outcome.ts'

type Outcome = PayloadOf<'outcome-recorded'>

export type { AppliedPattern }

export interface OutcomeInput extends Omit<Outcome, 'observedBy'> {
  readonly observedBy?: Outcome['observedBy']
  readonly applied?: readonly AppliedPattern[]
  readonly merged?: boolean
  readonly reverted?: boolean
  readonly agent?: string
  readonly occurredAt?: number
}

export interface OutcomeRecorded {
  readonly run: string
  readonly duplicate: boolean
  /** As given, or counted from the task's recorded errors. */
  readonly errorCount?: number
  /** The criteria that the task's outcome concerns. */
  readonly criteria: readonly string[]
  readonly settled: { readonly errors: number; readonly strikes: boolean }
  /** Undefined if nobody observed the outcome: it then credits nothing. */
  readonly feedback?: OutcomeFeedback
  /** Its remaining strength as of now, if the course was measured. */
  readonly decayedStrength?: number
  /** As given, or derived from the details. */
  readonly failureMode?: FailureMode
  readonly applied: readonly CreditedUse[]
  /** Fields left out, because they are unknown or the reporter may not set them. */
  readonly notKept: readonly string[]
}

/** A use, and whether the run was shown the pattern: without a receipt, it earns nothing until one arrives. */
export interface CreditedUse extends PatternUse {
  readonly shown: boolean
}

/** Records how a run ended, which patterns it used, and whether its work was merged or taken back; success settles errors and strikes. The same outcome twice is one; another for the same run and task is a conflict. */
export async function recordOutcome(context: LoopContext, input: OutcomeInput): Promise<OutcomeRecorded> {
  const { applied = [], merged = false, reverted = false, agent, occurredAt, ...given } = input
  checkPlace({ occurredAt })
  const { told, notKept: left } = agentsWord(context.origin, given)
  // An agent may not report the fate of its own work.
  const late = { merged, reverted }
  const isAgents = isAgentsDoor(context.origin)
  const notKept = [...left, ...(isAgents ? (['merged', 'reverted'] as const).filter((one) => late[one]) : [])]
  const checked = await checkPayload('outcome-recorded', { observedBy: 'record', ...told })
  const payload = await withCountedErrors(context, checked)
  checkTaskOutcome(payload)
  checkAdapters(payload)
  const { run, files = [] } = payload
  const place = placeOf(run, occurredAt)
  const uses = applied.map((use) => ({ ...use, ...checkUse(use, files), ...claimOf(context, use, files) }))
  const drafts: Draft[] = []
  for (const use of uses) drafts.push(...(await useDrafts(use, agent, place)))
  drafts.push({ type: 'outcome-recorded', payload, key: outcomeKey(payload), ...place })
  const settled = await settledBySuccess(context, payload, place)
  drafts.push(...settled)
  if (merged && !isAgents) drafts.push({ type: 'run-merged', payload: { run }, key: `merged/${run}`, ...place })
  if (reverted && !isAgents) drafts.push({ type: 'run-reverted', payload: { run }, key: `reverted/${run}`, ...place })
  const appended = await appendFacts(context, drafts)
  const feedback = outcomeFeedback(payload, context.policy.implicitFeedback)
  return {
    run,
    duplicate: appended.every((item) => item.duplicate),
    errorCount: payload.errorCount,
    criteria: payload.criteria ?? (payload.task === undefined ? [] : context.policy.criterion.defaults),
    settled: {
      errors: settled.filter(({ type }) => type === 'error-resolved').length,
      strikes: settled.some(({ type }) => type === 'strike-cleared'),
    },
    ...(feedback !== undefined && { feedback, ...decayed(context, feedback, occurredAt) }),
    ...failureModeOf(payload),
    applied: await credited(context, run, uses),
    notKept,
  }
}

/** An agent's list of changed files is a claim just like the cited place: `learn` checks both against the actual change. */
function claimOf({ origin }: LoopContext, use: AppliedPattern, files: readonly string[]) {
  if (!isAgentsDoor(origin) || !checkUse(use, files).verified) return {}
  return { verified: false, reason: `mettle learn checks ${use.file} against the change`, isOpen: true }
}

async function credited({ journal }: LoopContext, run: string, uses: readonly PatternUse[]) {
  if (uses.length === 0) return []
  const tiers = (await bodyOf(journal, RUN, run))?.run.tiers
  return uses.map(({ pattern, verified, reason }) => ({
    pattern,
    verified,
    reason,
    shown: own(tiers, pattern) !== undefined,
  }))
}

function decayed({ now, policy }: LoopContext, { strength }: OutcomeFeedback, at = now()) {
  const { halfLifeDays } = policy.implicitFeedback
  return strength === undefined ? {} : { decayedStrength: roundScore(decay(strength, now() - at, halfLifeDays)) }
}

/** The fact of an outcome that comes alone, from a log for example. */
export async function outcomeDraft(
  given: Omit<Outcome, 'observedBy'>,
  occurredAt?: number,
  origin: Origin = { surface: 'import' },
): Promise<Draft> {
  checkPlace({ occurredAt })
  const { told } = agentsWord(origin, { ...given, observedBy: 'record' })
  return checkedDraft('outcome-recorded', told, { ...placeOf(told.run, occurredAt), key: outcomeKey(told) })
}

/** Refuses adapters without a quality score: an ungraded run is no evidence on its adapters, and must not seem to be. */
function checkAdapters({ task, adapters = [], qualityScore, postExecutionScore }: Outcome): void {
  if (task !== undefined || adapters.length === 0 || (qualityScore ?? postExecutionScore) !== undefined) return
  throw inputError(
    'qualityScore: is missing, and without it the run counts for no adapter',
    'Say how good the work is, from 0 to 1, or leave the adapters out.',
  )
}

import { readAcknowledgement } from '../capture/acknowledgement.ts'
import { type Said, type Step, stepsOf } from '../capture/session/session.ts'
import { worksOf } from '../capture/session/work.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { acknowledge, type ClaimedPattern } from './acknowledge.ts'
import { checkPlace } from './check-payload.ts'
import type { LoopContext } from './context.ts'
import { type MinedLesson, recordLessons } from './mine-lessons.ts'
import { runPipeline } from './pipeline/run-pipeline.ts'
import type { StepName, StepReport } from './pipeline/step.ts'
import { factsOfSession, sessionRecord } from './session-facts.ts'
import { recordChecks, recordWorks, type SettledWork } from './settle-work.ts'

export interface SettleRequest {
  readonly run: string
  readonly onStep?: (name: string) => void
}

/** What settling a session did, and why. */
export interface SessionSettled {
  readonly run: string
  /** How many facts of the session were read. */
  readonly facts: number
  /** Patterns that the agent said it used, heard of for the first time. */
  readonly acknowledged: readonly ClaimedPattern[]
  /** Builds and tests that were not on record yet. */
  readonly checks: number
  readonly works: readonly SettledWork[]
  /** What the session teaches, read from what happened. */
  readonly lessons: readonly MinedLesson[]
  readonly patterns: { readonly added: number; readonly merged: number; readonly rejected: number }
  readonly steps: readonly StepReport[]
}

/** The steps of `learn` that need neither a model nor a command of a person's goal. */
const STEPS: readonly StepName[] = [
  'changed-files',
  'relevance',
  'merge-relevance',
  'verify-citations',
  'capture',
  'write-patterns',
  'success-rates',
]

/**
 * Draws the line under a session as far as it has come: what the agent says it used, how its builds and tests ended, how its work ended as
 * far as that was observed, and what follows for patterns.
 *
 * A session pauses after every turn and may be taken up days later, so it is settled many times: every fact has a key that follows from
 * the facts it was read from. Settling twice, or two at once, or again after one was killed, changes nothing that was done.
 */
export async function settleSession(context: LoopContext, request: SettleRequest): Promise<SessionSettled> {
  const { onStep = () => undefined } = request
  checkPlace(request)
  const { run } = await sessionRecord(context, request.run)
  onStep('reading the session')
  const facts = await factsOfSession(context, run)
  const steps = stepsOf(facts)
  const acknowledged = await acknowledgeSaid(context, run, { steps, facts })
  const checks = await recordChecks(context, run, { steps, facts })
  const works = await recordWorks(context, run, worksOf(steps))
  const lessons = await recordLessons(context, run, { steps, known: minedBefore(facts) })
  const learned = await runPipeline(context, { steps: STEPS, useModel: false, onStep })
  const { added, merged, rejected } = learned
  return {
    run,
    facts: steps.length,
    acknowledged,
    checks,
    works,
    lessons,
    patterns: { added, merged, rejected: rejected.length },
    steps: learned.steps,
  }
}

/**
 * Hears what the agent said at the end of its turns, each once. A claim is told apart by when it was made, since what a run was shown
 * moves on.
 */
async function acknowledgeSaid(
  context: LoopContext,
  run: string,
  { steps, facts }: { readonly steps: readonly Step[]; readonly facts: readonly KnownEvent[] },
): Promise<ClaimedPattern[]> {
  const heard = new Set(facts.flatMap((fact) => (isHeard(fact) ? [fact.occurredAt] : [])))
  const claims: ClaimedPattern[] = []
  for (const said of steps) {
    if (said.is !== 'said' || heard.has(said.at) || !readAcknowledgement(said.text).acknowledged) continue
    claims.push(...(await acknowledge(context, inputOf(run, said))).applied)
  }
  return claims
}

/** The lessons that this session taught when it was settled before. */
function minedBefore(facts: readonly KnownEvent[]): ReadonlySet<string> {
  const lessons = facts.flatMap((fact) =>
    fact.type === 'learning-captured.v1' && fact.payload.mined !== undefined ? [fact.payload.lesson] : [],
  )
  return new Set(lessons)
}

function isHeard({ type }: KnownEvent): boolean {
  return type === 'pattern-acknowledged.v1' || type === 'nothing-learned.v1'
}

function inputOf(run: string, { text, agent, at }: Said) {
  return { run, message: text, occurredAt: at, ...(agent === undefined ? {} : { agent }) }
}

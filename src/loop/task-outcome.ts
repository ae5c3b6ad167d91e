import type { PayloadOf } from '../domain/events/catalogue.ts'
import { type Draft, runStream, taskStream } from './append-facts.ts'
import { checkPayload } from './check-payload.ts'
import type { LoopContext } from './context.ts'
import { factsIn } from './facts-about.ts'
import { errorCountOf, errorsOf } from './task-errors.ts'
import { strikesOf } from './task-strikes.ts'

type Outcome = PayloadOf<'outcome-recorded.v1'>
type Place = Pick<Draft, 'stream' | 'run' | 'occurredAt'>

/**
 * The outcome with the errors that were recorded for its task, where it does not say how many there were. It then names the
 * field as assumed. An outcome that is told again keeps the count of the first time, so that it stays the same outcome.
 */
export async function withCountedErrors(context: LoopContext, outcome: Outcome): Promise<Outcome> {
  const { task, errorCount } = outcome
  if (task === undefined || errorCount !== undefined) return outcome
  const known = await knownOutcome(context, outcome)
  if (known !== undefined)
    return known.assumed?.includes(COUNTED) ? filled(outcome, known.errorCount ?? 0) : outcome
  const total = await errorCountOf(context, task)
  return total === 0 ? outcome : filled(outcome, total)
}

const COUNTED = 'errorCount'

function filled(outcome: Outcome, errorCount: number): Outcome {
  return { ...outcome, errorCount, assumed: [...(outcome.assumed ?? []), COUNTED] }
}

/** What a task's success settles: its strikes are wiped and its open errors resolved. Told again, it settles nothing more. */
export async function settledBySuccess(
  context: LoopContext,
  outcome: Outcome,
  place: Place,
): Promise<Draft[]> {
  const { run, task, result, observedBy } = outcome
  if (task === undefined || result !== 'success' || observedBy === 'none') return []
  if ((await knownOutcome(context, outcome)) !== undefined) return []
  const reason = `The task succeeded in run ${run}.`
  const drafts: Draft[] = []
  if ((await strikesOf(context, task)).count > 0) {
    const payload = await checkPayload('strike-cleared.v1', { task, by: 'mettle', reason })
    drafts.push({ ...place, type: 'strike-cleared.v1', payload, stream: taskStream(task) })
  }
  for (const { error } of await errorsOf(context, task)) {
    const payload = await checkPayload('error-resolved.v1', { error: error.error, how: reason })
    drafts.push({ ...place, type: 'error-resolved.v1', payload })
  }
  return drafts
}

/** The outcome that is on record for the same attempt at the same task of the same run. */
async function knownOutcome(
  context: LoopContext,
  { run, task, attempt = 1 }: Outcome,
): Promise<Outcome | undefined> {
  const facts = await factsIn(context, { stream: runStream(run), types: ['outcome-recorded.v1'] })
  const found = facts.find(
    (fact) =>
      fact.type === 'outcome-recorded.v1' &&
      fact.payload.task === task &&
      (fact.payload.attempt ?? 1) === attempt,
  )
  return found?.payload as Outcome | undefined
}

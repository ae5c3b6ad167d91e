import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { inputError } from '../../domain/user-error.ts'
import { TASK, type TaskRecord, taskId } from '../../projection/fold-tasks.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft } from '../facts/append-keys.ts'
import { bodyOf, firstOf, withTotal } from '../facts/cached-lists.ts'
import { idsThatBegin } from '../facts/find-named.ts'
import { type Draft, type DraftPlace, taskStream } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { tasksInput } from '../verbs/outcomes.ts'
import { errorCounts, errorsOf } from './task-errors.ts'
import { strikesOf } from './task-strikes.ts'

type Outcome = PayloadOf<'outcome-recorded'>
/** Fills in a missing error count from the task's recorded errors, and marks it as assumed. A repeated outcome keeps its first count, so that it stays the same outcome. */
export async function withCountedErrors(context: LoopContext, outcome: Outcome): Promise<Outcome> {
  const { task, errorCount } = outcome
  if (task === undefined || errorCount !== undefined) return outcome
  const known = await knownAttempt(context, task, outcome)
  if (known !== undefined) return known.assumed?.includes(COUNTED) ? filled(outcome, known.errorCount ?? 0) : outcome
  const { total } = await errorCounts(context, task)
  return total === 0 ? outcome : filled(outcome, total)
}

const COUNTED = 'errorCount'

function filled(outcome: Outcome, errorCount: number): Outcome {
  return { ...outcome, errorCount, assumed: [...(outcome.assumed ?? []), COUNTED] }
}

/** The facts that a task's success adds: strikes are cleared and errors resolved, each as an event, so that a list can show how it ended. Repeating the outcome adds none. */
export async function settledBySuccess(context: LoopContext, outcome: Outcome, place: DraftPlace) {
  const { run, task, result, observedBy } = outcome
  if (task === undefined || result !== 'success' || observedBy === 'none') return []
  if ((await knownAttempt(context, task, outcome)) !== undefined) return []
  const reason = `The task succeeded in run ${run}.`
  const drafts: Draft[] = []
  if ((await strikesOf(context, task)).count > 0) {
    const cleared = { task, by: 'mettle', reason }
    drafts.push(await checkedDraft('strike-cleared', cleared, { ...place, stream: taskStream(task) }))
  }
  for (const { error } of await errorsOf(context, task))
    drafts.push(await checkedDraft('error-resolved', { error: error.error, how: reason }, place))
  return drafts
}

/** A run has one outcome as a whole, and one for each attempt at each of its tasks. */
export function outcomeKey({ run, task, attempt = 1 }: Outcome): string {
  return task === undefined ? `outcome/${run}` : `outcome/${run}/${task}/${attempt}`
}

/** The recorded outcome of the same attempt. If its payload is archived, the task's document has the counts. */
async function knownAttempt(
  { journal }: LoopContext,
  task: string,
  outcome: Outcome,
): Promise<Pick<Outcome, 'errorCount' | 'assumed'> | undefined> {
  const [fact] = await journal.read({ key: outcomeKey(outcome), limit: 1 })
  if (!fact?.archived) return fact && (readEvent(fact)?.payload as Outcome | undefined)
  const { attempt, errorCount }: Partial<TaskRecord> = (await bodyOf(journal, TASK, taskId(outcome.run, task))) ?? {}
  return attempt === (outcome.attempt ?? 1) && errorCount !== undefined ? { errorCount, assumed: [COUNTED] } : {}
}

const NEEDED = { durationMs: '--duration-ms', errorCount: '--errors', retryCount: '--retries' } as const

/** Requires a task's course, by which it is judged; an unobserved outcome needs none. */
export function checkTaskOutcome(outcome: PayloadOf<'outcome-recorded'>): void {
  if (outcome.task === undefined || outcome.observedBy === 'none' || outcome.result === 'unknown') return
  const fields = Object.keys(NEEDED) as (keyof typeof NEEDED)[]
  const missing = fields.filter((field) => outcome[field] === undefined)
  if (missing.length === 0) return
  throw inputError(
    `The outcome of task '${outcome.task}' lacks ${missing.map((field) => `${NEEDED[field]} (${field})`).join(', ')}.`,
    'Give how long it took in milliseconds, how many errors it met, and how often it was tried again.',
  )
}

export type TaskFilter = Fields<typeof tasksInput>

const MOST_READ = 5_000

/** The tasks with an outcome, by last attempt, newest first. */
export async function listTasks(context: LoopContext, filter: TaskFilter = {}): Promise<TaskRecord[]> {
  const { run, feedback, limit = MOST_READ } = filter
  const states = feedback === undefined ? undefined : [feedback]
  if (run === undefined) return firstOf(context.journal, TASK, { states, limit }, (task) => task)
  const own = await idsThatBegin(context.journal, TASK, { prefix: taskId(run, ''), states })
  const found = own.map(({ body }) => body).sort((a, b) => b.at - a.at)
  return withTotal(found.slice(0, limit), found.length)
}

export async function taskOf({ journal }: LoopContext, run: string, task: string) {
  return bodyOf(journal, TASK, taskId(run, task))
}

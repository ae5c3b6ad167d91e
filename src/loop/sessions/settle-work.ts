import type { Step } from '../../capture/session/session.ts'
import { observedIn, type Work } from '../../capture/session/work.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { TASK, taskId } from '../../projection/fold-tasks.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, type Draft, isConflict, runStream } from '../journal/append-facts.ts'
import { checkPayload } from '../journal/check-payload.ts'
import { byMettle } from '../journal/stamp.ts'
import { recordOutcome } from '../runs/record-outcome.ts'

/** How a piece of work ended, and whether that is news. */
export interface SettledWork extends Work {
  readonly task: string
  readonly isNew: boolean
}

/** The work of a session is a task of its run. */
export function taskOfWork({ number }: Pick<Work, 'number'>): string {
  return `session.${number}`
}

/**
 * Records how the works of a session ended, each change or check since the last time as one more attempt at its task. An attempt that is
 * on record stands: a fact that arrives late may change what a later attempt says, never what an earlier one said.
 */
export async function recordWorks(
  context: LoopContext,
  run: string,
  works: readonly Work[],
): Promise<SettledWork[]> {
  const settled: SettledWork[] = []
  for (const work of works) {
    const task = taskOfWork(work)
    settled.push({ ...work, task, isNew: await isRecorded(context, run, work) })
  }
  return settled
}

async function isRecorded(context: LoopContext, run: string, work: Work): Promise<boolean> {
  const task = taskOfWork(work)
  const [document] = await context.journal.documents([{ kind: TASK, id: taskId(run, task) }])
  const known = document?.body.attempt ?? 0
  if (known >= work.attempt) return false
  const { result, observedBy, attempt, at, durationMs, errorCount, retryCount, files, adapters } = work
  const course = { durationMs, errorCount, retryCount, files: [...files], adapters: [...adapters] }
  try {
    const recorded = await recordOutcome(byMettle(context), {
      ...{ run, task, attempt, result, observedBy },
      ...course,
      criteria: [],
      occurredAt: at,
    })
    return !recorded.duplicate
  } catch (error) {
    if (isConflict(error)) return false
    throw error
  }
}

/** Records every build and test of a session as one, so that it speaks of what was shown in its iteration. */
export async function recordChecks(
  context: LoopContext,
  run: string,
  { steps, facts }: { readonly steps: readonly Step[]; readonly facts: readonly KnownEvent[] },
): Promise<number> {
  const starts = facts.flatMap((fact) => (fact.type === 'iteration-started' ? [fact] : []))
  const drafts: Draft[] = []
  for (const step of steps) {
    const check = step.is === 'tool' ? observedIn(step) : undefined
    if (step.is !== 'tool' || check === undefined) continue
    const begun = starts.filter(({ occurredAt }) => occurredAt <= step.at)
    const iteration = Math.max(0, ...begun.map(({ payload }) => payload.iteration))
    const { output, exitCode, durationMs } = step
    const payload = await checkPayload('build-finished', {
      passed: check.passed,
      command: check.command.slice(0, 2_000),
      output,
      exitCode,
      durationMs,
      iteration: iteration === 0 ? undefined : iteration,
    })
    const place = { stream: runStream(run), run, occurredAt: step.at }
    drafts.push({ type: 'build-finished', payload, key: `build/${run}/${step.event}`, ...place })
  }
  return appendNew(context, drafts)
}

/** One at a time: what is on record in other words stands, and the next has its turn. */
async function appendNew(context: LoopContext, drafts: readonly Draft[]): Promise<number> {
  let fresh = 0
  for (const draft of drafts) {
    try {
      const [appended] = await appendFacts(context, [draft])
      if (appended?.duplicate === false) fresh += 1
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }
  return fresh
}

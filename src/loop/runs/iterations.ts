import { RUN } from '../../projection/documents/documents.ts'
import {
  ITERATION,
  type IterationRecord,
  iterationId,
  statesLacking,
} from '../../projection/documents/iteration-documents.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPlace, untilAppended } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { appendFact, appendFacts, type Draft, placeOf } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { startIterationInput } from '../verbs/learning.ts'

export type IterationInput = Fields<typeof startIterationInput>

export type IterationStarted = Pick<IterationRecord, 'run' | 'iteration' | 'number' | 'commit'>

/** Begins a run's next iteration, and records its start commit: later changes are its work. */
export async function startIteration(context: LoopContext, input: IterationInput): Promise<IterationStarted> {
  const { run, occurredAt } = input
  checkPlace({ run, occurredAt })
  const workshop = await context.workshop?.()
  const commit = await workshop?.currentCommit()
  return untilAppended(async () => {
    const before = await bodyOf(context.journal, RUN, run)
    const iteration = input.iteration ?? (before?.course?.iteration ?? 0) + 1
    const place = { ...placeOf(run, occurredAt), key: `iteration/${run}/${iteration}` }
    await appendFact(context, await checkedDraft('iteration-started', { iteration, commit }, place))
    const { number } = (await bodyOf(context.journal, ITERATION, iterationId(run, iteration)))!
    return { run, iteration, number, commit }
  })
}

const PAGE = 200

/** Counts everything shown so far in the success rates, and returns those patterns. If an iteration is shown more afterwards, it is closed again later under another key. */
export async function closeIterations(context: LoopContext): Promise<ReadonlySet<string>> {
  const closed = new Set<string>()
  for (;;) {
    const waiting = await context.journal.list(ITERATION, { states: statesLacking('count'), limit: PAGE })
    if (waiting.length === 0) return closed
    const closing = waiting.map(({ body }) => closingOf(body))
    const appended = await appendFacts(context, closing)
    if (appended.every(({ duplicate }) => duplicate)) return closed
    for (const pattern of waiting.flatMap(({ body }) => Object.keys(body.rows))) closed.add(pattern)
  }
}

/** Dated back to the iteration, because it is not activity of the run. */
function closingOf({ run, iteration, rows, startedAt: occurredAt }: IterationRecord): Draft {
  const shown = Object.values(rows).filter((row) => row.shown).length
  const key = `closed/${run}/${iteration}/${shown}`
  return { type: 'iteration-closed', payload: { iteration }, key, ...placeOf(run, occurredAt) }
}

import {
  ITERATION,
  type IterationRecord,
  statesLacking,
} from '../../projection/documents/iteration-documents.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, type Draft, runStream } from '../journal/append-facts.ts'

const PAGE = 200

/**
 * Lets everything that was shown so far count in the success rates, of every run and however old. An iteration in which more is
 * shown afterwards is closed again the next time, under another key.
 */
export async function closeIterations(context: LoopContext): Promise<number> {
  let closed = 0
  for (;;) {
    const waiting = await context.journal.list(ITERATION, { states: statesLacking('count'), limit: PAGE })
    if (waiting.length === 0) return closed
    const appended = await appendFacts(
      context,
      waiting.map(({ body }) => closingOf(body)),
    )
    const fresh = appended.filter(({ duplicate }) => !duplicate).length
    if (fresh === 0) return closed
    closed += fresh
  }
}

/** Dated back to the iteration, for it is no sign of life of a run. */
function closingOf({ run, iteration, rows, startedAt: occurredAt }: IterationRecord): Draft {
  const shown = Object.values(rows).filter((row) => row.shown).length
  const key = `closed/${run}/${iteration}/${shown}`
  return { type: 'iteration-closed', payload: { iteration }, stream: runStream(run), run, key, occurredAt }
}

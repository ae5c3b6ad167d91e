import type { PayloadOf } from '../../../domain/events/catalogue.ts'
import { relevance } from '../../../engine/laws/relevance.ts'
import { PATTERN } from '../../../projection/documents/documents.ts'
import type { IterationRecord } from '../../../projection/documents/iteration-documents.ts'
import type { LoopContext } from '../../context.ts'
import { appendFacts, runStream } from '../../journal/append-facts.ts'
import type { Step } from './step.ts'
import type { Workbench } from './workbench.ts'

type Measured = PayloadOf<'relevance-measured'>
const MOST_MATCHED = 20
const MOST_SCORES = 1_000

/** What each run has changed, for the steps after this one. */
export const changedFiles: Step = async (bench) => {
  const waiting = [...(await bench.lacking('relevance')), ...(await bench.lacking('citations'))]
  if (waiting.length === 0) return { done: 0, what: 'no iteration waits' }
  const { changes, unavailable } = await bench.changesOf(waiting.map(({ run }) => run))
  if (changes.size === 0) return { skipped: unavailable ?? 'nothing can be told' }
  const files = new Set([...changes.values()].flatMap((change) => change.files))
  const runs = changes.size === 1 ? '1 run' : `${changes.size} runs`
  return {
    done: files.size,
    what: `${files.size === 1 ? '1 file' : `${files.size} files`} changed in ${runs}`,
  }
}

/** How much each shown pattern has to do with the change of its run. */
export const measureRelevance: Step = async (bench) => {
  const { found, unavailable } = await scoresOf(bench)
  if (unavailable !== undefined && found.length === 0) return { skipped: unavailable }
  const scores = found.flatMap(({ payload }) => payload.scores)
  const relevant = scores.filter(({ score }) => score > 0).length
  return { done: scores.length, what: `${relevant} of ${scores.length} shown have to do with the change` }
}

/** Writes the scores down, once for each iteration. */
export const mergeRelevance: Step = async (bench) => {
  const { found, unavailable } = await scoresOf(bench)
  if (unavailable !== undefined && found.length === 0) return { skipped: unavailable }
  for (const { run, payload } of found)
    await appendFacts(bench.context, [
      {
        type: 'relevance-measured',
        payload,
        stream: runStream(run),
        run,
        key: `relevance/${run}/${payload.iteration}`,
      },
    ])
  return { done: found.length, what: `recorded for ${counted(found.length)}` }
}

interface Scores {
  readonly found: readonly { readonly run: string; readonly payload: Measured }[]
  readonly unavailable?: string
}

async function scoresOf(bench: Workbench): Promise<Scores> {
  const waiting = await bench.lacking('relevance')
  const { changes, unavailable } = await bench.changesOf(waiting.map(({ run }) => run))
  const found: { run: string; payload: Measured }[] = []
  for (const record of waiting) {
    const change = changes.get(record.run)
    if (change !== undefined)
      found.push({ run: record.run, payload: await scored(bench.context, record, change.files) })
  }
  return { found, unavailable }
}

async function scored(
  { journal }: LoopContext,
  { iteration, rows }: IterationRecord,
  files: readonly string[],
): Promise<Measured> {
  const keys = Object.keys(rows).map((id) => ({ kind: PATTERN, id }))
  const documents = await journal.documents(keys.slice(0, MOST_SCORES))
  const scores = documents.map(({ body }) => {
    const { pattern } = body
    const context = [...pattern.tags, ...pattern.labels]
    const { score, matched } = relevance({ summary: pattern.text, context, changedFiles: files })
    return { pattern: pattern.id, score, matched: matched.slice(0, MOST_MATCHED) }
  })
  return { iteration, method: 'context_tags', changedFiles: files.length, scores }
}

function counted(n: number): string {
  return n === 1 ? '1 iteration' : `${n} iterations`
}

import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { withoutUndefined } from '../../domain/own.ts'
import { type KnownEvent, readEvent } from '../../domain/read-event.ts'
import { becameOf } from '../../domain/run.ts'
import type { Became } from '../../domain/values/outcome.ts'
import { idOf } from '../../engine/governance/run-outcome.ts'
import { documentId } from '../../projection/documents/governance-documents.ts'
import type { LoopContext } from '../context.ts'
import { runStream } from '../journal/append-facts.ts'
import { knownRuns } from './runs-of-commits.ts'

type Outcome = PayloadOf<'outcome-recorded'>

export interface OutcomeFilter {
  readonly run?: string
  readonly adapter?: string
  readonly result?: Outcome['result']
  readonly limit?: number
}

export interface OutcomeView extends Outcome {
  readonly at: number
  /** What became of the work of the run since, where that is known. */
  readonly became?: Became
}

const PAGE = 500

/** Recorded outcomes, newest first. */
export async function listOutcomes(context: LoopContext, filter: OutcomeFilter = {}): Promise<OutcomeView[]> {
  const { limit = 50 } = filter
  const found: OutcomeView[] = []
  for await (const view of walk(context, { ...filter, newestFirst: true })) {
    found.push(view)
    if (found.length >= limit) break
  }
  return withWork(context, found)
}

/** One question to the journal for all of them. */
async function withWork(context: LoopContext, found: readonly OutcomeView[]): Promise<OutcomeView[]> {
  const runs = await knownRuns(
    context,
    found.map(({ run }) => run),
  )
  return found.map((view) => {
    const record = runs.get(view.run)
    const became = record && becameOf(record.run)
    return became === undefined ? view : { ...view, became }
  })
}

/** The outcomes of whole runs that were graded, oldest first, each as a record that `importOutcomes` takes. */
export async function* exportOutcomes(context: LoopContext): AsyncGenerator<object> {
  for await (const view of walk(context, { newestFirst: false }))
    if (view.task === undefined && (view.qualityScore ?? view.postExecutionScore) !== undefined)
      yield asRecord(view)
}

async function* walk(
  { journal }: LoopContext,
  { run, adapter, result, newestFirst }: OutcomeFilter & { newestFirst: boolean },
): AsyncGenerator<OutcomeView> {
  const stream = run === undefined ? {} : { stream: runStream(run) }
  const subject = adapter === undefined ? {} : { subject: `adapter/${documentId(idOf(adapter))}` }
  const types = ['outcome-recorded']
  for (let edge: number | undefined; ; ) {
    const from = edge === undefined ? {} : newestFirst ? { upTo: edge - 1 } : { after: edge }
    const page = await journal.read({ types, ...stream, ...subject, ...from, newestFirst, limit: PAGE })
    for (const stored of page) {
      const event = readEvent(stored) as KnownEvent | undefined
      const payload = event?.payload as Outcome | undefined
      if (payload !== undefined && (result === undefined || payload.result === result))
        yield { ...payload, at: stored.occurredAt }
    }
    if (page.length < PAGE) return
    edge = page.at(-1)!.position
  }
}

function asRecord(view: OutcomeView): object {
  const { run, result, success, durationMs, adapters, skills, failureType, failureAdapter, rollback, at } =
    view
  const { retryCount, qualityScore, postExecutionScore, riskLevel, agentDecisions, issues, humanOverride } =
    view
  const { userRating, userFeedback, notes, assumed } = view
  const failure = failureType === undefined ? {} : { dominantFailureType: failureType }
  const blamed = failureAdapter === undefined ? {} : { adapterId: failureAdapter }
  const fields = {
    runId: run,
    result,
    success: success ?? result === 'success',
    retryCount: retryCount ?? 0,
    timeTakenMs: durationMs,
    qualityScore: qualityScore ?? postExecutionScore,
    riskLevel,
    adaptersUsed: adapters ?? [],
    selectedSkills: skills,
    agentDecisions,
    failureDetails: failureType === undefined ? undefined : { ...detailsOf(view), ...failure, ...blamed },
    issues,
    humanOverride,
    rollbackOccurred: rollback,
    userRating,
    userFeedback,
    notes,
    assumed,
    createdAt: new Date(at).toISOString(),
  }
  return withoutUndefined(fields)
}

/** What else a record said about its failure. */
function detailsOf({ failureDetails }: OutcomeView): object {
  try {
    const details: unknown = JSON.parse(failureDetails ?? '')
    return typeof details === 'object' && details !== null ? details : {}
  } catch {
    return {}
  }
}

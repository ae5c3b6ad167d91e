import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { becameOf } from '../../domain/run.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import type { Became } from '../../domain/values/outcome.ts'
import { idOf } from '../../engine/governance/normalise-outcome.ts'
import { redact } from '../../engine/secrets/redact.ts'
import { RUN } from '../../projection/documents/documents.ts'
import { documentId } from '../../projection/documents/governance-documents.ts'
import type { LoopContext } from '../context.ts'
import { bodiesOf, withTotal } from '../facts/cached-lists.ts'
import { eachEvent, factsIn, timesOf } from '../facts/facts-about.ts'
import { appendFacts, type Draft, JOURNAL_STREAM, runStream } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { outcomesInput } from '../verbs/outcomes.ts'

type Outcome = PayloadOf<'outcome-recorded'>

export type OutcomeFilter = Fields<typeof outcomesInput>

export interface OutcomeView extends Outcome {
  readonly at: number
  /** What became of the work of the run since, where that is known. */
  readonly became?: Became
}

const PAGE = 500

export async function listOutcomes(context: LoopContext, filter: OutcomeFilter = {}): Promise<OutcomeView[]> {
  const { limit = 50 } = filter
  const found: OutcomeView[] = []
  for await (const view of walk(context, { ...filter, newestFirst: true })) {
    found.push(view)
    if (found.length >= limit) break
  }
  const isAll = (filter.run ?? filter.adapter ?? filter.result) === undefined
  return withTotal(await withWork(context, found), isAll ? await timesOf(context, 'outcome-recorded') : undefined)
}

/** Reads all of them with one query. */
async function withWork(context: LoopContext, found: readonly OutcomeView[]): Promise<OutcomeView[]> {
  const ids = found.map(({ run }) => run)
  const runs = await bodiesOf(context.journal, RUN, ids)
  return found.map((view) => {
    const record = runs.get(view.run)
    const became = record && becameOf(record.run)
    return became === undefined ? view : { ...view, became }
  })
}

/** The outcomes of whole runs that were graded, oldest first, each as a record that `importOutcomes` takes. */
export async function* exportOutcomes(context: LoopContext): AsyncGenerator<object> {
  for await (const view of walk(context, { newestFirst: false }))
    if (view.task === undefined && (view.qualityScore ?? view.postExecutionScore) !== undefined) yield asRecord(view)
}

async function* walk(
  { journal }: LoopContext,
  { run, adapter, result, newestFirst }: OutcomeFilter & { newestFirst: boolean },
): AsyncGenerator<OutcomeView> {
  const stream = run === undefined ? {} : { stream: runStream(run) }
  const subject = adapter === undefined ? {} : { subject: `adapter/${documentId(idOf(adapter))}` }
  const where = { types: ['outcome-recorded'], ...stream, ...subject, newestFirst, limit: PAGE }
  for await (const stored of eachEvent(journal, where)) {
    const payload = readEvent(stored)?.payload as Outcome | undefined
    if (payload !== undefined && (result === undefined || payload.result === result))
      yield { ...payload, at: stored.occurredAt }
  }
}

function asRecord(view: OutcomeView): object {
  const { run, result, success, durationMs, adapters, skills, failureType, failureAdapter, rollback, at } = view
  const { retryCount, qualityScore, postExecutionScore, riskLevel, agentDecisions, issues, humanOverride } = view
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

/** The failure's further details. */
function detailsOf({ failureDetails }: OutcomeView): object {
  try {
    const details: unknown = JSON.parse(failureDetails ?? '')
    return typeof details === 'object' && details !== null ? details : {}
  } catch {
    return {}
  }
}

type Refused = PayloadOf<'outcome-refused'>

const MOST_CHARACTERS = 16_000
const MOST_PROBLEMS = 100
const LONGEST_PROBLEM = 4_000

/** A record that was refused, with what is wrong with it. */
export interface RefusedOutcome extends Refused {
  readonly event: string
  readonly at: number
}

/** Stores a refused record for later audit. The same record refused for the same reasons is stored once. */
export async function keepRefused(
  context: LoopContext,
  refused: { readonly problems: readonly string[]; readonly record: unknown; readonly source?: string },
): Promise<void> {
  await appendFacts(context, [refusedDraft(refused)])
}

/** Redacts before truncating: half a secret would not be recognised. */
export function refusedDraft({
  problems,
  record,
  source,
}: {
  readonly problems: readonly string[]
  readonly record: unknown
  readonly source?: string
}): Draft {
  const text = typeof record === 'string' ? record : JSON.stringify(record, null, 0)
  const payload: Refused = {
    problems: problems.slice(0, MOST_PROBLEMS).map((problem) => redact(problem).text.slice(0, LONGEST_PROBLEM)),
    record: redact(text ?? '').text.slice(0, MOST_CHARACTERS),
    source,
  }
  const key = `outcome-refused/${digest(canonicalJson(payload)).slice(0, 32)}`
  return { type: 'outcome-refused', payload, stream: JOURNAL_STREAM, key }
}

export async function refusedOutcomes(
  context: LoopContext,
  { limit = 50 }: { readonly limit?: number } = {},
): Promise<RefusedOutcome[]> {
  const facts = await factsIn(context, { types: ['outcome-refused'], limit })
  const views = facts.map(({ id, occurredAt, payload }) => ({ event: id, at: occurredAt, ...payload }))
  return withTotal(views, await timesOf(context, 'outcome-refused'))
}

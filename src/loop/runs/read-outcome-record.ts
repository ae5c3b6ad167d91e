import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { OutcomeRecord } from '../../domain/outcome-record.ts'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { didYouMean, UserError } from '../../domain/user-error.ts'
import { idOf, normaliseOutcome, type RunOutcomeRecord, resultOf } from '../../engine/governance/normalise-outcome.ts'

/** An outcome as it is recorded, from a record in either documented shape. */
export interface OutcomeRead {
  readonly payload: Omit<PayloadOf<'outcome-recorded'>, 'observedBy'>
  readonly occurredAt?: number
  /** Unknown fields that were left out. */
  readonly notKept: readonly string[]
}

/** Why a record was refused: one line for each problem, none of them left out. */
export class OutcomeRefused extends UserError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super('input', problems.join('\n'), 'Correct it and record it again; until then it does not count.')
    this.problems = problems
  }
}

/** Loaded with the first record and kept: a log has many. */
let schema: Promise<typeof import('../../domain/outcome-record.ts')> | undefined

/** Reads a finished run in either shape or both. Reports all problems together: invalid fields, missing ones and contradictions. */
export async function readOutcomeRecord(record: unknown): Promise<OutcomeRead> {
  schema ??= import('../../domain/outcome-record.ts')
  const { OUTCOME_RECORD_FIELDS, outcomeRecord } = await schema
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new OutcomeRefused(['the record must be a JSON object'])
  const unknown = Object.keys(record).filter((key) => !OUTCOME_RECORD_FIELDS.includes(key as never))
  const misspelt = unknown.flatMap((key) => {
    const hint = didYouMean(key, OUTCOME_RECORD_FIELDS)
    return hint === '' ? [] : [`${key}: is not a field of an outcome.${hint}`]
  })
  const read = outcomeRecord.safeParse(record)
  const wrong = read.success ? [] : read.error.issues.map((issue) => schemaProblem(issue, record, 'record'))
  const given = record as Partial<OutcomeRecord>
  const problems = [...wrong, ...missing(given), ...(read.success ? contradictions(read.data) : []), ...misspelt]
  if (problems.length > 0 || !read.success) throw new OutcomeRefused([...new Set(problems)])
  const { createdAt } = read.data
  return { payload: payloadOf(read.data), occurredAt: createdAt, notKept: unknown }
}

type Needs = readonly (readonly (keyof OutcomeRecord)[])[]

/** Each shape's required fields. A record that is complete in one shape may omit those of the other. */
const GRADED_RUN: Needs = [
  ['status', 'result', 'success'],
  ['retryCount'],
  ['qualityScore', 'postExecutionScore'],
  ['adaptersUsed'],
]
const REVIEWED_RUN: Needs = [['result', 'status', 'success'], ['postExecutionScore', 'qualityScore'], ['riskLevel']]

function missing(given: Partial<OutcomeRecord>): string[] {
  const gaps = (needs: Needs) => needs.filter((names) => names.every((name) => given[name] === undefined))
  const graded = gaps(GRADED_RUN)
  const reviewed = gaps(REVIEWED_RUN)
  if (graded.length === 0 || reviewed.length === 0) return []
  const isReview = given.riskLevel !== undefined || given.postExecutionScore !== undefined
  const isGrade = given.status !== undefined || given.adaptersUsed !== undefined
  const isNearReview = isReview === isGrade ? reviewed.length < graded.length : isReview
  return (isNearReview ? reviewed : graded).map(([name, ...others]) => {
    const or = others.length === 0 ? '' : ` (or ${others.join(', or ')})`
    return `${name}: is missing${or}`
  })
}

function contradictions(record: OutcomeRecord): string[] {
  const { status, success, qualityScore, postExecutionScore, agentDecisions = [] } = record
  const problems: string[] = []
  const end = resultOf(record as RunOutcomeRecord)
  if (status !== undefined && resultOf({ status }) !== end)
    problems.push(`status: '${status}' contradicts result '${end}'`)
  if (success !== undefined && end !== 'partial' && success !== (end === 'success'))
    problems.push(`success: ${success} contradicts a run that ended as '${end}'`)
  if (qualityScore !== undefined && postExecutionScore !== undefined && qualityScore !== postExecutionScore)
    problems.push(`postExecutionScore: ${postExecutionScore} contradicts qualityScore ${qualityScore}`)
  const types = [record.dominantFailureType, record.failureDetails?.dominantFailureType].map((type) => idOf(type ?? ''))
  if (types[0] !== '' && types[1] !== '' && types[0] !== types[1])
    problems.push(`failureDetails.dominantFailureType: '${types[1]}' contradicts dominantFailureType '${types[0]}'`)
  const agents = agentDecisions.map(({ agent }) => idOf(agent))
  const twice = agents.find((agent, i) => agents.indexOf(agent) !== i)
  if (twice !== undefined) problems.push(`agentDecisions: '${twice}' decides twice`)
  return problems
}

/** Converts both to one shape without empty fields, so that the same facts are the same outcome in either. */
function payloadOf(record: OutcomeRecord): OutcomeRead['payload'] {
  const run = normaliseOutcome(record as RunOutcomeRecord)
  const { adapterId, dominantFailureType, ...details } = run.failureDetails ?? {}
  const ownWord = run.success === (run.result === 'success') ? undefined : run.success
  return withoutUndefined({
    run: run.runId,
    result: run.result,
    success: ownWord,
    durationMs: run.timeTakenMs === undefined ? undefined : Math.round(run.timeTakenMs),
    retryCount: run.retryCount,
    qualityScore: run.qualityScore,
    riskLevel: run.riskLevel,
    adapters: listed(run.adaptersUsed),
    skills: listed(run.selectedSkills),
    agentDecisions: listed(run.agentDecisions),
    failureType: dominantFailureType,
    failureAdapter: adapterId,
    failureDetails: Object.keys(details).length === 0 ? undefined : JSON.stringify(details),
    issues: listed(run.issues),
    humanOverride: run.humanOverride || undefined,
    rollback: run.rollbackOccurred || undefined,
    userRating: run.userRating,
    userFeedback: run.userFeedback,
    notes: run.notes,
    assumed: listed(run.assumed),
  }) as OutcomeRead['payload']
}

function listed<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items
}

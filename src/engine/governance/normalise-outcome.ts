import { idOf } from '../../domain/id.ts'
import { withMembers } from '../../domain/sets.ts'
import type { RiskLevel } from '../../domain/values/gate.ts'
import type { AgentVerdict, RunResult, RunStatus } from '../../domain/values/outcome.ts'

/** The fields of a record that say whether, where and how a run failed. */
export interface FailureFields {
  readonly status?: RunStatus
  readonly result?: RunResult
  readonly success?: boolean
  readonly adaptersUsed?: readonly string[]
  readonly dominantFailureType?: string
  readonly failureDetails?: { readonly adapterId?: string; readonly dominantFailureType?: string }
}

interface SharedFields extends FailureFields {
  readonly runId: string
  readonly retryCount?: number
  readonly timeTakenMs?: number
  readonly riskLevel?: RiskLevel
  readonly rollbackOccurred?: boolean
  readonly humanOverride?: boolean
  readonly issues?: readonly string[]
  readonly selectedSkills?: readonly string[]
  readonly agentDecisions?: readonly {
    readonly agent: string
    readonly decision: AgentVerdict
    readonly confidence: number
  }[]
  readonly notes?: string
  readonly userRating?: number
  readonly userFeedback?: string
  readonly createdAt?: number
  readonly assumed?: readonly string[]
}

/** A finished run in either documented shape: graded by `qualityScore`, or reviewed with a `postExecutionScore`. */
export type RunOutcomeRecord = SharedFields &
  ({ readonly qualityScore: number } | { readonly postExecutionScore: number })

/** One shape for both. It is itself a valid record: normalising it again changes nothing. */
export type RunOutcome = Omit<SharedFields, 'status' | 'dominantFailureType'> &
  Required<
    Pick<
      SharedFields,
      | 'result'
      | 'success'
      | 'retryCount'
      | 'adaptersUsed'
      | 'rollbackOccurred'
      | 'humanOverride'
      | 'issues'
      | 'selectedSkills'
      | 'agentDecisions'
      | 'assumed'
    >
  > & { readonly qualityScore: number }

/** The adapter that made a run fail, and the type of failure. Both ids are lower-case. */
export interface Failure {
  readonly adapterId: string
  readonly failureType: string
}

export { idOf }

/** Each id once, in the order of first mention. */
export function distinctIds(texts: readonly string[]): string[] {
  return [...new Set(texts.map(idOf))]
}

/** `result` if given, else `status` (`failed` is a failure), else the bare flag. */
export function resultOf(record: FailureFields): RunResult {
  if (record.result) return record.result
  if (record.status) return record.status === 'failed' ? 'failure' : record.status
  return record.success ? 'success' : 'failure'
}

/** The failure that a run is evidence of; none unless it failed and names a type. It belongs to the adapter named in the details, else to the first one used, else to `unknown`. */
export function failureOf(record: FailureFields): Failure | undefined {
  const { dominantFailureType } = failureDetailsOf(record)
  if (resultOf(record) !== 'failure' || !dominantFailureType) return undefined
  return { adapterId: blamedAdapter(record), failureType: dominantFailureType }
}

/** The one shape that holds both documents' fields; unknown fields are kept. Without a retry count it gets 0, and `assumed` says so. `success` is the record's own flag, else whether the result is `success`. */
export function normaliseOutcome(record: RunOutcomeRecord): RunOutcome {
  const { status: _, dominantFailureType: __, ...kept } = record
  const details = failureDetailsOf(record)
  const result = resultOf(record)
  return withMembers(withoutReviewScore(kept), {
    result,
    success: record.success ?? result === 'success',
    retryCount: record.retryCount ?? 0,
    qualityScore: 'qualityScore' in record ? record.qualityScore : record.postExecutionScore,
    adaptersUsed: distinctIds(record.adaptersUsed ?? []),
    rollbackOccurred: record.rollbackOccurred ?? false,
    humanOverride: record.humanOverride ?? false,
    issues: record.issues ?? [],
    selectedSkills: record.selectedSkills ?? [],
    agentDecisions: record.agentDecisions ?? [],
    assumed: record.assumed ?? (record.retryCount === undefined ? ['retryCount'] : []),
    ...(details.dominantFailureType && { failureDetails: { ...details, adapterId: blamedAdapter(record) } }),
  } as Partial<RunOutcome>) as RunOutcome
}

function withoutReviewScore<T extends object>(record: T) {
  const { postExecutionScore: _, ...rest } = record as T & { postExecutionScore?: number }
  return rest as Omit<T, 'postExecutionScore'>
}

function failureDetailsOf(record: FailureFields) {
  const type = record.failureDetails?.dominantFailureType ?? record.dominantFailureType ?? ''
  return { ...record.failureDetails, dominantFailureType: idOf(type) }
}

function blamedAdapter(record: FailureFields): string {
  return idOf(record.failureDetails?.adapterId ?? record.adaptersUsed?.[0] ?? '') || 'unknown'
}

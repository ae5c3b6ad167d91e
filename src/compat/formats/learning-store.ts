import type { RunStatus } from '../../domain/values/outcome.ts'
import { failurePatterns } from '../../engine/governance/failure-patterns.ts'
import { overlayOf } from '../../engine/governance/overlay.ts'
import { reliabilityOf } from '../../engine/governance/reliability.ts'
import { failureOf, type RunOutcomeRecord, resultOf } from '../../engine/governance/run-outcome.ts'

/** The outcome of a run as it is exported. */
export type StoredRun = RunOutcomeRecord & { readonly createdAt: string }

/** `learning-store.json`: the outcomes, and what the laws make of them now. */
export function learningStore(runs: readonly StoredRun[], now: number) {
  const updatedAt = new Date(now).toISOString()
  const failures = failurePatterns(runs.flatMap(failureSighting))
  const reliability = reliabilityOf(runs.map(adapterRun))
  return {
    version: 1,
    outcomes: runs.map((run) => ({ ...run, status: statusOf(run) })),
    patterns: failures.map((pattern) => ({
      ...pattern,
      lastSeenAt: new Date(pattern.lastSeenAt).toISOString(),
    })),
    reliability: reliability.map(({ adapterId, successRate, avgRetries, score, runs: totalRuns }) => ({
      adapterId,
      successRate,
      avgRetries,
      reliabilityScore: score,
      totalRuns,
      updatedAt,
    })),
    policyOverlays: reliability.map(({ adapterId, score }) => {
      const own = failures.filter((pattern) => pattern.adapterId === adapterId)
      const failureOccurrences = Math.max(0, ...own.map(({ occurrences }) => occurrences))
      const overlay = overlayOf({ reliabilityScore: score, failureOccurrences })
      const { riskMultiplier, suggestedMaxRetries, requireApproval, reason } = overlay
      return { adapterId, riskMultiplier, suggestedMaxRetries, requireApproval, reason, updatedAt }
    }),
    updatedAt,
  }
}

function statusOf(run: StoredRun): RunStatus {
  const result = resultOf(run)
  return result === 'failure' ? 'failed' : result
}

function adapterRun(run: StoredRun) {
  return {
    success: run.success ?? resultOf(run) === 'success',
    retryCount: run.retryCount ?? 0,
    qualityScore: 'qualityScore' in run ? run.qualityScore : run.postExecutionScore,
    adapters: run.adaptersUsed ?? [],
  }
}

function failureSighting(run: StoredRun) {
  const failure = failureOf(run)
  return failure === undefined ? [] : [{ ...failure, runId: run.runId, at: Date.parse(run.createdAt) }]
}

import { roundTo } from '../laws/rounding.ts'
import { fixSuggestionFor } from './fix-suggestions.ts'
import type { Failure } from './run-outcome.ts'

export const FAILURE_PATTERN = { startConfidence: 0.55, confidenceStep: 0.05, maxConfidence: 0.95 }

/** A failure that was seen, when, and in which run. Ids are lower-case; `failureOf` gives them so. */
export interface FailureSighting extends Failure {
  readonly runId?: string
  readonly at: number
}

/** A way in which an adapter keeps failing. */
export interface FailurePattern extends Failure {
  /** `adapter::failuretype` */
  readonly id: string
  readonly fixSuggestion: string
  readonly confidence: number
  readonly occurrences: number
  readonly lastSeenAt: number
}

export function failurePatternId({ adapterId, failureType }: Failure): string {
  return `${adapterId}::${failureType}`
}

/**
 * `min(0.95, 0.55 + 0.05 x (occurrences - 1))`, to two decimals.
 *
 * 0.55, 0.60 and 0.65 at the first, second and third; 0.95 from the ninth.
 */
export function failureConfidence(occurrences: number, policy = FAILURE_PATTERN): number {
  const grown = policy.startConfidence + policy.confidenceStep * (occurrences - 1)
  return roundTo(Math.min(policy.maxConfidence, grown), 2)
}

/** The pattern with one more occurrence, or a new one; the cost does not grow with the history. */
export function addFailure(
  pattern: FailurePattern | undefined,
  sighting: FailureSighting,
  policy = FAILURE_PATTERN,
): FailurePattern {
  const occurrences = (pattern?.occurrences ?? 0) + 1
  return {
    id: failurePatternId(sighting),
    adapterId: sighting.adapterId,
    failureType: sighting.failureType,
    confidence: failureConfidence(occurrences, policy),
    occurrences,
    fixSuggestion: fixSuggestionFor(sighting.adapterId),
    lastSeenAt: Math.max(pattern?.lastSeenAt ?? sighting.at, sighting.at),
  }
}

/**
 * All patterns behind a list of failures, the most frequent first, then by id.
 *
 * A run counts once per pattern, however often it is listed; a sighting without a run id is a run of its own.
 */
export function failurePatterns(
  sightings: readonly FailureSighting[],
  policy = FAILURE_PATTERN,
): FailurePattern[] {
  const patterns = new Map<string, FailurePattern>()
  for (const sighting of oncePerRun(sightings)) {
    const id = failurePatternId(sighting)
    patterns.set(id, addFailure(patterns.get(id), sighting, policy))
  }
  return [...patterns.values()].sort((a, b) => b.occurrences - a.occurrences || (a.id < b.id ? -1 : 1))
}

function oncePerRun(sightings: readonly FailureSighting[]): FailureSighting[] {
  const seen = new Set<string>()
  return sightings.filter((sighting) => {
    if (sighting.runId === undefined) return true
    const key = JSON.stringify([sighting.runId, failurePatternId(sighting)])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

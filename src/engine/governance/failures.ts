import { roundTo } from '../../domain/numbers.ts'
import type { Failure } from './normalise-outcome.ts'

/** The keywords of each failure mode. Order matters: 'validation timeout' is a timeout, and the broad words of tool_failure come last. */
export const FAILURE_MODE_KEYWORDS = [
  { mode: 'timeout', keywords: ['timeout', 'timed out'] },
  { mode: 'conflict', keywords: ['conflict', 'reservation'] },
  { mode: 'validation', keywords: ['validation', 'schema'] },
  { mode: 'context_overflow', keywords: ['context', 'token'] },
  { mode: 'dependency_blocked', keywords: ['blocked', 'dependency'] },
  { mode: 'user_cancelled', keywords: ['cancel'] },
  { mode: 'tool_failure', keywords: ['tool', 'command', 'failed to execute'] },
] as const

export type FailureMode = (typeof FAILURE_MODE_KEYWORDS)[number]['mode'] | 'unknown'

export interface FailureModeVerdict {
  readonly mode: FailureMode
  /** The keyword that decided; absent if none matched. */
  readonly keyword?: string
}

/** The failure mode of a text, by the first keyword of the list that it contains, anywhere and in either case: `ReadTimeoutError` is a timeout. */
export function failureMode(text: string): FailureModeVerdict {
  const lower = text.toLowerCase()
  for (const { mode, keywords } of FAILURE_MODE_KEYWORDS) {
    const keyword = keywords.find((word) => lower.includes(word))
    if (keyword !== undefined) return { mode, keyword }
  }
  return { mode: 'unknown' }
}

/** How an outcome failed: as recorded, or else classified from its details; empty if there are none. */
export function failureModeOf(outcome: {
  readonly result: string
  readonly failureMode?: FailureMode | undefined
  readonly failureDetails?: string | undefined
}): { readonly failureMode?: FailureMode } {
  const { result, failureMode: given, failureDetails: details } = outcome
  if (given !== undefined) return { failureMode: given }
  return result === 'failure' && details !== undefined ? { failureMode: failureMode(details).mode } : {}
}

/** What to try first when an adapter keeps failing, by adapter id. */
const FIX_BY_ADAPTER: ReadonlyMap<string, string> = new Map([
  [
    'terminal',
    'Run the command by hand in the same folder: check that it exists, its arguments, the permissions and the environment.',
  ],
  [
    'github',
    'Check that the token is valid and has the scopes it needs, that the branch is up to date, and that you may write to the remote.',
  ],
])

const GENERIC_FIX =
  'Read the log of the failed step, check its inputs and settings, and repeat it alone before retrying the run.'

/** The advice for an adapter, given by its lower-case id; generic if there is none of its own. */
export function fixSuggestionFor(adapterId: string): string {
  return FIX_BY_ADAPTER.get(adapterId) ?? GENERIC_FIX
}

export const FAILURE_PATTERN = { startConfidence: 0.55, confidenceStep: 0.05, maxConfidence: 0.95 }

/** A failure, with its time and its run. Ids are lower-case, as `failureOf` returns them. */
export interface FailureSighting extends Failure {
  readonly runId?: string
  readonly at: number
}

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

/** All patterns behind a list of failures, the most frequent first, then by id. A run counts once per pattern; a sighting without a run id is a run of its own. */
export function failurePatterns(sightings: readonly FailureSighting[], policy = FAILURE_PATTERN) {
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

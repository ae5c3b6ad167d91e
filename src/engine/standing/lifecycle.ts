import { DAY_MS } from '../../domain/numbers.ts'
import type { Lifecycle, PatternDecision } from '../../domain/values/pattern.ts'

export interface LifecycleEvidence {
  /** `context` names the run, or the phase with its labels. */
  readonly sightings: readonly { readonly context: string; readonly at: number }[]
  /** The last credited application; an injection alone is no use. */
  readonly lastUsedAt?: number | undefined
  /** Gated PASS verdicts in a row that skipped the pattern. */
  readonly agedSteps?: number | undefined
  readonly decision?: LifecycleDecision | undefined
}

/** The counts that the law needs: the number of sightings, and of their contexts. */
export interface LifecycleCounts extends Omit<LifecycleEvidence, 'sightings'> {
  readonly sightings: number
  readonly contexts: number
}

export interface LifecycleDecision {
  readonly kind: PatternDecision
  readonly at: number
  readonly by: string
}

export interface LifecycleVerdict {
  readonly state: Lifecycle
  readonly reason: string
  readonly sightings: number
  readonly contexts: number
  /** Days since the last sighting or credited application; absent if there was none. */
  readonly idleDays?: number
}

export const LIFECYCLE = {
  candidateSightings: 2,
  verifiedSightings: 3,
  verifiedContexts: 2,
  idleDays: 60,
  agedSteps: 10,
}

/**
 * The lifecycle of a pattern: observed -> candidate -> verified by evidence, active by a person only, deprecated by age or by a person.
 *
 * A person's decision is valid until a person resets it. Then age counts: 60 days without use, or skipped 10 times in a row. Then sightings: the 2nd makes a candidate, the 3rd in a 2nd
 * context verifies. There is no memory of earlier states, so an aged-out pattern that is sighted again returns to the state of its evidence.
 */
export function lifecycle(evidence: LifecycleEvidence, now: number, policy = LIFECYCLE): LifecycleVerdict {
  let lastUsedAt = evidence.lastUsedAt
  for (const { at } of evidence.sightings) lastUsedAt = Math.max(lastUsedAt ?? at, at)
  const counts = {
    sightings: evidence.sightings.length,
    contexts: new Set(evidence.sightings.map((sighting) => sighting.context)).size,
  }
  return lifecycleOf({ ...evidence, ...counts, lastUsedAt }, now, policy)
}

/** The same from counts, without every sighting. `lastUsedAt` includes sightings here. */
export function lifecycleOf(evidence: LifecycleCounts, now: number, policy = LIFECYCLE): LifecycleVerdict {
  const { sightings, contexts } = evidence
  const { state, reason } = lifecycleStand(evidence, now, policy)
  const idleDays = idleDaysOf(evidence, now)
  const verdict = { state, reason: reason(), sightings, contexts }
  return idleDays === undefined ? verdict : { ...verdict, idleDays }
}

/** A state and its reason; the text is made on request, because ranking many patterns does not need it. */
export interface LifecycleStand {
  readonly state: Lifecycle
  readonly reason: () => string
}

export function lifecycleStand(evidence: LifecycleCounts, now: number, policy = LIFECYCLE): LifecycleStand {
  return (
    byDecision(evidence.decision) ??
    byAge(idleDaysOf(evidence, now), evidence.agedSteps ?? 0, policy) ??
    bySightings(evidence.sightings, evidence.contexts, policy)
  )
}

function idleDaysOf({ lastUsedAt }: LifecycleCounts, now: number): number | undefined {
  return lastUsedAt === undefined ? undefined : Math.max(0, now - lastUsedAt) / DAY_MS
}

function byDecision(decision: LifecycleDecision | undefined): LifecycleStand | undefined {
  if (decision === undefined || decision.kind === 'reset') return undefined
  return decision.kind === 'promote'
    ? { state: 'active', reason: () => `promoted by ${decision.by}` }
    : { state: 'deprecated', reason: () => `deprecated by ${decision.by}` }
}

function byAge(idleDays: number | undefined, steps: number, policy: typeof LIFECYCLE): LifecycleStand | undefined {
  if (idleDays !== undefined && idleDays >= policy.idleDays) {
    const reason = () => `not used for ${Math.floor(idleDays)} days (limit ${policy.idleDays})`
    return { state: 'deprecated', reason }
  }
  if (steps < policy.agedSteps) return undefined
  const reason = () => `passed over ${steps} times in a row (limit ${policy.agedSteps})`
  return { state: 'deprecated', reason }
}

function bySightings(seen: number, contexts: number, policy: typeof LIFECYCLE): LifecycleStand {
  const reason = () =>
    `${seen} ${seen === 1 ? 'sighting' : 'sightings'} in ${contexts} ${contexts === 1 ? 'context' : 'contexts'}`
  if (seen >= policy.verifiedSightings && contexts >= policy.verifiedContexts) return { state: 'verified', reason }
  return { state: seen >= policy.candidateSightings ? 'candidate' : 'observed', reason }
}

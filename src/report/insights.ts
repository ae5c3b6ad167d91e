import type { RolePair } from '../engine/laws/role-pairs.ts'
import { type InsightTrends, insightTrends } from './insight-trends.ts'
import { INSIGHTS } from './insights-policy.ts'
import { byPair, type PairInsight, pairInsight } from './pair-insights.ts'
import { passRates, type RoleInsight, roleVerdicts } from './pass-rates.ts'
import { type RecurringFinding, recurringFindings } from './recurring-findings.ts'
import { plainRole, type Review, type Ruled } from './reviews.ts'
import { sittingsOf } from './sittings.ts'
import { type SkillInsight, type SkillUse, skillInsights } from './skill-insights.ts'

/** What is known about the verdicts of a project. */
export interface Verdicts {
  readonly reviews: readonly Review[]
  readonly ruled: readonly Ruled[]
  readonly pairs: readonly RolePair[]
  /** Asked for only where skills are wanted. */
  readonly skills?: readonly SkillUse[]
}

export interface InsightsRequest {
  readonly role?: string
  readonly phase?: string
  readonly trends?: boolean
  readonly skills?: boolean
}

/** How the roles of a pipeline judge: how often they pass, whether they agree, and what keeps coming back. */
export interface Insights {
  readonly generatedAt: number
  /** What was asked for, where it was not everything. */
  readonly role?: string
  readonly phase?: string
  readonly runs: number
  readonly verdicts: number
  /** False while so few runs are on record that the figures have not settled. */
  readonly enough: boolean
  readonly enoughRuns: number
  readonly roles: readonly RoleInsight[]
  readonly pairs: readonly PairInsight[]
  readonly recurring: readonly RecurringFinding[]
  readonly trends?: InsightTrends
  /** How the runs end that use each skill; of every role and phase. */
  readonly skills?: readonly SkillInsight[]
}

export function insights(
  known: Verdicts,
  request: InsightsRequest,
  now: number,
  policy = INSIGHTS,
): Insights {
  const { reviews, ruled } = ofPhase(known, request.phase)
  const isWanted = wanted(request.role)
  const all = sittingsOf(reviews, ruled, known.pairs, policy.sameFindingOverlap)
  const sittings = all.filter(({ adversarial, validator }) => isWanted(adversarial) || isWanted(validator))
  const verdicts = roleVerdicts(reviews, ruled).filter(({ role }) => isWanted(role))
  const own = reviews.filter(({ role }) => isWanted(role))
  const runs = new Set(verdicts.map(({ work }) => work)).size
  return {
    generatedAt: now,
    role: request.role === undefined ? undefined : plainRole(request.role),
    phase: request.phase,
    runs,
    verdicts: verdicts.length,
    enough: runs >= policy.enoughRuns,
    enoughRuns: policy.enoughRuns,
    roles: passRates(verdicts, policy),
    pairs: byPair(sittings).map((group) => pairInsight(group, policy)),
    recurring: recurringFindings(own, policy.mostRecurring),
    skills: known.skills && skillInsights(known.skills, policy),
    trends: request.trends === true ? insightTrends(verdicts, sittings, now, policy) : undefined,
  }
}

function wanted(role: string | undefined): (name: string) => boolean {
  const name = role === undefined ? undefined : plainRole(role)
  return (other) => name === undefined || other === name
}

/** A verdict that was acted on has the phase of the deliberation it is about. */
function ofPhase({ reviews, ruled }: Verdicts, phase: string | undefined) {
  if (phase === undefined) return { reviews, ruled }
  const inside = reviews.filter((review) => review.phase === phase.trim().toLowerCase())
  const ids = new Set(inside.map(({ deliberation }) => deliberation))
  return { reviews: inside, ruled: ruled.filter(({ deliberation = '' }) => ids.has(deliberation)) }
}

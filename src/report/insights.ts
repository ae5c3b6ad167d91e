import { DAY_MS } from '../domain/numbers.ts'
import type { SkillSums } from '../engine/governance/agent-profile.ts'
import type { RolePair } from '../engine/laws/role-pairs.ts'
import { agreementOf, byPair, type PairInsight, pairInsight, type Sitting, sittingsOf } from './pair-insights.ts'
import {
  passRateOf,
  passRates,
  plainRole,
  type RecurringFinding,
  type Review,
  type RoleInsight,
  type RoleVerdict,
  type Ruled,
  recurringFindings,
  roleVerdicts,
} from './reviews.ts'
import { type Figure, NOT_ENOUGH, type NotEnough, shareOf } from './wording.ts'

export const INSIGHTS = {
  /** Below this many runs in total, the report says that the figures have not settled. */
  enoughRuns: 10,
  lowPassRate: 0.5,
  /** Minimum runs to judge a role by its pass rate. */
  leastRunsPerRole: 2,
  misalignedBelow: 0.7,
  strongAbove: 0.9,
  /** Two roles that agree more often than this may have stopped looking. */
  groupthinkAbove: 0.85,
  /** Minimum sittings to judge a pair by its agreement. */
  leastSittings: 10,
  /** Two roles' findings are the same if they share this much of their words and name no different files. */
  sameFindingOverlap: 0.5,
  trendDays: 14,
  mostRecurring: 20,
}

export type InsightsPolicy = typeof INSIGHTS

/** A figure in the newest days, compared with as many days before. */
export interface Trend {
  readonly of: string
  readonly before: Figure
  readonly now: Figure
  /** `now - before`, if both have enough data. */
  readonly change: number | NotEnough
}

export interface InsightTrends {
  readonly days: number
  readonly passRates: readonly Trend[]
  readonly agreements: readonly Trend[]
}

/** The last 14 days against the 14 before: 0.8 now and 0.5 then is a change of 0.3. */
export function insightTrends(
  verdicts: readonly RoleVerdict[],
  sittings: readonly Sitting[],
  now: number,
  policy: InsightsPolicy,
): InsightTrends {
  const span = policy.trendDays * DAY_MS
  const newest = windowOf(now - span, now + 1)
  const older = windowOf(now - 2 * span, now - span)
  const roles = [...new Set(verdicts.map(({ role }) => role))].sort()
  return {
    days: policy.trendDays,
    passRates: roles.map((role) => {
      const figure = (inside: Window) => passRateOf(role, verdicts.filter(inside), policy).passRate
      return trend(role, figure(older), figure(newest), policy)
    }),
    agreements: byPair(sittings).map((group) => {
      const { adversarial, validator } = group[0]!
      const figure = (inside: Window) => agreementOf(group.filter(inside))
      return trend(`${adversarial}:${validator}`, figure(older), figure(newest), policy)
    }),
  }
}

type Window = (thing: { readonly at: number }) => boolean

function windowOf(from: number, until: number): Window {
  return ({ at }) => at >= from && at < until
}

function trend(of: string, before: Figure, now: Figure, policy: InsightsPolicy): Trend {
  const isEnough = Math.min(before.n, now.n) >= policy.leastRunsPerRole
  const change =
    isEnough && before.value !== NOT_ENOUGH && now.value !== NOT_ENOUGH ? now.value - before.value : NOT_ENOUGH
  return { of, before, now, change }
}

/** A skill, and how the runs ended that used it. */
export interface SkillUse extends SkillSums {
  readonly skill: string
  readonly lastUsedAt: number
}

export interface SkillInsight {
  readonly skill: string
  readonly runs: number
  readonly failures: number
  /** How many of its runs ended well; n counts runs whose end was observed. */
  readonly passRate: Figure
  readonly judgement: 'low' | 'fine' | NotEnough
  readonly lastUsedAt: number
}

/** The results of runs by skill, most used first. Below half over two runs or more a skill is flagged. 4 of 10: 0.4, low. Other skills of the same runs are not factored out: this is correlation, not cause. */
export function skillInsights(uses: readonly SkillUse[], policy: InsightsPolicy): SkillInsight[] {
  return uses
    .filter(({ runs }) => runs > 0)
    .map((use) => skillInsight(use, policy))
    .sort((a, b) => b.runs - a.runs || (a.skill < b.skill ? -1 : 1))
}

function skillInsight(use: SkillUse, policy: InsightsPolicy): SkillInsight {
  const { skill, runs, successes, failures, lastUsedAt } = use
  const passRate = shareOf(successes, runs)
  const isLow = successes / runs < policy.lowPassRate
  const judgement = runs < policy.leastRunsPerRole ? NOT_ENOUGH : isLow ? 'low' : 'fine'
  return { skill, runs, failures, passRate, judgement, lastUsedAt }
}

/** What is known about the verdicts of a project. */
export interface Verdicts {
  readonly reviews: readonly Review[]
  readonly ruled: readonly Ruled[]
  readonly pairs: readonly RolePair[]
  /** Present only if skills are requested. */
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
  /** The requested filter, if any. */
  readonly role?: string
  readonly phase?: string
  readonly runs: number
  readonly verdicts: number
  /** False while there are too few runs for settled figures. */
  readonly enough: boolean
  readonly enoughRuns: number
  readonly roles: readonly RoleInsight[]
  readonly pairs: readonly PairInsight[]
  readonly recurring: readonly RecurringFinding[]
  readonly trends?: InsightTrends
  /** The results of runs by skill, over all roles and phases. */
  readonly skills?: readonly SkillInsight[]
}

export function insights(known: Verdicts, request: InsightsRequest, now: number, policy = INSIGHTS): Insights {
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

/** Filters by phase; a verdict that was acted on has its deliberation's phase. */
function ofPhase({ reviews, ruled }: Verdicts, phase: string | undefined) {
  if (phase === undefined) return { reviews, ruled }
  const inside = reviews.filter((review) => review.phase === phase.trim().toLowerCase())
  const ids = new Set(inside.map(({ deliberation }) => deliberation))
  return { reviews: inside, ruled: ruled.filter(({ deliberation = '' }) => ids.has(deliberation)) }
}

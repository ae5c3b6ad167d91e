import { type Figure, NOT_ENOUGH, type NotEnough, shareOf } from './figure.ts'
import type { InsightsPolicy } from './insights-policy.ts'
import type { Review, Ruled } from './reviews.ts'

/** One verdict of one role. */
export interface RoleVerdict {
  readonly role: string
  readonly work: string
  readonly verdict: 'PASS' | 'FAIL'
  readonly at: number
}

export interface RoleInsight {
  readonly role: string
  /** How many of its verdicts are PASS; n counts verdicts. */
  readonly passRate: Figure
  readonly runs: number
  readonly judgement: 'low' | 'fine' | NotEnough
}

/**
 * Every verdict that a role gave, once. A validator's verdict that was acted on is the same as its own report of that run with
 * the same result, where there is one.
 */
export function roleVerdicts(reviews: readonly Review[], ruled: readonly Ruled[]): RoleVerdict[] {
  const keyOf = ({ role, work, verdict }: RoleVerdict) => `${role}\n${work}\n${verdict}`
  const reported = new Set(reviews.map(keyOf))
  const more = ruled
    .map(({ validator, work, verdict, at }) => ({ role: validator, work, verdict, at }))
    .filter((one) => !reported.has(keyOf(one)))
  return [...reviews, ...more]
}

/**
 * How often each role says PASS. Below half over two runs or more the role is flagged: either the work that reaches it is
 * poor, or it asks too much. 4 PASS of 10 in 10 runs: 0.4, low.
 */
export function passRates(verdicts: readonly RoleVerdict[], policy: InsightsPolicy): RoleInsight[] {
  const roles = [...new Set(verdicts.map(({ role }) => role))].sort()
  return roles.map((role) => passRateOf(role, verdicts, policy))
}

export function passRateOf(
  role: string,
  verdicts: readonly RoleVerdict[],
  policy: InsightsPolicy,
): RoleInsight {
  const own = verdicts.filter((verdict) => verdict.role === role)
  const runs = new Set(own.map(({ work }) => work)).size
  const passRate = shareOf(own.filter(({ verdict }) => verdict === 'PASS').length, own.length)
  const isLow = passRate.value !== NOT_ENOUGH && passRate.value < policy.lowPassRate
  const judgement = runs < policy.leastRunsPerRole ? NOT_ENOUGH : isLow ? 'low' : 'fine'
  return { role, passRate, runs, judgement }
}

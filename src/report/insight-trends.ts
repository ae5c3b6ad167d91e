import { type Figure, NOT_ENOUGH, type NotEnough } from './figure.ts'
import type { InsightsPolicy } from './insights-policy.ts'
import { agreementOf, byPair } from './pair-insights.ts'
import { passRateOf, type RoleVerdict } from './pass-rates.ts'
import type { Sitting } from './sittings.ts'

const DAY_MS = 86_400_000

/** A figure in the newest days against the same figure in as many days before. */
export interface Trend {
  readonly of: string
  readonly before: Figure
  readonly now: Figure
  /** `now - before`, where both rest on enough. */
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
    isEnough && before.value !== NOT_ENOUGH && now.value !== NOT_ENOUGH
      ? now.value - before.value
      : NOT_ENOUGH
  return { of, before, now, change }
}

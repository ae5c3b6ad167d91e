import { type Lifecycle, lifecycleOf } from './lifecycle.ts'
import type { Maturity } from './maturity-grade.ts'
import { massAt, type PatternRecord } from './pattern-record.ts'
import { type ContextOverlap, type PatternScore, patternScore } from './pattern-score.ts'
import type { Policy } from './policy.ts'

const DAY_MS = 86_400_000

/** Where a pattern stands at a moment, on every axis, with the reason for each. */
export interface Standing {
  readonly lifecycle: Lifecycle
  readonly lifecycleReason: string
  /** `unknown` while there is no feedback and no decision. */
  readonly maturity: Maturity | 'unknown'
  readonly maturityReason: string
  readonly score: number
  readonly parts: PatternScore['parts']
  /** Why it is not shown; empty when it may be. */
  readonly barredBecause: readonly string[]
}

/** What a pattern is measured against: the surroundings of the question. */
export interface Surroundings {
  readonly overlap?: ContextOverlap
  readonly similarity?: number
}

/**
 * The standing of a pattern: its lifecycle, its maturity and its classic score, from what is kept of it and the time.
 * A person's decision on an axis holds against the evidence. The first sighting counts as one success.
 */
export function standingOf(
  record: PatternRecord,
  now: number,
  policy: Policy,
  around: Surroundings = {},
): Standing {
  const { pattern } = record
  const life = lifecycleOf(
    {
      sightings: pattern.sightings,
      contexts: pattern.contexts.length,
      lastUsedAt: pattern.lastUsedAt,
      agedSteps: pattern.agedSteps,
      decision: pattern.decisions.lifecycle,
    },
    now,
    policy.lifecycle,
  )
  const { maturity, maturityReason } = maturityStanding(record, now, policy)
  const barredBecause = [
    ...(life.state === 'deprecated' ? [`lifecycle deprecated: ${life.reason}`] : []),
    ...(maturity === 'deprecated' ? [`maturity deprecated: ${maturityReason}`] : []),
    ...(pattern.quarantined ? ['quarantined until it is corroborated'] : []),
    ...(record.inverted === true ? [`it keeps failing; ${record.warning} warns of it`] : []),
    ...(pattern.recovered === true ? ['retired: what it warns of has recovered'] : []),
    ...(pattern.mergedInto === undefined ? [] : [`merged into ${pattern.mergedInto}`]),
  ]
  const scored = patternScore(
    {
      successes: record.evidence.successes + 1,
      ignoreWeight: record.evidence.ignoreWeight,
      daysSinceUse: Math.max(0, now - pattern.lastUsedAt) / DAY_MS,
      reinforcements: record.evidence.reinforcements,
      category: pattern.strength,
      contextOverlap: around.overlap,
      similarity: around.similarity,
      maturity: maturity === 'unknown' ? undefined : maturity,
      deprecated: barredBecause.length > 0,
    },
    policy.score,
  )
  return {
    lifecycle: life.state,
    lifecycleReason: life.reason,
    maturity,
    maturityReason,
    score: scored.score,
    parts: scored.parts,
    barredBecause,
  }
}

function maturityStanding({ pattern, evidence }: PatternRecord, now: number, policy: Policy) {
  const decision = pattern.decisions.maturity
  if (decision !== undefined) {
    const maturity: Maturity = decision.kind === 'promote' ? 'proven' : 'deprecated'
    return { maturity, maturityReason: `${decision.kind}d by ${decision.by}: ${decision.reason}` }
  }
  if (evidence.maturity === undefined)
    return { maturity: 'unknown' as const, maturityReason: 'no feedback yet' }
  const mass = massAt(evidence, now, policy)
  return {
    maturity: evidence.maturity,
    maturityReason: `helpful ${mass.helpful.toFixed(2)}, harmful ${mass.harmful.toFixed(2)} after decay`,
  }
}

/**
 * A number by which patterns can be sorted once and for all, though their scores decay every hour.
 *
 * `score(now) = base x exp(-(now - lastUsed) / 14 d)`, so `ln base + lastUsed / 14 d` orders them as their scores do at any
 * time. Those that no longer decay form a class of their own, ordered by `ln base`.
 * Base 1, used on day 14: 1. Base e, used on day 0: 1. At every moment both score the same.
 */
export function timelessRank(record: PatternRecord, policy: Policy): { decays: boolean; rank: number } {
  const { pattern, evidence } = record
  const successes = evidence.successes + 1
  const maturity = pattern.decisions.maturity?.kind === 'promote' ? 'proven' : evidence.maturity
  const base =
    (successes / (successes + evidence.ignoreWeight)) *
    policy.score.categoryWeights[pattern.strength] *
    (maturity === undefined ? 1 : policy.score.maturityMultipliers[maturity])
  const decays = evidence.reinforcements < policy.score.immuneAfterReinforcements
  const rank =
    Math.log(Math.max(base, 1e-9)) + (decays ? pattern.lastUsedAt / (policy.score.decayDays * DAY_MS) : 0)
  return { decays, rank }
}

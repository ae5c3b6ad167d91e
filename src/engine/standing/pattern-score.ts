import type { Maturity, Strength } from '../../domain/values/pattern.ts'
import { MATURITY_MULTIPLIERS } from './maturity.ts'

export interface PatternEvidence {
  readonly successes: number
  /** Weighted rejections; default: `ignoreCount`. */
  readonly ignoreWeight?: number | undefined
  readonly ignoreCount?: number | undefined
  readonly daysSinceUse: number
  readonly reinforcements: number
  readonly category: Strength
  readonly contextOverlap?: ContextOverlap | undefined
  /** Similarity to the query, if embeddings are available. */
  readonly similarity?: number | undefined
  /** Only if there is feedback; without any, the multiplier is 1. */
  readonly maturity?: Maturity | undefined
  /** The lines that it cites have changed. */
  readonly staleCited?: boolean | undefined
  /** The lifecycle says deprecated. */
  readonly deprecated?: boolean | undefined
}

export interface ContextOverlap {
  readonly labels?: boolean | undefined
  readonly files?: boolean | undefined
  readonly phase?: boolean | undefined
}

export interface PatternScore {
  readonly score: number
  readonly parts: {
    readonly successRate: number
    readonly decay: number
    readonly categoryWeight: number
    readonly boost: number
    readonly multiplier: number
    /** Only if the lines that it cites have changed. */
    readonly freshness?: number
    readonly semantic?: number
  }
  /** Deprecated on either axis: never shown, whatever the query. */
  readonly excluded: boolean
  /** False while there is neither a success nor an ignore. */
  readonly known: boolean
}

export const PATTERN_SCORE = {
  decayDays: 14,
  immuneAfterReinforcements: 3,
  categoryWeights: { observation: 1, causal: 1.1, rule: 1.3 } satisfies Record<Strength, number>,
  maturityMultipliers: MATURITY_MULTIPLIERS,
  /** The share of its score that a pattern keeps if its cited lines have changed. */
  staleCitedFactor: 0.5,
  labelBoost: 0.1,
  /** For overlapping files or the same phase; both together still count once. */
  fileBoost: 0.1,
  semanticShare: 0.6,
}

/**
 * The classic score of a pattern, and its parts.
 *
 *   base  = successRate x decay x categoryWeight x multiplier x freshness + boost
 *   score = similarity known ? 0.6 x similarity + 0.4 x base : base
 *
 * Freshness is 0.5 while its cited lines are changed, else 1 and left out. Deprecated on either axis gives 0, whatever the boost and the similarity.
 * 3 successes, ignore weight 1.5, rule, used today: 0.6667 x 1 x 1.3 = 0.8667; with similarity 0.5: 0.6467.
 * Proven and 14 days old: 0.6667 x 0.3679 x 1.3 x 1.5 = 0.4782.
 */
export function patternScore(evidence: PatternEvidence, policy = PATTERN_SCORE): PatternScore {
  const excluded = evidence.maturity === 'deprecated' || evidence.deprecated === true
  const scored = scoreAt(steadyScore(evidence, policy), { ...evidence, excluded }, policy)
  return { ...scored, excluded, known: evidence.successes + ignoresOf(evidence) > 0 }
}

/** The part of a score that depends neither on time nor on the question. */
export interface SteadyScore extends Omit<PatternScore['parts'], 'decay' | 'boost' | 'semantic'> {
  readonly isImmune: boolean
}

export function steadyScore(
  evidence: Omit<PatternEvidence, 'daysSinceUse'>,
  policy: typeof PATTERN_SCORE,
): SteadyScore {
  return {
    successRate: successRate(evidence.successes, ignoresOf(evidence)),
    categoryWeight: policy.categoryWeights[evidence.category],
    multiplier: evidence.maturity === undefined ? 1 : policy.maturityMultipliers[evidence.maturity],
    freshness: evidence.staleCited === true ? policy.staleCitedFactor : undefined,
    isImmune: evidence.reinforcements >= policy.immuneAfterReinforcements,
  }
}

/** The time and the question for which a pattern is scored. */
export interface ScoreContext extends Pick<PatternEvidence, 'daysSinceUse' | 'contextOverlap' | 'similarity'> {
  readonly excluded: boolean
}

/** Only the score, for comparing many patterns. */
export function bareScoreAt(
  { successRate, categoryWeight, multiplier, freshness = 1, isImmune }: SteadyScore,
  { daysSinceUse, contextOverlap, similarity, excluded }: ScoreContext,
  policy: typeof PATTERN_SCORE,
): number {
  if (excluded) return 0
  const decay = isImmune ? 1 : scoreDecay(daysSinceUse, policy)
  const boost = contextOverlap === undefined ? 0 : contextBoost(contextOverlap, policy)
  const base = successRate * decay * categoryWeight * multiplier * freshness + boost
  return similarity === undefined ? base : policy.semanticShare * similarity + (1 - policy.semanticShare) * base
}

export function scoreAt(
  steady: SteadyScore,
  moment: ScoreContext,
  policy: typeof PATTERN_SCORE,
): Pick<PatternScore, 'score' | 'parts'> {
  const { successRate, categoryWeight, multiplier, freshness, isImmune } = steady
  const { daysSinceUse, contextOverlap, similarity } = moment
  const decay = isImmune ? 1 : scoreDecay(daysSinceUse, policy)
  const boost = contextOverlap === undefined ? 0 : contextBoost(contextOverlap, policy)
  const score = bareScoreAt(steady, moment, policy)
  const parts: PatternScore['parts'] =
    similarity === undefined
      ? { successRate, decay, categoryWeight, boost, multiplier }
      : { successRate, decay, categoryWeight, boost, multiplier, semantic: similarity }
  return { score, parts: freshness === undefined ? parts : { ...parts, freshness } }
}

function ignoresOf(evidence: Pick<PatternEvidence, 'ignoreWeight' | 'ignoreCount'>): number {
  return evidence.ignoreWeight ?? evidence.ignoreCount ?? 0
}

/** `successes / (successes + ignores)`. A new pattern has neither, and counts as always successful: 1. */
function successRate(successes: number, ignores: number): number {
  const total = successes + ignores
  return total === 0 ? 1 : successes / total
}

/** `exp(-days / 14)`: 0.3679 after 14 days, half after 9.70. Three reinforcements end the ageing of the score. */
function scoreDecay(days: number, policy: typeof PATTERN_SCORE): number {
  return Math.exp(-Math.max(0, days) / policy.decayDays)
}

function contextBoost(overlap: ContextOverlap, policy: typeof PATTERN_SCORE): number {
  return (overlap.labels ? policy.labelBoost : 0) + (overlap.files || overlap.phase ? policy.fileBoost : 0)
}

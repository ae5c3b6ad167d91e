import { MATURITY_MULTIPLIERS, type Maturity } from './maturity-grade.ts'

export type Strength = 'observation' | 'causal' | 'rule'

export interface PatternEvidence {
  readonly successes: number
  /** Weighted rejections; where it is not known, `ignoreCount` stands in. */
  readonly ignoreWeight?: number | undefined
  readonly ignoreCount?: number | undefined
  readonly daysSinceUse: number
  readonly reinforcements: number
  readonly category: Strength
  readonly contextOverlap?: ContextOverlap | undefined
  /** Similarity to the query, where embeddings are available. */
  readonly similarity?: number | undefined
  /** Only where there is feedback; without any, the multiplier is 1. */
  readonly maturity?: Maturity | undefined
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
    readonly semantic?: number
  }
  /** Deprecated on either axis: never shown, whatever the query. */
  readonly excluded: boolean
  /** False while neither a success nor an ignore is on record. */
  readonly known: boolean
}

export const PATTERN_SCORE = {
  decayDays: 14,
  immuneAfterReinforcements: 3,
  categoryWeights: { observation: 1, causal: 1.1, rule: 1.3 } satisfies Record<Strength, number>,
  maturityMultipliers: MATURITY_MULTIPLIERS,
  labelBoost: 0.1,
  /** For overlapping files or the same phase; both together still count once. */
  fileBoost: 0.1,
  semanticShare: 0.6,
}

/**
 * The classic worth of a pattern, and its parts.
 *
 *   base  = successRate x decay x categoryWeight x multiplier + boost
 *   score = similarity known ? 0.6 x similarity + 0.4 x base : base
 *
 * Deprecated on either axis is 0 before the boost and the blend can lift it.
 * 3 successes, ignore weight 1.5, rule, used today: 0.6667 x 1 x 1.3 = 0.8667; with similarity 0.5: 0.6467.
 * Proven and 14 days old: 0.6667 x 0.3679 x 1.3 x 1.5 = 0.4782.
 */
export function patternScore(evidence: PatternEvidence, policy = PATTERN_SCORE): PatternScore {
  const { similarity } = evidence
  const known = scoreParts(evidence, policy)
  const parts = similarity === undefined ? known : { ...known, semantic: similarity }
  const excluded = evidence.maturity === 'deprecated' || evidence.deprecated === true
  const base = parts.successRate * parts.decay * parts.categoryWeight * parts.multiplier + parts.boost
  const score = excluded ? 0 : blend(base, similarity, policy.semanticShare)
  return { score, parts, excluded, known: evidence.successes + ignoresOf(evidence) > 0 }
}

function scoreParts(evidence: PatternEvidence, policy: typeof PATTERN_SCORE) {
  return {
    successRate: successRate(evidence.successes, ignoresOf(evidence)),
    decay: scoreDecay(evidence.daysSinceUse, evidence.reinforcements, policy),
    categoryWeight: policy.categoryWeights[evidence.category],
    boost: contextBoost(evidence.contextOverlap ?? {}, policy),
    multiplier: evidence.maturity === undefined ? 1 : policy.maturityMultipliers[evidence.maturity],
  }
}

function ignoresOf(evidence: PatternEvidence): number {
  return evidence.ignoreWeight ?? evidence.ignoreCount ?? 0
}

/** `successes / (successes + ignores)`. A pattern only just seen has neither, and counts as seen to hold: 1. */
function successRate(successes: number, ignores: number): number {
  const total = successes + ignores
  return total === 0 ? 1 : successes / total
}

/** `exp(-days / 14)`: 0.3679 after 14 days, half after 9.70. Three reinforcements end the ageing of the score. */
function scoreDecay(days: number, reinforcements: number, policy: typeof PATTERN_SCORE): number {
  if (reinforcements >= policy.immuneAfterReinforcements) return 1
  return Math.exp(-Math.max(0, days) / policy.decayDays)
}

function contextBoost(overlap: ContextOverlap, policy: typeof PATTERN_SCORE): number {
  return (overlap.labels ? policy.labelBoost : 0) + (overlap.files || overlap.phase ? policy.fileBoost : 0)
}

function blend(base: number, similarity: number | undefined, share: number): number {
  return similarity === undefined ? base : share * similarity + (1 - share) * base
}

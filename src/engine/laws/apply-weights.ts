import { roundScore } from './rounding.ts'

/** A score and what is left of it by the weight of its criterion. */
export interface WeightedScore {
  readonly raw: number
  readonly weighted: number
  readonly weight: number
}

const UNKNOWN_WEIGHT = 1

/**
 * Raw scores by criterion, each times the weight of its criterion; a criterion of which nothing is known counts in full.
 *
 * type_safe 0.8 at weight 0.75: 0.6. A deprecated criterion has weight 0 and leaves nothing.
 */
export function applyWeights(
  scores: Readonly<Record<string, number>>,
  weights: Readonly<Record<string, number>>,
): Record<string, WeightedScore> {
  const weightOf = (criterion: string) =>
    Object.hasOwn(weights, criterion) ? weights[criterion]! : UNKNOWN_WEIGHT
  return Object.fromEntries(
    Object.entries(scores).map(([criterion, raw]) => {
      const weight = weightOf(criterion)
      return [criterion, { raw, weighted: roundScore(raw * weight), weight }]
    }),
  )
}

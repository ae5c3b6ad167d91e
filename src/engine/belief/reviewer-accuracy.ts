import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { logit, sigmoid } from './likelihood.ts'

/** How often later observations confirmed a reviewer. */
export interface ReviewerRecord {
  readonly right: number
  readonly wrong: number
}

export const NO_REVIEWS: ReviewerRecord = { right: 0, wrong: 0 }

const LEAST = 0.5
const MOST = 0.98

/** The mean of the Beta distribution with 12 pseudo counts at 0.75: `(9 + right) / (12 + all)`. Ten of ten right: 19 / 22 = 0.8636. */
export function reviewerAccuracy({ right, wrong }: ReviewerRecord, policy: BayesPolicy = BAYES): number {
  const { reviewerPseudoCounts: count, reviewerPriorAccuracy: prior } = policy
  return (count * prior + right) / (count + right + wrong)
}

/**
 * The accuracy of a verdict: that of its evidence level, adjusted by what is known of the reviewer. `logit a = logit a_level + logit a_reviewer - logit 0.75`;
 * without a level, the reviewer's own. An unknown reviewer changes nothing. The result is at least 0.5: a reviewer who is mostly wrong is ignored, not inverted.
 * Level 1 by one who was right ten times of ten: odds 9 x 6.333 / 3 = 19, so 0.95.
 */
export function verdictAccuracy(
  level: 1 | 2 | 3 | undefined,
  reviewer: ReviewerRecord,
  policy: BayesPolicy = BAYES,
): number {
  const base = level === undefined ? policy.reviewerPriorAccuracy : accuracyOfLevel(level, policy)
  const moved = logit(base) + logit(reviewerAccuracy(reviewer, policy)) - logit(policy.reviewerPriorAccuracy)
  return Math.min(MOST, Math.max(LEAST, sigmoid(moved)))
}

function accuracyOfLevel(level: 1 | 2 | 3, policy: BayesPolicy): number {
  return { 1: policy.accuracyLevel1, 2: policy.accuracyLevel2, 3: policy.accuracyLevel3 }[level]
}

import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { logit, sigmoid, successProbability } from './likelihood.ts'

/** The log-odds of success of a context's runs without any pattern, and how much information is behind that number. */
export interface Baseline {
  readonly logits: number
  readonly information: number
  readonly runs: number
}

export const NO_BASELINE: Baseline = { logits: 0, information: 0, runs: 0 }

/** A run that ended, and the summed expected effect of the patterns that it was shown. */
export interface BaselineRun {
  readonly success: boolean
  readonly shown: number
}

/** One step of logistic regression per run: `b <- b + g / (1 + I)`, where `g` is the slope of the log-likelihood at the prediction and `I` the information so far, `I <- 0.98 I + g's own variance`. The first runs move it far, later ones less, and it never stops following. First run, a success with nothing shown: slope 0.84, information 0.1764, so b = 0.84 x 0.5 / 1.1764 = 0.3570. */
export function baselineAfter(
  before: Baseline,
  { success, shown }: BaselineRun,
  policy: BayesPolicy = BAYES,
): Baseline {
  const { slope, variance } = slopeAt(before.logits + shown, policy)
  const information = policy.baselineKeptPerRun * before.information + variance
  const residual = (success ? 1 : 0) - successProbability(before.logits + shown, policy)
  return {
    logits: limited(before.logits + (slope * residual) / (1 + information), policy),
    information,
    runs: before.runs + 1,
  }
}

/** The baseline after the outcome of a run is corrected: adds the difference between its two steps, at the weight that a step has now. */
export function baselineCorrected(
  now: Baseline,
  { success, shown }: BaselineRun,
  policy: BayesPolicy = BAYES,
): Baseline {
  const { slope } = slopeAt(now.logits + shown, policy)
  const step = (success ? slope : -slope) / (1 + now.information)
  return { ...now, logits: limited(now.logits + step, policy) }
}

/** The baseline without a run whose outcome no longer counts. Subtracts the step that the run took when it was measured, at the weight that a step has now; if nothing happened in between, this restores the earlier baseline. */
export function baselineWithout(
  now: Baseline,
  { success, shown, measuredWith }: BaselineRun & { readonly measuredWith: number },
  policy: BayesPolicy = BAYES,
): Baseline {
  const { slope, variance } = slopeAt(measuredWith + shown, policy)
  const residual = (success ? 1 : 0) - successProbability(measuredWith + shown, policy)
  return {
    logits: limited(now.logits - (slope * residual) / (1 + now.information), policy),
    information: Math.max(0, (now.information - variance) / policy.baselineKeptPerRun),
    runs: Math.max(0, now.runs - 1),
  }
}

/** The slope of the log-likelihood per unit of surprise, `p' / (p (1 - p))`, and the information of one run, `p'^2 / (p (1 - p))`. */
function slopeAt(logits: number, policy: BayesPolicy): { slope: number; variance: number } {
  const s = sigmoid(logits)
  const p = successProbability(logits, policy)
  const rise = (1 - 2 * policy.outcomeNoise) * s * (1 - s)
  return { slope: rise / (p * (1 - p)), variance: rise ** 2 / (p * (1 - p)) }
}

function limited(logits: number, { baselineLimit }: BayesPolicy): number {
  return Math.min(baselineLimit, Math.max(-baselineLimit, logits))
}

/** How often later observations confirmed a reviewer. */
export interface ReviewerRecord {
  readonly right: number
  readonly wrong: number
}

export const NO_REVIEWS: ReviewerRecord = { right: 0, wrong: 0 }

/** How much the words of a reviewer count, relative to those of an unknown one: `logit a / logit 0.75`. The accuracy a is the mean of the Beta distribution with 12 pseudo counts at 0.75, `(9 + right) / (12 + all)`, between 0.5 and 0.9: a reviewer who is mostly wrong is ignored, not inverted, and some runs end well or badly for reasons that nobody can know. Ten of ten right: a = 19 / 22 = 0.8636, so 1.8458 / 1.0986 = 1.6801; 26 of 48: 0.3365 / 1.0986 = 0.3063. */
export function reviewerWeight({ right, wrong }: ReviewerRecord, policy: BayesPolicy = BAYES): number {
  const { reviewerPseudoCounts: count, reviewerPriorAccuracy: usual, reviewerMostAccuracy: most } = policy
  const accuracy = (count * usual + right) / (count + right + wrong)
  return logit(Math.min(most, Math.max(0.5, accuracy))) / logit(usual)
}

/** The accuracy of a verdict: that of its evidence level, or of an unknown reviewer, as far as the reviewer's word counts. `logit a = logit a_level x weight`. Level 1 by one who was right ten times of ten: 2.1972 x 1.6801, so 0.9757; 26 times of 48: 0.6622. */
export function verdictAccuracy(
  level: 1 | 2 | 3 | undefined,
  reviewer: ReviewerRecord = NO_REVIEWS,
  policy: BayesPolicy = BAYES,
): number {
  const base = level === undefined ? policy.reviewerPriorAccuracy : policy.accuracies[level]
  return sigmoid(logit(base) * reviewerWeight(reviewer, policy))
}

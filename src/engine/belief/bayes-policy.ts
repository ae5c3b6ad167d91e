/** Every number of the bayes profile. Effects are in logits of a run's success. */
export const BAYES = {
  effects: { help: 0.5, neutral: -0.02, harm: -0.35 },
  prior: { help: 0.38, neutral: 0.44, harm: 0.18 },
  /** A belief without new evidence returns to the prior with this time constant. */
  leakDays: 100,
  leakPerObservation: 0.01,
  /** How often a verdict is right, by the level of the evidence behind it. */
  accuracies: { 1: 0.9, 2: 0.75, 3: 0.55 },
  reviewerPseudoCounts: 12,
  reviewerPriorAccuracy: 0.75,
  reviewerMostAccuracy: 0.9,
  /** The share of runs that end well or badly for reasons nobody can know. */
  outcomeNoise: 0.08,
  /** Limits, as logarithms: for evidence from runs that used a pattern, because that is observed and not drawn; and for words. */
  observedLimit: 2.3,
  spokenLimit: 4.5,
  /** From this standard error of the difference on, the random comparison outweighs what was only observed. */
  decisiveError: 0.1,
  /** The difference in the success rate that showing a pattern makes, and how much it varies, by what the pattern does. */
  differences: {
    help: { mean: 0.09, spread: 0.06 },
    neutral: { mean: -0.004, spread: 0.02 },
    harm: { mean: -0.07, spread: 0.05 },
  },
  /** How much the outcome of a run counts for a pattern, by how far the pattern got in it. */
  tierWeights: { shown: 0, cited: 0.25, applied: 1 },
  /** The weight of surviving a validator's verdict with evidence, relative to being called useful. */
  letStandWeight: 0.48,
  /** The weight of being dismissed with evidence, relative to being called useless. It is high because validators rarely dismiss what helps, but often overlook what does not. */
  dismissalWeight: 1.7,
  /** The weight of a person's vote on a pattern, relative to a verdict. */
  personWeight: 1.5,
  /** The relevance of a pattern if nothing is known about the work. */
  unknownRelevance: 0.6,
  /** The least relevance of a pattern that names no place: it may apply anywhere. With the prior alone this is too little to be shown. */
  placelessRelevance: 0.25,
  /** Below the floor, similarity says nothing: any two texts of one field are a little similar. From `relevanceFull` on, a pattern is certainly about the work. */
  relevanceFloor: 0.15,
  relevanceFull: 0.3,
  /** The probability that a pattern is about work that shares a file, a part of the code base, or a label with it. */
  sameFileRelevance: 0.85,
  samePartRelevance: 0.7,
  sameLabelRelevance: 0.6,
  /** The factor on similarity if both name places and share none. */
  elsewhereFactor: 0.5,
  baselineKeptPerRun: 0.98,
  baselineLimit: 4,
  /** Learned priors: the pseudo counts of the documented prior; those of the mean of all patterns, against one group; and the power that discounts groups for their overlap. */
  groupPseudoCounts: 20,
  ownPseudoCounts: 6,
  groupWeight: 0.7,
  /** What a line costs, whatever its length: it takes attention from the work. Tokens bound the block. */
  lineCost: 0.02,
  /** The value that a pattern needs for each pattern before it in the block. */
  linePrice: 0.01,
  /** A pattern is proven if it is worth showing even this many standard deviations below its expected value. */
  caution: 0.35,
  /** A block may contain one unproven pattern for every so many tokens of its budget, and two in any case. */
  tokensPerUnproven: 80,
  /** How often an unproven pattern from outside is shown, to learn about it. */
  strangerShare: 0.1,
  /** How many blocks may contain a pattern that names no place and is not like the work, to learn whether it holds there. */
  placelessShare: 0.4,
  exploreShare: 0.2,
  /** A pattern is shown as a warning if it harms with at least this probability, after so many observations from inside. */
  warningFrom: 0.7,
  antiPatternObservations: 3,
  promotionEValue: 20,
  recalibrationPseudoCounts: 10,
  leastPredictions: 30,
}

export type BayesPolicy = typeof BAYES

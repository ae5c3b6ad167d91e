/** Every number of the bayes profile. Effects are in logits of a run's success. */
export const BAYES = {
  effects: { help: 0.5, neutral: -0.02, harm: -0.35 },
  prior: { help: 0.35, neutral: 0.5, harm: 0.15 },
  /** Knowledge that is not renewed leaks away with this time constant. */
  leakDays: 400,
  leakPerObservation: 0.01,
  /** How often a verdict is right, by the level of the evidence behind it. */
  accuracyLevel1: 0.9,
  accuracyLevel2: 0.75,
  accuracyLevel3: 0.55,
  reviewerPseudoCounts: 12,
  reviewerPriorAccuracy: 0.75,
  /** Runs that end well or badly for no reason that anyone could know. */
  outcomeNoise: 0.08,
  /** What the outcome of a run says about a pattern, by how far the pattern got in it. */
  tierWeights: { shown: 0, cited: 0.25, applied: 1 },
  /** What it says of a pattern that a validator judged the work on evidence and did not dismiss it, against saying that it is useful. */
  letStandWeight: 0.4,
  /** And that it did, with evidence, against saying that it is not useful: few who look dismiss what helps, and many let stand what does not. */
  dismissalWeight: 2,
  /** A person's word on one pattern, against a verdict. */
  personWeight: 1.5,
  /** How much a pattern is taken to have to do with work of which nothing is known. */
  unknownRelevance: 0.6,
  /** And a pattern that names no place with work that it is not like: it may hold anywhere, but by the prior it is not shown there. */
  placelessRelevance: 0.25,
  /** Up to this much any two texts of one trade are alike; from the second on a pattern is taken to be about the work. */
  relevanceFloor: 0.2,
  relevanceFull: 0.5,
  /** How probable it is that a pattern is about some work that shares a file with it, a part of the code base, or a label. */
  sameFileRelevance: 0.85,
  samePartRelevance: 0.7,
  sameLabelRelevance: 0.6,
  /** What is left of its likeness where both name places, and none is the same. */
  elsewhereFactor: 0.5,
  baselineKeptPerRun: 0.98,
  baselineLimit: 4,
  groupPseudoCounts: 6,
  tokenCost: 0.0008,
  /** What a line must be worth for each line before it in a block. */
  linePrice: 0.01,
  /** How far below what is expected a line must still be worth showing to be proven, in standard deviations. */
  caution: 0.35,
  /** Lines in a block that are not proven. */
  mostUnproven: 2,
  /** How often a line from outside that is not proven is shown, to learn about it. */
  strangerShare: 0.1,
  exploreShare: 0.2,
  antiPatternObservations: 3,
  promotionEValue: 20,
  recalibrationPseudoCounts: 10,
  leastPredictions: 30,
}

export type BayesPolicy = typeof BAYES

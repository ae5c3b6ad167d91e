/** Everything that makes one world unlike another. Effects are in logits of a run's success. */
export const BASE = {
  runs: 120,
  days: 60,
  lessons: 36,
  /** Lessons that speak of no place in particular, and help in some places and harm in others. */
  generalShare: 0.15,
  helpfulShare: 0.35,
  harmfulShare: 0.2,
  /** Runs whose work has a label. */
  labelledShare: 0.6,
  /** All effects of lessons times this. */
  effectScale: 1,
  /** Lessons that turn into something else at half time. */
  driftShare: 0.25,
  budgetTokens: 500,
  /** What a token in the prompt costs, whatever it says. */
  tokenCost: 0.0004,
  /** Agents follow advice that fits their work, and now and then advice that does not. */
  obeysInPlace: 0.85,
  obeysOutOfPlace: 0.25,
  /** How a followed lesson shows: with a place in the change, by name alone, or not at all. */
  saysWhere: 0.7,
  saysSo: 0.15,
  /** A lesson that was not followed is named all the same. */
  claimsFalsely: 0.05,
  /** Observed outcomes that are wrong, and those that time puts right. */
  outcomeNoise: 0.08,
  lateTruthShare: 0.3,
  outcomeDelayRuns: 0,
  /** Runs that a validator looks at, and how often it is right, by the level of its evidence. */
  verdictShare: 0.4,
  verdictAccuracy: [0.88, 0.78, 0.6] as readonly [number, number, number],
  evidenceLevels: [0.35, 0.35, 0.3] as readonly [number, number, number],
  /** How often a validator dismisses advice that did not help, and advice that did, by the same levels. */
  dismissesBad: [0.5, 0.45, 0.3] as readonly [number, number, number],
  dismissesGood: [0.04, 0.07, 0.2] as readonly [number, number, number],
  /** Runs after which a person says a word on one of the lessons used, and how often that is right. */
  wordShare: 0.08,
  wordAccuracy: 0.8,
  /** Runs that leave a lesson behind, and how it is worded: as before, nearly, or quite otherwise. */
  sightingShare: 0.5,
  nearWording: 0.3,
  farWording: 0.2,
  poisons: 0,
  /** Sightings of each poison from outside, and how often an agent inside takes one over as its own lesson. */
  poisonRepeats: 8,
  launderShare: 0.05,
  /** Lessons that lessen or undo each other. */
  interacts: false,
  link: 'logistic' as 'logistic' | 'heavy-tailed',
  /** The share of eligible lessons that a memory withholds at random. */
  holdoutShare: 0,
  /** How much easier, in logits, work is in which agents say that they used a lesson; and how much harder the rest. */
  easyUse: 0,
  /** Lessons are about a mistake that sessions show to come back or not; all of them are written down before the first run. */
  mistakes: false,
  /** How many parts of the code base runs work in. */
  areas: 8,
}

export type Variant = typeof BASE

/** Sixty runs in one part of a project, drawn as by default, of agents that nobody validates. */
const RELAPSES = {
  mistakes: true,
  verdictShare: 0,
  wordShare: 0.02,
  holdoutShare: 0.1,
  runs: 60,
  lessons: 6,
  areas: 1,
  generalShare: 0,
  driftShare: 0,
  sightingShare: 0,
}

export const VARIANTS = {
  base: {},
  'no drift': { driftShare: 0 },
  'heavy drift': { driftShare: 0.6 },
  'scarce verdicts': { verdictShare: 0.1, wordShare: 0.02 },
  'bad verdicts': {
    verdictAccuracy: [0.6, 0.55, 0.5],
    dismissesBad: [0.25, 0.25, 0.25],
    dismissesGood: [0.18, 0.2, 0.22],
    wordAccuracy: 0.55,
  },
  noise: { outcomeNoise: 0.25, lateTruthShare: 0.1 },
  'small budget': { budgetTokens: 120 },
  'large budget': { budgetTokens: 1_500 },
  poison: { poisons: 8, poisonRepeats: 12, launderShare: 0.1 },
  'weak effects': { effectScale: 0.4 },
  'many harmful': { helpfulShare: 0.2, harmfulShare: 0.45 },
  interacting: { interacts: true },
  'delayed outcomes': { outcomeDelayRuns: 25 },
  'half obeyed': { obeysInPlace: 0.5, obeysOutOfPlace: 0.15, claimsFalsely: 0.2 },
  'not logistic': { link: 'heavy-tailed' },
  'easy use': { easyUse: 1.5, holdoutShare: 0.3, runs: 300, lessons: 16, driftShare: 0 },
  compared: { holdoutShare: 0.3, runs: 300, lessons: 16, driftShare: 0 },
  relapses: { ...RELAPSES, helpfulShare: 0.5, harmfulShare: 0 },
  'relapses, some invited': { ...RELAPSES, helpfulShare: 0.3, harmfulShare: 0.4 },
} as const satisfies Record<string, Partial<Variant>>

export type VariantName = keyof typeof VARIANTS

/** Whether the sessions of its worlds show mistakes that come back. */
export function hasMistakes(name: VariantName): boolean {
  return 'mistakes' in VARIANTS[name]
}

export const VARIANT_NAMES = Object.keys(VARIANTS) as VariantName[]

export function variantOf(name: VariantName, more: Partial<Variant> = {}): Variant {
  return { ...BASE, ...VARIANTS[name], ...more }
}

import { POLICY } from '../../../engine/laws/policy.ts'
import { type ConfigKey, number, text } from './key.ts'

const { maturity, implicitFeedback, criterion, inversion, strategy, scoreRegression } = POLICY

/** How outcomes become feedback, and feedback becomes standing. */
export const FEEDBACK_KEYS = {
  'maturity.minFeedback': number(
    maturity.minFeedback,
    1,
    1_000,
    'The feedback that a pattern needs to be more than a candidate.',
  ),
  'maturity.minHelpful': number(
    maturity.minHelpful,
    1,
    1_000,
    'The helpful feedback that makes a pattern proven.',
  ),
  'maturity.maxHarmful': number(
    maturity.maxHarmful,
    0,
    1,
    'The harmful share from which a pattern is not proven.',
  ),
  'maturity.deprecationThreshold': number(
    maturity.deprecationThreshold,
    0,
    1,
    'Harmful share above which a pattern is deprecated.',
  ),
  'maturity.halfLifeDays': number(
    maturity.halfLifeDays,
    0.01,
    36_500,
    'Days in which feedback loses half its weight.',
  ),
  'implicitFeedback.fastCompletionThresholdMs': number(
    implicitFeedback.fastCompletionThresholdMs,
    0,
    1e12,
    'A task that takes less is fast.',
  ),
  'implicitFeedback.slowCompletionThresholdMs': number(
    implicitFeedback.slowCompletionThresholdMs,
    0,
    1e12,
    'A task that takes more is slow.',
  ),
  'implicitFeedback.maxErrorsForHelpful': number(
    implicitFeedback.maxErrorsForHelpful,
    0,
    1_000,
    'More errors than this count heavily.',
  ),
  'implicitFeedback.halfLifeDays': number(
    implicitFeedback.halfLifeDays,
    0.01,
    36_500,
    'Days in which implicit feedback loses half its strength.',
  ),
  'implicitFeedback.helpfulFrom': number(
    implicitFeedback.helpfulFrom,
    0,
    1,
    'A task that scores this or more is helpful.',
  ),
  'implicitFeedback.harmfulTo': number(
    implicitFeedback.harmfulTo,
    0,
    1,
    'A task that scores this or less is harmful.',
  ),
  'implicitFeedback.weights': {
    kind: 'weights',
    fallback: implicitFeedback.weights,
    summary: 'The weights of success, duration, errors and retries in the score of a task.',
  },
  'implicitFeedback.durationScores': {
    kind: 'weights',
    fallback: implicitFeedback.durationScores,
    summary: 'The scores of a fast, a medium and a slow task.',
  },
  'implicitFeedback.errorScores': {
    kind: 'weights',
    fallback: implicitFeedback.errorScores,
    summary: 'The scores of a task with no, few and many errors.',
  },
  'implicitFeedback.retryScores': {
    kind: 'weights',
    fallback: implicitFeedback.retryScores,
    summary: 'The scores of a task with no, one and more retries.',
  },
  'criterion.defaults': {
    kind: 'names',
    fallback: criterion.defaults,
    summary: 'The criteria of a task outcome that names none.',
  },
  'criterion.halfLifeDays': number(
    criterion.halfLifeDays,
    0.01,
    36_500,
    'Days in which feedback on a criterion loses half its weight.',
  ),
  'criterion.minFeedbackForAdjustment': number(
    criterion.minFeedbackForAdjustment,
    1,
    1_000,
    'The feedback that a criterion needs before it can be deprecated.',
  ),
  'criterion.maxHarmfulRatio': number(
    criterion.maxHarmfulRatio,
    0,
    1,
    'Harmful share above which a criterion is deprecated: its weight is 0.',
  ),
  'criterion.weightFloor': number(criterion.weightFloor, 0, 1, 'The least weight of any other criterion.'),
  'inversion.minObservations': number(
    inversion.minObservations,
    1,
    1_000,
    'The observations that a pattern or strategy needs before it can become a warning.',
  ),
  'inversion.failureRatioThreshold': number(
    inversion.failureRatioThreshold,
    0,
    1,
    'The failure share from which it becomes a warning.',
  ),
  'inversion.antiPatternPrefix': text(inversion.antiPatternPrefix, 'The first words of a warning.'),
  'strategy.minObservations': number(
    strategy.minObservations,
    1,
    1_000,
    'The observations that a strategy needs before it is reported as working.',
  ),
  'strategy.minSuccessRate': number(
    strategy.minSuccessRate,
    0,
    1,
    'The success share from which a strategy is reported as working.',
  ),
  'strategy.mostExamples': number(
    strategy.mostExamples,
    1,
    100,
    'How many of the newest tasks are kept as examples of a strategy.',
  ),
  'strategy.halfLifeDays': number(
    strategy.halfLifeDays,
    0.01,
    36_500,
    'Days in which a strategy that is not tried again loses half its rank.',
  ),
  'strategy.plannerRoles': {
    kind: 'names',
    fallback: strategy.plannerRoles,
    summary: 'Roles whose deliberations are plans, in lower case.',
  },
  'scoreRegression.window': number(
    scoreRegression.window,
    1,
    1_000,
    'How many of the newest scores a new one is compared with.',
  ),
  'scoreRegression.drop': number(
    scoreRegression.drop,
    0,
    1,
    'How far below their mean, as a share, a score must be to become a learning.',
  ),
  'strikes.maxStrikes': number(
    POLICY.strikes.maxStrikes,
    1,
    100,
    'Failed attempts after which a task is stopped.',
  ),
} as const satisfies Record<string, ConfigKey>

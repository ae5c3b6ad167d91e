import { POLICY } from '../engine/policy.ts'
import { RETENTION } from '../engine/retention.ts'

export type ConfigValue = string | number | boolean | readonly string[] | Readonly<Record<string, number>>

/** What a key may hold, what it is when nobody sets it, and what it is for. */
export interface ConfigKey {
  readonly kind: 'text' | 'number' | 'switch' | 'names' | 'weights'
  readonly fallback: ConfigValue
  readonly summary: string
  readonly least?: number
  readonly most?: number
  readonly oneOf?: readonly string[]
  /** Its value is never printed. */
  readonly secret?: boolean
}

const number = (fallback: number, least: number, most: number, summary: string): ConfigKey => ({
  kind: 'number',
  fallback,
  least,
  most,
  summary,
})
const text = (fallback: string, summary: string, more: Partial<ConfigKey> = {}): ConfigKey => ({
  kind: 'text',
  fallback,
  summary,
  ...more,
})

const { score, lifecycle, maturity, implicitFeedback, criterion, inversion } = POLICY
const { penalty, inject, roles, correction, overlay } = POLICY

/** Every key of the configuration. The dots nest: `store.path` is `{"store": {"path": …}}` in a file. */
export const CONFIG_KEYS = {
  organisation: text('local', 'Whose journal this is; projects of one organisation can share.'),
  project: text('', 'The id of this project; empty: found from the repository.'),
  'store.url': text('', 'A PostgreSQL address; empty: the SQLite journal in `.mettle/`.', { secret: true }),
  'store.path': text('', 'Where the SQLite journal is; empty: `.mettle/journal.db` of the repository.'),
  'store.waitMs': number(30_000, 0, 600_000, 'How long a writer waits for its turn.'),
  'store.durable': {
    kind: 'switch',
    fallback: true,
    summary: 'A fact is on the disk before it is acknowledged.',
  },
  'holdout.share': number(
    0.1,
    0,
    0.5,
    'Share of patterns withheld at random, to measure what they are worth; 0 turns it off.',
  ),
  'holdout.afterRuns': number(20, 0, 1_000_000, 'Nothing is withheld before a project has had so many runs.'),
  'inject.profile': text('classic', 'How patterns are scored.', { oneOf: ['classic'] }),
  'inject.adversarialRoles': {
    kind: 'names',
    fallback: inject.adversarialRoles,
    summary: 'Roles that challenge the work of others; they get the larger budget.',
  },
  'inject.adversarialBudgetTokens': number(
    inject.adversarialBudgetTokens,
    0,
    100_000,
    'Budget of a block for those roles.',
  ),
  'inject.otherBudgetTokens': number(
    inject.otherBudgetTokens,
    0,
    100_000,
    'Budget of a block for every other role.',
  ),
  'inject.minRemainingTokens': number(
    inject.minRemainingTokens,
    0,
    100_000,
    'With less room left in the prompt, nothing is injected.',
  ),
  'inject.embeddings': {
    kind: 'switch',
    fallback: true,
    summary: 'Compare by meaning too, with the small model that comes with the package.',
  },
  'inject.deadlineMs': number(
    1_000,
    10,
    60_000,
    'How long `mettle inject` waits for the journal before it lets the agent go on without.',
  ),
  'inject.minScore': number(inject.minScore, 0, 10, 'Patterns that score less are left out.'),
  'score.decayDays': number(
    score.decayDays,
    0.01,
    36_500,
    'Days in which an unused pattern falls to 37 % of its score.',
  ),
  'score.immuneAfterReinforcements': number(
    score.immuneAfterReinforcements,
    1,
    1_000_000,
    'After so many reinforcements a score no longer decays.',
  ),
  'score.categoryWeights': {
    kind: 'weights',
    fallback: score.categoryWeights,
    summary: 'What an observation, a causal statement and a rule weigh.',
  },
  'score.maturityMultipliers': {
    kind: 'weights',
    fallback: score.maturityMultipliers,
    summary: 'What each maturity multiplies a score by.',
  },
  'score.labelBoost': number(score.labelBoost, 0, 1, 'Added when a label of the task is one of the pattern.'),
  'score.fileBoost': number(
    score.fileBoost,
    0,
    1,
    'Added when a file or the phase of the task is one of the pattern.',
  ),
  'score.semanticShare': number(
    score.semanticShare,
    0,
    1,
    'Share of the similarity in the score, where one is known.',
  ),
  'lifecycle.candidateSightings': number(
    lifecycle.candidateSightings,
    1,
    1_000,
    'Sightings that make a candidate.',
  ),
  'lifecycle.verifiedSightings': number(
    lifecycle.verifiedSightings,
    1,
    1_000,
    'Sightings that verify, if there are contexts enough.',
  ),
  'lifecycle.verifiedContexts': number(
    lifecycle.verifiedContexts,
    1,
    12,
    'Distinct contexts that verify, if there are sightings enough.',
  ),
  'lifecycle.idleDays': number(
    lifecycle.idleDays,
    1,
    36_500,
    'Days without use after which a pattern is deprecated.',
  ),
  'lifecycle.agedSteps': number(
    lifecycle.agedSteps,
    1,
    1_000,
    'Times in a row passed over after which a pattern is deprecated.',
  ),
  'maturity.minFeedback': number(
    maturity.minFeedback,
    1,
    1_000,
    'Feedback below which a pattern stays a candidate.',
  ),
  'maturity.minHelpful': number(maturity.minHelpful, 1, 1_000, 'Helpful feedback that proves a pattern.'),
  'maturity.maxHarmful': number(maturity.maxHarmful, 0, 1, 'Harmful share at which nothing is proven.'),
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
    'More errors than these count heavily.',
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
    summary: 'What success, duration, errors and retries weigh in the score of a task.',
  },
  'implicitFeedback.durationScores': {
    kind: 'weights',
    fallback: implicitFeedback.durationScores,
    summary: 'What a fast, a medium and a slow task score.',
  },
  'implicitFeedback.errorScores': {
    kind: 'weights',
    fallback: implicitFeedback.errorScores,
    summary: 'What a task scores with no, few and many errors.',
  },
  'implicitFeedback.retryScores': {
    kind: 'weights',
    fallback: implicitFeedback.retryScores,
    summary: 'What a task scores with no, one and more retries.',
  },
  'criterion.defaults': {
    kind: 'names',
    fallback: criterion.defaults,
    summary: 'The criteria that a task outcome speaks of when it names none.',
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
    'Feedback from which on a criterion may be deprecated.',
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
    'Observations from which on a pattern or strategy may become a warning.',
  ),
  'inversion.failureRatioThreshold': number(
    inversion.failureRatioThreshold,
    0,
    1,
    'Share of failures at which it becomes a warning.',
  ),
  'inversion.antiPatternPrefix': text(inversion.antiPatternPrefix, 'How a warning begins.'),
  'penalty.roleWeights': {
    kind: 'weights',
    fallback: penalty.roleWeights,
    summary: "What a false positive costs a pattern, by the pattern's role.",
  },
  'penalty.otherWeight': number(penalty.otherWeight, 0, 100, 'What it costs a pattern of any other role.'),
  'roles.pairs': {
    kind: 'names',
    fallback: roles.pairs,
    summary: 'Which role challenges and which validates it, as `judge:inspector`.',
  },
  'correction.reinforces': text(
    correction.reinforces,
    'What a PASS holds up: patterns that were used, or also those chosen by file or rank.',
    { oneOf: ['used', 'chosen'] },
  ),
  'correction.mostChosen': number(
    correction.mostChosen,
    0,
    100,
    'How many of the best are chosen when none was learned in a changed file.',
  ),
  'correction.dismissals': text(
    correction.dismissals,
    'What a validator gives with a false positive: evidence in its report, or only the id.',
    { oneOf: ['evidenced', 'named'] },
  ),
  'policy.ratchet': text(
    POLICY.policy.ratchet,
    'Whether overlays and thresholds only tighten by themselves, or follow the evidence both ways.',
    { oneOf: ['strict', 'elastic'] },
  ),
  'policy.halfLifeDays': number(
    POLICY.policy.halfLifeDays,
    0.01,
    36_500,
    'Days in which a run loses half its weight under the elastic ratchet.',
  ),
  'policy.staleAfterDays': number(
    POLICY.policy.staleAfterDays,
    1,
    36_500,
    'Days without news after which a tight overlay raises an alert.',
  ),
  'overlay.riskyBelow': number(overlay.riskyBelow, 0, 1, 'Reliability below which the risk is multiplied.'),
  'overlay.riskyMultiplier': number(overlay.riskyMultiplier, 1, 10, 'By how much.'),
  'overlay.unreliableBelow': number(
    overlay.unreliableBelow,
    0,
    1,
    'Reliability below which an adapter needs approval and has fewer retries.',
  ),
  'overlay.approvalOccurrences': number(
    overlay.approvalOccurrences,
    1,
    1_000_000,
    'Occurrences of one failure from which an adapter needs approval.',
  ),
  'overlay.maxRetries': number(overlay.maxRetries, 0, 1_000, 'Retries of an adapter that is reliable.'),
  'overlay.unreliableMaxRetries': number(
    overlay.unreliableMaxRetries,
    0,
    1_000,
    'Retries of an adapter that is not.',
  ),
  'retention.maxRuns': number(
    RETENTION.maxRuns,
    1,
    1_000_000,
    'Of so many runs, the newest, every word stays in the journal when `mettle forget` archives.',
  ),
  'retention.maxSessions': number(
    RETENTION.maxSessions,
    1,
    1_000_000,
    'So many folders of `.learnings/sessions` stay.',
  ),
  'retention.maxLogLines': number(
    RETENTION.maxLogLines,
    0,
    1_000_000_000,
    'So many facts, the newest, keep their words in the journal at most.',
  ),
  'retention.maxArchiveAgeDays': number(
    RETENTION.maxArchiveAgeDays,
    0,
    36_500,
    'Days after which processed files in `.learnings/pending/archived` go.',
  ),
  'retention.lockStaleHours': number(
    RETENTION.lockStaleHours,
    0.01,
    8_760,
    "Hours after which the lock of a run that died is nobody's.",
  ),
  'retention.protectedWindowMinutes': number(
    RETENTION.protectedWindowMinutes,
    0,
    525_600,
    'A run with a sign of life within so many minutes is under way and is not touched.',
  ),
} as const satisfies Record<string, ConfigKey>

export type ConfigName = keyof typeof CONFIG_KEYS
export const CONFIG_NAMES = Object.keys(CONFIG_KEYS) as ConfigName[]

/** The environment variable of a key: `store.waitMs` is `METTLE_STORE_WAIT_MS`. */
export function variableOf(name: ConfigName): string {
  if (name === 'store.url') return 'METTLE_DATABASE_URL'
  return `METTLE_${name
    .replace(/([A-Z])/g, '_$1')
    .replaceAll('.', '_')
    .toUpperCase()}`
}

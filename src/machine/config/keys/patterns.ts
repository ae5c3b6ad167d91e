import { POLICY } from '../../../engine/laws/policy.ts'
import { type ConfigKey, number, text } from './key.ts'

const { inject, score, bayes, lifecycle, penalty, roles, correction } = POLICY

/** How patterns are scored, shown and corrected. */
export const PATTERN_KEYS = {
  'inject.profile': text(
    'bayes',
    'How patterns are weighed: by counts of what was said for and against them, or by how probable it is that they help.',
    { oneOf: ['classic', 'bayes'] },
  ),
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
  'inject.planBudgetTokens': number(
    inject.planBudgetTokens,
    0,
    100_000,
    'Budget of what `mettle plan-prompt` prints.',
  ),
  'inject.agentStartMost': number(
    inject.agentStartMost,
    0,
    100,
    'The most patterns that an agent is shown when it starts.',
  ),
  'inject.agentStartBudgetTokens': number(inject.agentStartBudgetTokens, 0, 100_000, 'Budget of that block.'),
  'inject.toolCallMost': number(
    inject.toolCallMost,
    0,
    100,
    'The most patterns that are shown before a tool call.',
  ),
  'inject.toolCallBudgetTokens': number(inject.toolCallBudgetTokens, 0, 100_000, 'Budget of that block.'),
  'inject.toolCallMinRelevance': number(
    inject.toolCallMinRelevance,
    0.01,
    1,
    'Patterns that have less to do with a tool call are not shown before it.',
  ),
  'inject.promptMost': number(
    inject.promptMost,
    0,
    100,
    'The most patterns that are shown beside what a person asks for.',
  ),
  'inject.promptBudgetTokens': number(inject.promptBudgetTokens, 0, 100_000, 'Budget of that block.'),
  'inject.promptMinRelevance': number(
    inject.promptMinRelevance,
    0.01,
    1,
    'Patterns that have less to do with what a person asks for are not shown beside it.',
  ),
  'inject.repeatInRun': {
    kind: 'switch',
    fallback: inject.repeatInRun,
    summary: 'Show before a tool call what the run was shown before, again.',
  },
  'inject.leavePrunedOut': {
    kind: 'switch',
    fallback: inject.leavePrunedOut,
    summary: 'Show no agent what is flagged PRUNE and mostly failed when it was applied, unless a role asks.',
  },
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
  'score.staleCitedFactor': number(
    score.staleCitedFactor,
    0,
    1,
    'What a pattern keeps of its score when the lines that it cites have changed.',
  ),
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
  'bayes.exploreShare': number(
    bayes.exploreShare,
    0,
    1,
    'bayes: the most of a budget that is spent on learning about patterns which are not the best.',
  ),
  'bayes.tokenCost': number(
    bayes.tokenCost,
    0,
    1,
    'bayes: what a token of the prompt costs, in logits of success.',
  ),
  'bayes.linePrice': number(
    bayes.linePrice,
    0,
    1,
    'bayes: what a line must be worth for each line before it in a block, in logits of success.',
  ),
  'bayes.caution': number(
    bayes.caution,
    0,
    10,
    'bayes: a line is proven if it is worth showing even this many standard deviations below what is expected.',
  ),
  'bayes.mostUnproven': number(
    bayes.mostUnproven,
    0,
    100,
    'bayes: the most lines in a block that are not proven.',
  ),
  'bayes.strangerShare': number(
    bayes.strangerShare,
    0,
    1,
    'bayes: how often a line that began outside and is not proven is shown, to learn about it.',
  ),
  'bayes.leakDays': number(
    bayes.leakDays,
    0.01,
    36_500,
    'bayes: days in which 63 % of what is known of a pattern leaks away without news.',
  ),
  'bayes.tierWeights': {
    kind: 'weights',
    fallback: bayes.tierWeights,
    summary: 'bayes: what the outcome of a run says of a pattern that was shown, cited or applied in it.',
  },
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
} as const satisfies Record<string, ConfigKey>

import { POLICY } from '../../../engine/laws/policy.ts'
import { type ConfigKey, number, text } from './key.ts'

const { inject, score, bayes, lifecycle, penalty, roles, correction } = POLICY

/** How patterns are scored, shown and corrected. */
export const PATTERN_KEYS = {
  'inject.profile': text(
    'bayes',
    'How patterns are ranked: by counts of evidence for and against them, or by the probability that they help.',
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
    'The least relevance to a tool call of patterns that are shown before it.',
  ),
  'inject.promptMost': number(inject.promptMost, 0, 100, 'The most patterns that are shown with a prompt.'),
  'inject.promptBudgetTokens': number(inject.promptBudgetTokens, 0, 100_000, 'Budget of that block.'),
  'inject.promptMinRelevance': number(
    inject.promptMinRelevance,
    0.01,
    1,
    'The least relevance to a prompt of patterns that are shown with it.',
  ),
  'inject.repeatInRun': {
    kind: 'switch',
    fallback: inject.repeatInRun,
    summary: 'Show a pattern before a tool call even if the run was already shown it.',
  },
  'inject.leavePrunedOut': {
    kind: 'switch',
    fallback: inject.leavePrunedOut,
    summary:
      'Do not show patterns that are flagged PRUNE and mostly failed when applied, unless a role asks.',
  },
  'inject.minRemainingTokens': number(
    inject.minRemainingTokens,
    0,
    100_000,
    'If fewer tokens are left in the prompt, nothing is injected.',
  ),
  'inject.embeddings': {
    kind: 'switch',
    fallback: true,
    summary: 'Also compare texts by their embeddings, with the small model in the package.',
  },
  'inject.deadlineMs': number(
    1_000,
    10,
    60_000,
    'How long `mettle inject` waits for the journal before the agent continues without patterns.',
  ),
  'inject.minScore': number(inject.minScore, 0, 10, 'Patterns with a lower score are not shown.'),
  'score.decayDays': number(
    score.decayDays,
    0.01,
    36_500,
    'Days in which the score of an unused pattern falls to 37%.',
  ),
  'score.immuneAfterReinforcements': number(
    score.immuneAfterReinforcements,
    1,
    1_000_000,
    'After this many reinforcements a score no longer decays.',
  ),
  'score.categoryWeights': {
    kind: 'weights',
    fallback: score.categoryWeights,
    summary: 'The weights of observations, causal statements and rules.',
  },
  'score.maturityMultipliers': {
    kind: 'weights',
    fallback: score.maturityMultipliers,
    summary: 'The factor of each maturity in a score.',
  },
  'score.staleCitedFactor': number(
    score.staleCitedFactor,
    0,
    1,
    'The factor for a pattern whose cited lines have changed.',
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
    'The share of similarity in the score, if it is known.',
  ),
  'bayes.exploreShare': number(
    bayes.exploreShare,
    0,
    1,
    'bayes: the share of a budget that may be spent on exploring patterns that are not the best.',
  ),
  'bayes.tokenCost': number(
    bayes.tokenCost,
    0,
    1,
    'bayes: the cost of a prompt token, in logits of success.',
  ),
  'bayes.linePrice': number(
    bayes.linePrice,
    0,
    1,
    'bayes: the value that a pattern needs for each pattern before it in a block, in logits of success.',
  ),
  'bayes.caution': number(
    bayes.caution,
    0,
    10,
    'bayes: a pattern is proven if it is worth showing even this many standard deviations below its expected value.',
  ),
  'bayes.mostUnproven': number(bayes.mostUnproven, 0, 100, 'bayes: the most unproven patterns in a block.'),
  'bayes.strangerShare': number(
    bayes.strangerShare,
    0,
    1,
    'bayes: how often an unproven pattern from outside is shown, to learn about it.',
  ),
  'bayes.leakDays': number(
    bayes.leakDays,
    0.01,
    36_500,
    'bayes: days in which 63% of a belief leaks away without new evidence.',
  ),
  'bayes.tierWeights': {
    kind: 'weights',
    fallback: bayes.tierWeights,
    summary:
      'bayes: how much the outcome of a run counts for patterns that were shown, cited or applied in it.',
  },
  'lifecycle.candidateSightings': number(
    lifecycle.candidateSightings,
    1,
    1_000,
    'Sightings after which a pattern is a candidate.',
  ),
  'lifecycle.verifiedSightings': number(
    lifecycle.verifiedSightings,
    1,
    1_000,
    'Sightings after which a pattern is verified, if it has enough contexts.',
  ),
  'lifecycle.verifiedContexts': number(
    lifecycle.verifiedContexts,
    1,
    12,
    'Distinct contexts after which a pattern is verified, if it has enough sightings.',
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
    'How often in a row a pattern may be passed over before it is deprecated.',
  ),
  'penalty.roleWeights': {
    kind: 'weights',
    fallback: penalty.roleWeights,
    summary: "The penalty of a false positive, by the pattern's role.",
  },
  'penalty.otherWeight': number(penalty.otherWeight, 0, 100, 'The penalty for every other role.'),
  'roles.pairs': {
    kind: 'names',
    fallback: roles.pairs,
    summary: 'Pairs of a challenging role and its validator, as `judge:inspector`.',
  },
  'correction.reinforces': text(
    correction.reinforces,
    'What a PASS reinforces: patterns that were used, or also those chosen by file or rank.',
    { oneOf: ['used', 'chosen'] },
  ),
  'correction.mostChosen': number(
    correction.mostChosen,
    0,
    100,
    'How many of the best patterns are chosen if none was learned in a changed file.',
  ),
  'correction.dismissals': text(
    correction.dismissals,
    'What a validator must give to dismiss a finding: evidence in its report, or only the id.',
    { oneOf: ['evidenced', 'named'] },
  ),
} as const satisfies Record<string, ConfigKey>

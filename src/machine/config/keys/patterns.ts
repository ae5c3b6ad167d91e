import { COUNT, DAYS, higher, keys, law, lower, MOST, number, off, on, onOff, SHARE, TOKENS, text } from './key.ts'

/** How patterns are scored, shown and corrected. */
export const PATTERN_KEYS = keys({
  'inject.profile': text('bayes', { oneOf: ['classic', 'bayes'] })(
    'How patterns are ranked: by counts of evidence for and against them, or by the probability that they help.',
  ),
  'inject.adversarialRoles': law()('Roles that challenge the work of others; they get the larger budget.'),
  'inject.adversarialBudgetTokens': lower(law(TOKENS))('Budget of a block for those roles.'),
  'inject.otherBudgetTokens': lower(law(TOKENS))('Budget of a block for every other role.'),
  'inject.planBudgetTokens': lower(law(TOKENS))('Budget of what `mettle plan-prompt` prints.'),
  'inject.agentStartMost': lower(law(MOST))('The most patterns that an agent is shown when it starts.'),
  'inject.agentStartBudgetTokens': lower(law(TOKENS))('Budget of that block.'),
  'inject.toolCallMost': lower(law(MOST))('The most patterns that are shown before a tool call.'),
  'inject.toolCallBudgetTokens': lower(law(TOKENS))('Budget of that block.'),
  'inject.toolCallMinRelevance': higher(law([0.01, 1]))(
    'The least relevance to a tool call of patterns that are shown before it.',
  ),
  'inject.promptMost': lower(law(MOST))('The most patterns that are shown with a prompt.'),
  'inject.promptBudgetTokens': lower(law(TOKENS))('Budget of that block.'),
  'inject.promptMinRelevance': higher(law([0.01, 1]))(
    'The least relevance to a prompt of patterns that are shown with it.',
  ),
  'inject.repeatInRun': off(law())('Show a pattern before a tool call even if the run was already shown it.'),
  'inject.leavePrunedOut': on(law())(
    'Do not show patterns that are flagged PRUNE and mostly failed when applied, unless a role asks.',
  ),
  'inject.minRemainingTokens': higher(law(TOKENS))('If fewer tokens are left in the prompt, nothing is injected.'),
  'inject.embeddings': onOff(true)('Also compare texts by their embeddings, with the small model in the package.'),
  'inject.deadlineMs': number(
    1_000,
    [10, 60_000],
  )('How long `mettle inject` waits for the journal before the agent continues without patterns.'),
  'inject.minScore': higher(law([0, 10]))('Patterns with a lower score are not shown.'),
  'score.decayDays': law(DAYS)('Days in which the score of an unused pattern falls to 37%.'),
  'score.immuneAfterReinforcements': law([1, 1_000_000])('After this many reinforcements a score no longer decays.'),
  'score.categoryWeights': law()('The weights of observations, causal statements and rules.'),
  'score.maturityMultipliers': law()('The factor of each maturity in a score.'),
  'score.staleCitedFactor': law(SHARE)('The factor for a pattern whose cited lines have changed.'),
  'score.labelBoost': law(SHARE)('Added when a label of the task is one of the pattern.'),
  'score.fileBoost': law(SHARE)('Added when a file or the phase of the task is one of the pattern.'),
  'score.semanticShare': law(SHARE)('The share of similarity in the score, if it is known.'),
  'bayes.exploreShare': lower(law(SHARE))(
    'bayes: the share of a budget that may be spent on exploring patterns that are not the best.',
  ),
  'bayes.lineCost': law(SHARE)('bayes: the cost of a line, whatever its length, in logits of success.'),
  'bayes.linePrice': law(SHARE)(
    'bayes: the value that a pattern needs for each pattern before it in a block, in logits of success.',
  ),
  'bayes.caution': higher(law([0, 10]))(
    'bayes: a pattern is proven if it is worth showing even this many standard deviations below its expected value.',
  ),
  'bayes.tokensPerUnproven': higher(law(COUNT))(
    'bayes: for every so many tokens of its budget a block may contain one unproven pattern, and two in any case.',
  ),
  'bayes.strangerShare': lower(law(SHARE))(
    'bayes: how often an unproven pattern from outside is shown, to learn about it.',
  ),
  'bayes.leakDays': law(DAYS)('bayes: days in which 63% of a belief leaks away without new evidence.'),
  'bayes.tierWeights': law()(
    'bayes: how much the outcome of a run counts for patterns that were shown, cited or applied in it.',
  ),
  'lifecycle.candidateSightings': higher(law(COUNT))('Sightings after which a pattern is a candidate.'),
  'lifecycle.verifiedSightings': higher(law(COUNT))(
    'Sightings after which a pattern is verified, if it has enough contexts.',
  ),
  'lifecycle.verifiedContexts': higher(law([1, 12]))(
    'Distinct contexts after which a pattern is verified, if it has enough sightings.',
  ),
  'lifecycle.idleDays': law([1, 36_500])('Days without use after which a pattern is deprecated.'),
  'lifecycle.agedSteps': law(COUNT)('How often in a row a pattern may be passed over before it is deprecated.'),
  'penalty.roleWeights': law()("The penalty of a false positive, by the pattern's role."),
  'penalty.otherWeight': law(MOST)('The penalty for every other role.'),
  'roles.pairs': law()('Pairs of a challenging role and its validator, as `judge:inspector`.'),
  'correction.reinforces': law(['used', 'chosen'])(
    'What a PASS reinforces: patterns that were used, or also those chosen by file or rank.',
  ),
  'correction.mostChosen': law(MOST)('How many of the best patterns are chosen if none was learned in a changed file.'),
  'correction.dismissals': law(['evidenced', 'named'])(
    'What a validator must give to dismiss a finding: evidence in its report, or only the id.',
  ),
})

/** How outcomes become feedback, and feedback becomes standing. */
export const FEEDBACK_KEYS = keys({
  'maturity.minFeedback': higher(law(COUNT))('The feedback that a pattern needs to be more than a candidate.'),
  'maturity.minHelpful': higher(law(COUNT))('The helpful feedback that makes a pattern proven.'),
  'maturity.maxHarmful': lower(law(SHARE))('The harmful share from which a pattern is not proven.'),
  'maturity.deprecationThreshold': lower(law(SHARE))('Harmful share above which a pattern is deprecated.'),
  'maturity.halfLifeDays': law(DAYS)('Days in which feedback loses half its weight.'),
  'maturity.halfLife': law(['fixed', 'confidence'])(
    'Whether that time is fixed, or multiplied by 0.5 + the helpful share of the feedback on a pattern.',
  ),
  'implicitFeedback.fastCompletionThresholdMs': law([0, 1e12])('A task that takes less is fast.'),
  'implicitFeedback.slowCompletionThresholdMs': law([0, 1e12])('A task that takes more is slow.'),
  'implicitFeedback.maxErrorsForHelpful': law([0, 1_000])('More errors than this count heavily.'),
  'implicitFeedback.halfLifeDays': law(DAYS)('Days in which implicit feedback loses half its strength.'),
  'implicitFeedback.helpfulFrom': law(SHARE)('A task that scores this or more is helpful.'),
  'implicitFeedback.harmfulTo': law(SHARE)('A task that scores this or less is harmful.'),
  'implicitFeedback.weights': law()('The weights of success, duration, errors and retries in the score of a task.'),
  'implicitFeedback.durationScores': law()('The scores of a fast, a medium and a slow task.'),
  'implicitFeedback.errorScores': law()('The scores of a task with no, few and many errors.'),
  'implicitFeedback.retryScores': law()('The scores of a task with no, one and more retries.'),
  'criterion.defaults': law()('The criteria of a task outcome that names none.'),
  'criterion.halfLifeDays': law(DAYS)('Days in which feedback on a criterion loses half its weight.'),
  'criterion.minFeedbackForAdjustment': law(COUNT)('The feedback that a criterion needs before it can be deprecated.'),
  'criterion.maxHarmfulRatio': law(SHARE)('Harmful share above which a criterion is deprecated: its weight is 0.'),
  'criterion.weightFloor': law(SHARE)('The least weight of any other criterion.'),
  'inversion.minObservations': law(COUNT)(
    'The observations that a pattern or strategy needs before it can become a warning.',
  ),
  'inversion.failureRatioThreshold': law(SHARE)('The failure share from which it becomes a warning.'),
  'inversion.antiPatternPrefix': law()('The first words of a warning.'),
  'strategy.minObservations': law(COUNT)('The observations that a strategy needs before it is reported as working.'),
  'strategy.minSuccessRate': law(SHARE)('The success share from which a strategy is reported as working.'),
  'strategy.mostExamples': law([1, 100])('How many of the newest tasks are kept as examples of a strategy.'),
  'strategy.halfLifeDays': law(DAYS)('Days in which a strategy that is not tried again loses half its rank.'),
  'strategy.plannerRoles': law()('Roles whose deliberations are plans, in lower case.'),
  'scoreRegression.window': law(COUNT)('How many of the newest scores a new one is compared with.'),
  'scoreRegression.drop': law(SHARE)('How far below their mean, as a share, a score must be to become a learning.'),
  'strikes.maxStrikes': law([1, 100])('Failed attempts after which a task is stopped.'),
})

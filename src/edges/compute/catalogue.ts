import * as belief from './belief-laws.ts'
import * as governance from './governance-laws.ts'
import type { Law } from './law.ts'
import * as pattern from './pattern-laws.ts'
import * as task from './task-laws.ts'
import * as text from './text-laws.ts'

/** Every law that `mettle compute` can call, in the order in which `--list` shows them. */
export const LAWS: readonly Law[] = [
  pattern.decayLaw,
  text.redactLaw,
  text.sanitizeLaw,
  task.implicitFeedbackLaw,
  governance.failureModeLaw,
  task.criterionWeightLaw,
  task.applyWeightsLaw,
  pattern.maturityLaw,
  pattern.inversionLaw,
  task.strategiesLaw,
  task.scoreRegressionLaw,
  task.errorContextLaw,
  task.strikesLaw,
  pattern.patternScoreLaw,
  belief.bayesUpdateLaw,
  belief.bayesValueLaw,
  belief.eValueLaw,
  belief.upliftLaw,
  belief.calibrationLaw,
  pattern.lifecycleLaw,
  text.evidenceLevelLaw,
  text.verdictLaw,
  pattern.penaltyLaw,
  pattern.injectLaw,
  governance.failurePatternsLaw,
  governance.reliabilityLaw,
  governance.overlayLaw,
  governance.agentProfileLaw,
  governance.thresholdPolicyLaw,
  governance.skillStatsLaw,
  governance.constraintSuggestionsLaw,
  governance.consensusLaw,
  governance.adapterLaw,
  pattern.successRateLaw,
  pattern.relevanceLaw,
  pattern.matchLaw,
  task.goalLaw,
  pattern.dedupLaw,
]

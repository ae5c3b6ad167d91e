import { adapterLaw } from './adapter.ts'
import { agentProfileLaw } from './agent-profile.ts'
import { applyWeightsLaw } from './apply-weights.ts'
import { bayesUpdateLaw } from './bayes-update.ts'
import { bayesValueLaw } from './bayes-value.ts'
import { calibrationLaw } from './calibration.ts'
import { consensusLaw } from './consensus.ts'
import { constraintSuggestionsLaw } from './constraint-suggestions.ts'
import { criterionWeightLaw } from './criterion-weight.ts'
import { decayLaw } from './decay.ts'
import { dedupLaw } from './dedup.ts'
import { eValueLaw } from './e-value.ts'
import { errorContextLaw } from './error-context.ts'
import { evidenceLevelLaw } from './evidence-level.ts'
import { failureModeLaw } from './failure-mode.ts'
import { failurePatternsLaw } from './failure-patterns.ts'
import { goalLaw } from './goal.ts'
import { implicitFeedbackLaw } from './implicit-feedback.ts'
import { injectLaw } from './inject.ts'
import { inversionLaw } from './inversion.ts'
import type { Law } from './law.ts'
import { lifecycleLaw } from './lifecycle.ts'
import { matchLaw } from './match.ts'
import { maturityLaw } from './maturity.ts'
import { overlayLaw } from './overlay.ts'
import { patternScoreLaw } from './pattern-score.ts'
import { penaltyLaw } from './penalty.ts'
import { redactLaw } from './redact.ts'
import { relevanceLaw } from './relevance.ts'
import { reliabilityLaw } from './reliability.ts'
import { sanitizeLaw } from './sanitize.ts'
import { scoreRegressionLaw } from './score-regression.ts'
import { skillStatsLaw } from './skill-stats.ts'
import { strategiesLaw } from './strategies.ts'
import { strikesLaw } from './strikes.ts'
import { successRateLaw } from './success-rate.ts'
import { thresholdPolicyLaw } from './threshold-policy.ts'
import { upliftLaw } from './uplift.ts'
import { verdictLaw } from './verdict.ts'

/** Every law that `mettle compute` can call, in the order in which `--list` shows them. */
export const LAWS: readonly Law[] = [
  decayLaw,
  redactLaw,
  sanitizeLaw,
  implicitFeedbackLaw,
  failureModeLaw,
  criterionWeightLaw,
  applyWeightsLaw,
  maturityLaw,
  inversionLaw,
  strategiesLaw,
  scoreRegressionLaw,
  errorContextLaw,
  strikesLaw,
  patternScoreLaw,
  bayesUpdateLaw,
  bayesValueLaw,
  eValueLaw,
  upliftLaw,
  calibrationLaw,
  lifecycleLaw,
  evidenceLevelLaw,
  verdictLaw,
  penaltyLaw,
  injectLaw,
  failurePatternsLaw,
  reliabilityLaw,
  overlayLaw,
  agentProfileLaw,
  thresholdPolicyLaw,
  skillStatsLaw,
  constraintSuggestionsLaw,
  consensusLaw,
  adapterLaw,
  successRateLaw,
  relevanceLaw,
  matchLaw,
  goalLaw,
  dedupLaw,
]

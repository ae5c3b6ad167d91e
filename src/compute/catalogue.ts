import { agentProfileLaw } from './agent-profile.ts'
import { consensusLaw } from './consensus.ts'
import { constraintSuggestionsLaw } from './constraint-suggestions.ts'
import { criterionWeightLaw } from './criterion-weight.ts'
import { decayLaw } from './decay.ts'
import { errorContextLaw } from './error-context.ts'
import { failureModeLaw } from './failure-mode.ts'
import { failurePatternsLaw } from './failure-patterns.ts'
import { implicitFeedbackLaw } from './implicit-feedback.ts'
import { inversionLaw } from './inversion.ts'
import type { Law } from './law.ts'
import { lifecycleLaw } from './lifecycle.ts'
import { maturityLaw } from './maturity.ts'
import { overlayLaw } from './overlay.ts'
import { patternScoreLaw } from './pattern-score.ts'
import { reliabilityLaw } from './reliability.ts'
import { skillStatsLaw } from './skill-stats.ts'
import { strategiesLaw } from './strategies.ts'
import { strikesLaw } from './strikes.ts'
import { thresholdPolicyLaw } from './threshold-policy.ts'

/** Every law that `mettle compute` can call, in the order in which `--list` shows them. */
export const LAWS: readonly Law[] = [
  decayLaw,
  implicitFeedbackLaw,
  failureModeLaw,
  criterionWeightLaw,
  maturityLaw,
  inversionLaw,
  strategiesLaw,
  errorContextLaw,
  strikesLaw,
  patternScoreLaw,
  lifecycleLaw,
  failurePatternsLaw,
  reliabilityLaw,
  overlayLaw,
  agentProfileLaw,
  thresholdPolicyLaw,
  skillStatsLaw,
  constraintSuggestionsLaw,
  consensusLaw,
]

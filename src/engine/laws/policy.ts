import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import { BAYES } from '../belief/bayes-policy.ts'
import { AGENT_PROFILE, SKILL_STATS } from '../governance/agent-profile.ts'
import { OVERLAY, RATCHET } from '../governance/overlay.ts'
import { RELIABILITY } from '../governance/reliability.ts'
import { THRESHOLD_POLICY, THRESHOLD_SHIFTS } from '../governance/thresholds.ts'
import { INFLUENCE } from '../standing/credit.ts'
import { INVERSION } from '../standing/inversion.ts'
import { LIFECYCLE } from '../standing/lifecycle.ts'
import { MATURITY } from '../standing/maturity.ts'
import { PATTERN_SCORE } from '../standing/pattern-score.ts'
import { SUCCESS_RATE } from '../standing/success-rate.ts'
import { CORRECTION, PENALTY } from '../standing/verdict-effects.ts'
import { CRITERION_WEIGHT } from './criterion-weight.ts'
import { IMPLICIT_FEEDBACK } from './implicit-feedback.ts'
import { INJECT } from './role-block.ts'
import { BUILD, ROLES } from './role-pairs.ts'
import { STRATEGY } from './strategies.ts'
import { SCORE_REGRESSION, STRIKES } from './strikes.ts'

/** Every number that the laws take, with its documented default. */
export const POLICY = {
  score: PATTERN_SCORE,
  bayes: BAYES,
  lifecycle: LIFECYCLE,
  maturity: MATURITY,
  implicitFeedback: IMPLICIT_FEEDBACK,
  criterion: CRITERION_WEIGHT,
  inversion: INVERSION,
  strategy: STRATEGY,
  scoreRegression: SCORE_REGRESSION,
  strikes: STRIKES,
  penalty: PENALTY,
  influence: INFLUENCE,
  inject: INJECT,
  roles: ROLES,
  correction: CORRECTION,
  policy: RATCHET,
  reliability: RELIABILITY,
  overlay: OVERLAY,
  agentProfile: AGENT_PROFILE,
  thresholds: THRESHOLD_POLICY,
  thresholdShifts: THRESHOLD_SHIFTS,
  skillStats: SKILL_STATS,
  successRate: SUCCESS_RATE,
  build: BUILD,
}

export type Policy = typeof POLICY

/** Raise this when the same policy produces different documents, so that journals are rebuilt. 2: a session whose test failed is a failure. 3: a pattern that the project learned itself is its own, even if others shared it before. 4: what each day adds. */
const FOLDS = 4

/** Identifies a policy: two policies with the same hash give the same answers. A fixed half-life is left out of the hash, so that hashes from before the setting existed stay valid. */
export function policyHash(policy: Policy): string {
  const { halfLife, ...maturity } = policy.maturity
  const named = halfLife === 'fixed' ? { ...policy, maturity } : policy
  return digest(canonicalJson({ ...named, folds: FOLDS })).slice(0, 16)
}

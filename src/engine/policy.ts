import { canonicalJson } from '../domain/canonical-json.ts'
import { digest } from '../domain/digest.ts'
import { AGENT_PROFILE } from './agent-profile.ts'
import { BAYES } from './bayes/bayes-policy.ts'
import { BUILD } from './build-agents.ts'
import { CORRECTION } from './correction.ts'
import { CRITERION_WEIGHT } from './criterion-weight.ts'
import { IMPLICIT_FEEDBACK } from './implicit-feedback.ts'
import { INFLUENCE } from './influence.ts'
import { INJECT } from './inject.ts'
import { INVERSION } from './inversion.ts'
import { LIFECYCLE } from './lifecycle.ts'
import { MATURITY } from './maturity-grade.ts'
import { OVERLAY } from './overlay.ts'
import { PATTERN_SCORE } from './pattern-score.ts'
import { PENALTY } from './penalty.ts'
import { RATCHET } from './ratchet.ts'
import { RELIABILITY } from './reliability.ts'
import { ROLES } from './role-pairs.ts'
import { SCORE_REGRESSION } from './score-regression.ts'
import { SKILL_STATS } from './skill-stats.ts'
import { STRATEGY } from './strategy-record.ts'
import { STRIKES } from './strikes.ts'
import { SUCCESS_RATE } from './success-rate.ts'
import { THRESHOLD_POLICY, THRESHOLD_SHIFTS } from './threshold-policy.ts'

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

/** Names a policy: two policies with the same hash give the same answers. */
export function policyHash(policy: Policy): string {
  return digest(canonicalJson(policy)).slice(0, 16)
}

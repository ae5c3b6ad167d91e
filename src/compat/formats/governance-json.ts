import { passed, type Read, refused, taken } from './foreign-record.ts'
import { type Fields, has, isFields } from './json-value.ts'

/** A finished run in either documented shape; the door for outcomes checks its fields. */
export function readRunOutcome(value: unknown): Read {
  return isFields(value) ? taken({ kind: 'graded', record: value }) : refused('it is not an object')
}

/** Of `learning-store.json` the outcomes are facts. The rest follows from them, and is computed anew. */
export function readLearningStore(store: Fields): Read[] {
  const outcomes = Array.isArray(store.outcomes) ? store.outcomes : []
  const derived = ['patterns', 'reliability', 'policyOverlays'].filter(
    (name) => Array.isArray(store[name]) && (store[name] as unknown[]).length > 0,
  )
  return [
    ...outcomes.map(readRunOutcome),
    ...derived.map((name) => passed(`'${name}' follows from the outcomes and is computed anew`)),
  ]
}

const THRESHOLDS = ['lowRiskApprovalThreshold', 'mediumRiskApprovalThreshold', 'highRiskApprovalThreshold']

/** `{"a":{"skillId":"a","runs":2,"score":-0.75}}` */
function isSkillStats(value: Fields): boolean {
  const stats = Object.values(value)
  return stats.length > 0 && stats.every((one) => isFields(one) && has(one, 'skillId', 'runs'))
}

/** What a governance loop writes beside its outcomes: all of it follows from them. */
export function isDerived(value: Fields): boolean {
  return (
    has(value, 'agent', 'baseWeight', 'reliability') ||
    THRESHOLDS.some((name) => has(value, name)) ||
    isSkillStats(value) ||
    has(value, 'policyDiff') ||
    has(value, 'timestamp', 'runId', 'type', 'data') ||
    has(value, 'generatedAt', 'totalOutcomes')
  )
}

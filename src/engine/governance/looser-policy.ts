import type { BasePolicy } from '../../domain/base-policy.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { idOf } from './run-outcome.ts'

type Rule = BasePolicy['adapters'][string]
type Limits = Pick<Rule, 'maxRetries' | 'askFromRisk' | 'denyFromRisk'>

/** What a policy asks less of than another one, field by field. Until a person accepts that, the gate answers by the stricter of both. */
export function looserThan(policy: BasePolicy, other: BasePolicy): string[] {
  const rules = new Map(Object.entries(policy.adapters).map(([name, rule]) => [idOf(name), rule]))
  return [
    ...looserLimits(policy, other),
    ...(other.unclear === 'ask' && policy.unclear === 'allow' ? ['unclear'] : []),
    ...Object.entries(other.adapters).flatMap(([name, rule]) =>
      looserRule(rules.get(idOf(name)) ?? {}, rule).map((field) => `adapters.${name}.${field}`),
    ),
    ...Object.entries(other.safety ?? {}).flatMap(([rule, says]) =>
      policy.safety?.[rule] === says || policy.safety?.[rule] === 'deny' ? [] : [`safety.${rule}`],
    ),
    // Which program belongs to which adapter has no stricter side.
    ...(canonicalJson(policy.tools) === canonicalJson(other.tools) ? [] : ['tools']),
  ]
}

function looserRule(rule: Rule, other: Rule): string[] {
  const flags = (['deny', 'requireApproval'] as const).filter((flag) => other[flag] && !rule[flag])
  return [...flags.filter((flag) => flag === 'deny' || !rule.deny), ...looserLimits(rule, other)]
}

function looserLimits(limits: Limits, other: Limits): string[] {
  const fields = ['maxRetries', 'askFromRisk', 'denyFromRisk'] as const
  return fields.filter(
    (field) => other[field] !== undefined && (limits[field] ?? Number.POSITIVE_INFINITY) > other[field],
  )
}

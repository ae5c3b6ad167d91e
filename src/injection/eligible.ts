import type { PatternRecord } from '../engine/pattern-record.ts'

/**
 * Whether a role may be shown a pattern: its own, one that names the role or everyone, or another role's if it is a rule
 * or was reinforced at least once.
 */
export function isEligible({ pattern, evidence }: PatternRecord, role: string): boolean {
  const wanted = role.toLowerCase()
  return (
    pattern.role.toLowerCase() === wanted ||
    pattern.appliesTo.some(
      (name) => name === '*' || shortName(name) === wanted || name.toLowerCase() === wanted,
    ) ||
    pattern.strength === 'rule' ||
    evidence.reinforcements >= 1
  )
}

/** `code:plan-writer` is the plan-writer. */
function shortName(agent: string): string {
  return agent.slice(agent.lastIndexOf(':') + 1).toLowerCase()
}

import { EVERYONE } from '../domain/pattern-scope.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'

/**
 * Whether a role may be shown a pattern: its own, one that names the role or everyone, or another role's if it is a rule
 * or was reinforced at least once.
 */
export function isEligible({ pattern, evidence }: PatternRecord, role: string): boolean {
  // What costs nothing to find out is asked first: this is asked of hundreds.
  return (
    pattern.strength === 'rule' ||
    evidence.reinforcements >= 1 ||
    isSameAgent(pattern.role, role) ||
    pattern.appliesTo.some((name) => name === EVERYONE || isSameAgent(name, role))
  )
}

/**
 * Whether a pattern is for an agent, where nobody asked for it: one that names the agent or everyone, and no other. One that names nobody
 * is for its own role, and for all as a rule or reinforced. An agent without a name is shown what is for everyone.
 */
export function isForAgent(record: PatternRecord, agent: string | undefined): boolean {
  const { appliesTo } = record.pattern
  if (appliesTo.length === 0) return isEligible(record, agent ?? EVERYONE)
  return appliesTo.some((name) => name === EVERYONE || (agent !== undefined && isSameAgent(name, agent)))
}

/** `code:plan-writer` and `plan-writer` are the same; `code:plan-writer` and `docs:plan-writer` are two. */
function isSameAgent(a: string, b: string): boolean {
  if (a === b) return true
  const one = a.toLowerCase()
  const other = b.toLowerCase()
  return one === other || shortName(one) === other || one === shortName(other)
}

/** `code:plan-writer` -> plan-writer. */
export function shortName(agent: string): string {
  return agent.slice(agent.lastIndexOf(':') + 1)
}

import { visibleText } from '../text/visible-text.ts'

/** Which role challenges the work, and which checks the challenger. */
export interface RolePair {
  readonly adversarial: string
  readonly validator: string
}

export const ROLES = {
  /** `adversarial:validator`. Other pipelines name their own. */
  pairs: [
    'auditor:curator',
    'judge:inspector',
    'sentinel:lens',
    'research-auditor:research-reviewer',
  ] as readonly string[],
}

/** The pairs of a policy; skips everything that is not two names around a colon. */
export function rolePairs(policy = ROLES): RolePair[] {
  return policy.pairs.flatMap((pair) => {
    const [adversarial = '', validator = '', more] = pair.split(':').map((name) => name.trim())
    return adversarial === '' || validator === '' || more !== undefined ? [] : [{ adversarial, validator }]
  })
}

/** The pair with the given names, one or both; undefined if the names do not determine it. */
export function pairOf(named: { readonly [R in keyof RolePair]?: string | undefined }, policy = ROLES) {
  const { adversarial, validator } = named
  if (adversarial !== undefined && validator !== undefined) return { adversarial, validator }
  const fitting = rolePairs(policy).filter(
    (pair) =>
      (adversarial === undefined || sameRole(pair.adversarial, adversarial)) &&
      (validator === undefined || sameRole(pair.validator, validator)),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Roles that only ever challenge do not validate: their false positives do not count. */
export function mayValidate(role: string, policy = ROLES): boolean {
  const pairs = rolePairs(policy)
  return pairs.some((pair) => sameRole(pair.validator, role)) || !pairs.some((pair) => sameRole(pair.adversarial, role))
}

export function isValidator(role: string, policy = ROLES): boolean {
  return rolePairs(policy).some((pair) => sameRole(pair.validator, role))
}

export function sameRole(a: string, b: string): boolean {
  return plainRole(a) === plainRole(b)
}

function plainRole(name: string): string {
  return visibleText(name).text.trim().toLowerCase()
}

/** Agents that write code: a failed build is evidence about the patterns that they were shown. */
export const BUILD: { agents: readonly string[] } = { agents: ['implementation-subagent', 'builder'] }

/** The short name also covers `code:implementation-subagent`; a session without a named agent writes its own code. */
export function writesCode(agent: string | undefined, policy = BUILD): boolean {
  if (agent === undefined) return true
  return policy.agents.includes(agent) || policy.agents.includes(agent.slice(agent.lastIndexOf(':') + 1))
}

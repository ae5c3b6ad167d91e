/** Agents that write code, so that a failed build says something about what they were shown. */
export const BUILD: { agents: readonly string[] } = { agents: ['implementation-subagent', 'builder'] }

/** `code:implementation-subagent` is meant by its short name; a session without a named agent writes its own code. */
export function writesCode(agent: string | undefined, policy = BUILD): boolean {
  if (agent === undefined) return true
  return policy.agents.includes(agent) || policy.agents.includes(agent.slice(agent.lastIndexOf(':') + 1))
}

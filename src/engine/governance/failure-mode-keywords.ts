/**
 * The words that give a failure its mode, in the order in which they are tried.
 *
 * The order is the rule: 'validation timeout' is a timeout, and the broad words of tool_failure come last.
 */
export const FAILURE_MODE_KEYWORDS = [
  { mode: 'timeout', keywords: ['timeout', 'timed out'] },
  { mode: 'conflict', keywords: ['conflict', 'reservation'] },
  { mode: 'validation', keywords: ['validation', 'schema'] },
  { mode: 'context_overflow', keywords: ['context', 'token'] },
  { mode: 'dependency_blocked', keywords: ['blocked', 'dependency'] },
  { mode: 'user_cancelled', keywords: ['cancel'] },
  { mode: 'tool_failure', keywords: ['tool', 'command', 'failed to execute'] },
] as const

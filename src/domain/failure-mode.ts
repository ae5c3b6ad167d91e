/** The ways in which a task can fail, under the names that other systems give them, too. */
export const FAILURE_MODES = [
  'timeout',
  'conflict',
  'validation',
  'tool_failure',
  'context_overflow',
  'dependency_blocked',
  'user_cancelled',
  'unknown',
] as const

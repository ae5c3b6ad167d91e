export const RUN_RESULTS = ['success', 'partial', 'failure'] as const
export type RunResult = (typeof RUN_RESULTS)[number]

/** How a run ended, as far as known. */
export const RUN_ENDS = [...RUN_RESULTS, 'unknown'] as const
export type RunEnd = (typeof RUN_ENDS)[number]

export const RUN_STATES = ['open', ...RUN_ENDS] as const

/** The same results in the words of run records. */
export const RUN_STATUSES = ['success', 'partial', 'failed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** The later fate of a run's work. */
export type Became = 'kept' | 'reworked' | 'reverted'

export const FEEDBACK_TYPES = ['helpful', 'harmful', 'neutral'] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]

export const TASK_FEEDBACKS = [...FEEDBACK_TYPES, 'unknown'] as const

export const FEEDBACK_TARGETS = ['pattern', 'criterion', 'strategy'] as const

/** A validator's verdict; `none` where its text holds no verdict. */
export const VERDICTS = ['PASS', 'FAIL', 'none'] as const
export type VerdictResult = (typeof VERDICTS)[number]

export const AGENT_VERDICTS = ['approve', 'needs-review', 'reject'] as const
export type AgentVerdict = (typeof AGENT_VERDICTS)[number]

export const REVIEW_RESULTS = ['changes_requested', 'approved', 'commented', 'dismissed'] as const

export const ERROR_TYPES = ['validation', 'timeout', 'conflict', 'tool_failure', 'unknown'] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

export const STRATEGY_STATES = ['works', 'avoid', 'open'] as const
export type StrategyState = (typeof STRATEGY_STATES)[number]

/** The ways in which a task can fail, including the names that other systems use. */
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

import { FAILURE_MODE_KEYWORDS } from './failure-mode-keywords.ts'

export type FailureMode = (typeof FAILURE_MODE_KEYWORDS)[number]['mode'] | 'unknown'

export interface FailureModeVerdict {
  readonly mode: FailureMode
  /** The keyword that decided; absent when none was found. */
  readonly keyword?: string
}

/**
 * How a task failed, by the first keyword found, in the order of the list.
 *
 * A keyword counts anywhere, in either case, so that `ReadTimeoutError` is a timeout.
 */
export function failureMode(text: string): FailureModeVerdict {
  const lower = text.toLowerCase()
  for (const { mode, keywords } of FAILURE_MODE_KEYWORDS) {
    const keyword = keywords.find((word) => lower.includes(word))
    if (keyword !== undefined) return { mode, keyword }
  }
  return { mode: 'unknown' }
}

/** How an outcome failed: as it was recorded, or else told from its details; empty where there is nothing to tell. */
export function failureModeOf(outcome: {
  readonly result: string
  readonly failureMode?: FailureMode | undefined
  readonly failureDetails?: string | undefined
}): { readonly failureMode?: FailureMode } {
  const { result, failureMode: given, failureDetails: details } = outcome
  if (given !== undefined) return { failureMode: given }
  return result === 'failure' && details !== undefined ? { failureMode: failureMode(details).mode } : {}
}

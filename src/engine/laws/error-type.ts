import { ERROR_TYPES, type ErrorType } from '../../domain/values/outcome.ts'
import { failureMode } from '../governance/failure-mode.ts'

export interface ErrorTypeVerdict {
  readonly type: ErrorType
  /** The keyword that decided; absent when the type stays unknown. */
  readonly keyword?: string
}

/**
 * The type of an error by its message: its failure mode where that is one of the types of errors, else unknown.
 *
 * `Merge conflict in a.ts` is a conflict; `Cancelled by user` is a way to fail, but no type of error.
 */
export function errorType(message: string): ErrorTypeVerdict {
  const { mode, keyword } = failureMode(message)
  const type = ERROR_TYPES.find((known) => known === mode) ?? 'unknown'
  return type === 'unknown' || keyword === undefined ? { type: 'unknown' } : { type, keyword }
}

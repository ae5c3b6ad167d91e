import { UserError } from '../../../domain/user-error.ts'

/** What was typed cannot be understood: exit 2, with the line to type next. */
export function usageError(message: string, hint: string): UserError {
  return new UserError('usage', message, hint)
}

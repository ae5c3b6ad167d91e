/**
 * Something the reader can mend. Surfaces print `message` and `hint` without a stack and exit with 1
 * (2 for usage); anything else that is thrown is a bug of ours.
 */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly code: string
  /** One line to type or to do next. */
  readonly hint: string

  constructor(code: string, message: string, hint: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}

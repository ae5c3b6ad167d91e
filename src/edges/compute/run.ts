import { UserError } from '../../domain/user-error.ts'
import { findLaw } from './find-law.ts'
import { instant, type Law } from './law.ts'
import { problemsOf } from './problems.ts'

/**
 * Applies a law to an input of any origin, at a given time. Bad input is a `UserError` that names the field
 * (`halfLifeDays: must be greater than 0`), never a number.
 */
export function computeLaw(name: string, input: unknown, now: number): object {
  const law = findLaw(name)
  return law.run(checked(law, input) as never, now)
}

/** An ISO time or epoch milliseconds, as text or number. */
export function timeOf(value: unknown): number {
  const isDigits = typeof value === 'string' && /^-?\d{5,}$/.test(value.trim())
  const result = instant.safeParse(isDigits ? Number(value) : value)
  if (result.success) return result.data
  const given = typeof value === 'string' ? value : JSON.stringify(value)
  throw new UserError(
    'input',
    `now: '${given}' is not a time; give ISO 8601 or epoch milliseconds.`,
    'For example 2026-01-31T12:00:00Z',
  )
}

/** Whether the law itself reads a field `now`, so that it is not taken for the time of the computation. */
export function hasOwnNow({ input }: Law): boolean {
  return 'shape' in input && Object.hasOwn(input.shape as object, 'now')
}

function checked(law: Law, input: unknown): unknown {
  const result = law.input.safeParse(input)
  if (result.success) return result.data
  throw new UserError('input', problemsOf(result.error.issues, law, input), 'mettle compute --list --json')
}

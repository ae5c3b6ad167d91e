import { UserError } from '../domain/user-error.ts'
import { findLaw } from './find-law.ts'
import { instant, type Law } from './law.ts'
import { problemsOf } from './problems.ts'

/**
 * Applies a law to an input of any origin, at a given time. Bad input is a `UserError` that names the field
 * (`halfLifeDays: must be greater than 0`), never a number.
 */
export function computeLaw(name: string, input: unknown, now: number): object {
  const law = findLaw(name)
  const output = law.run(checked(law, input) as never, now)
  const field = notANumber(output, '')
  if (field === undefined) return output
  throw new UserError(
    'input',
    `${field}: the numbers given are too large to compute with.`,
    `mettle compute ${law.name} takes numbers whose sums and products stay finite.`,
  )
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

/** The first place in an output that JSON cannot write as the number it is. */
function notANumber(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const found = notANumber(item, path === '' ? key : `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

import type * as z from 'zod'
import { pathOf, schemaProblem } from '../../domain/schema-problem.ts'
import { didYouMean, inputError, UserError } from '../../domain/user-error.ts'
import { LAWS } from './catalogue.ts'
import { instant, type Law } from './law.ts'

const BY_NAME = new Map(LAWS.map((law) => [law.name, law]))

/** The law of that name; else an error with the nearest one. */
export function findLaw(name: string): Law {
  const law = BY_NAME.get(name)
  if (law !== undefined) return law
  throw new UserError(
    'unknown-law',
    `'${name}' is not a law.${didYouMean(name, [...BY_NAME.keys()])}`,
    'mettle compute --list',
  )
}

type Issue = z.core.$ZodIssue

const MOST_SHOWN = 5

/** Describes what is wrong with an input, each problem with its field's path: `feedback[0].at: is missing`. */
export function problemsOf(issues: readonly Issue[], law: Law, input: unknown): string {
  const lines = issues.flatMap((issue) => lineOf(issue, law, input))
  const more = lines.length - MOST_SHOWN
  return lines.slice(0, MOST_SHOWN).join('; ') + (more > 0 ? `; and ${more} more` : '')
}

function lineOf(issue: Issue, law: Law, input: unknown): string[] {
  const path = pathOf(issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const known = path === '' && 'shape' in law.input ? Object.keys(law.input.shape as object) : []
      return `${path === '' ? key : `${path}.${key}`}: is not a field of ${law.name}.${didYouMean(key, known)}`
    })
  return [schemaProblem(issue, input)]
}

/** Applies a law to an input of any origin, at a given time. Bad input is a `UserError` that names the field (`halfLifeDays: must be greater than 0`), never a number. */
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
  throw inputError(
    `now: '${given}' is not a time; give ISO 8601 or epoch milliseconds.`,
    'For example 2026-01-31T12:00:00Z',
  )
}

/** Whether the law has its own input `now`, which is then not the time of the computation. */
export function hasOwnNow({ input }: Law): boolean {
  return 'shape' in input && Object.hasOwn(input.shape as object, 'now')
}

function checked(law: Law, input: unknown): unknown {
  const result = law.input.safeParse(input)
  if (result.success) return result.data
  throw inputError(problemsOf(result.error.issues, law, input), 'mettle compute --list --json')
}

import type * as z from 'zod'
import { didYouMean } from '../../domain/nearest.ts'
import { pathOf, schemaProblem } from '../../domain/schema-problem.ts'
import type { Law } from './law.ts'

type Issue = z.core.$ZodIssue

const MOST_SHOWN = 5

/** What is wrong with an input, each problem with the path of its field: `feedback[0].at: is missing`. */
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

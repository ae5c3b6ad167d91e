import type { BasePolicy } from '../../domain/base-policy.ts'
import { didYouMean } from '../../domain/nearest.ts'
import { pathOf, schemaProblem } from '../../domain/schema-problem.ts'
import { UserError } from '../../domain/user-error.ts'

const MOST_SHOWN = 10

/** The door for what people decided: every field is checked, and nothing is taken from a file that has one wrong. */
export async function checkBasePolicy(text: string, where: string): Promise<BasePolicy> {
  const { basePolicySchema } = await import('../../domain/base-policy.ts')
  const value = parsed(text, where)
  const checked = basePolicySchema.safeParse(value)
  if (checked.success) return checked.data
  const known = Object.keys(basePolicySchema.shape)
  const problems = checked.error.issues.flatMap((issue) => problemsOf(issue, value, known))
  throw wrong(where, problems)
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw wrong(where, [`is not JSON: ${(cause as Error).message}`])
  }
}

function problemsOf(
  issue: Parameters<typeof schemaProblem>[0],
  value: unknown,
  known: readonly string[],
): string[] {
  if (issue.code !== 'unrecognized_keys') return [schemaProblem(issue, value, 'the file')]
  const path = pathOf(issue.path)
  return issue.keys.map((key) =>
    path === ''
      ? `${key}: is not a field of a policy file.${didYouMean(key, known)}`
      : `${path}.${key}: is not a field there`,
  )
}

function wrong(where: string, problems: readonly string[]): UserError {
  const more = problems.length - MOST_SHOWN
  const lines = [...problems.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])]
  return new UserError(
    'policy',
    [`${where} cannot be used:`, ...lines.map((line) => `  ${line}`)].join('\n'),
    'Mend what is named, then: mettle policy check',
  )
}

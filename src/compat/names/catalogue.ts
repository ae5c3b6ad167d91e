import { schemaProblem } from '../../domain/schema-problem.ts'
import { didYouMean, inputError, notFound } from '../../domain/user-error.ts'
import type { Loop } from '../../loop/loop.ts'
import type { EntryPoint } from './entry-point.ts'
import { find, store, validate } from './hivemind.ts'
import { getDeliberationState, librarianQuery, queryGovernedPatterns } from './pipeline.ts'
import { complete } from './swarm-complete.ts'
import { recordOutcome } from './swarm-outcome.ts'
import { accumulateError, checkStrikes, decompose, getErrorContext, planPrompt, resolveError } from './swarm-tasks.ts'

export type { EntryPoint }

/** Entry points of other systems that are agent tools; their commands are commands here too. */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  recordOutcome,
  complete,
  accumulateError,
  getErrorContext,
  resolveError,
  checkStrikes,
  planPrompt,
  decompose,
  store,
  find,
  validate,
  queryGovernedPatterns,
  getDeliberationState,
  librarianQuery,
]

/** Calls an entry point by its name. The input is checked against its schema first, field by field. */
export async function callEntryPoint(
  loop: Loop,
  call: { readonly name: string; readonly input: unknown },
  now: number,
): Promise<object> {
  const point = findEntryPoint(call.name)
  const checked = point.input.safeParse(call.input)
  if (checked.success) return point.run(loop, checked.data as never, now)
  const problems = checked.error.issues.map((issue) => schemaProblem(issue, call.input))
  throw inputError(problems.join('\n'), 'mettle compat tool --list shows what it takes.')
}

export function findEntryPoint(name: string): EntryPoint {
  const found = ENTRY_POINTS.find((point) => point.name === name)
  if (found !== undefined) return found
  const names = ENTRY_POINTS.map((point) => point.name)
  throw notFound(`There is no tool '${name}'.${didYouMean(name, names)}`, 'mettle compat tool --list')
}

import type { BayesPolicy } from '../engine/bayes/bayes-policy.ts'
import { selectLines } from '../engine/bayes/selection.ts'
import { headerOf, type Injection, lineOf } from '../engine/inject.ts'
import { estimateBlockTokens } from '../engine/tokens.ts'
import { type Candidate, choiceOf, isWorthShowing } from './candidate.ts'

/** The room for a block, for whom it is, and the draw of what is shown to learn about it. */
export interface BelievedRequest {
  readonly role: string
  readonly budgetTokens: number
  readonly seed: string
}

/** The lines of a role by `value / sqrt(tokens)` within the budget, and of those that wait some to learn about them. */
export function believedBlock(
  candidates: readonly Candidate[],
  { role, budgetTokens, seed }: BelievedRequest,
  policy: BayesPolicy,
): Injection {
  const header = headerOf(role)
  const worthy = candidates.filter((candidate) => isWorthShowing(candidate, 0))
  const room = { budgetTokens: budgetTokens - estimateBlockTokens([header]), seed }
  const { chosen } = selectLines(worthy.flatMap(choiceOf), room, policy)
  const included = chosen.map(({ id }) => id)
  const dropped = candidates.map(({ id }) => id).filter((id) => !included.includes(id))
  if (included.length === 0) return { block: '', tokens: 0, included, dropped, path: 'skipped' }
  const byId = new Map(worthy.map((candidate) => [candidate.id, candidate]))
  const lines = [header, ...included.map((id) => lineOf(byId.get(id)!.line, role))]
  const drawn = chosen.filter(({ explores }) => explores)
  return {
    block: lines.join('\n'),
    tokens: estimateBlockTokens(lines),
    included,
    dropped,
    path: included.length === worthy.length ? 'full' : 'truncated',
    ...(drawn.length === 0 ? {} : { chances: new Map(drawn.map(({ id, propensity }) => [id, propensity])) }),
  }
}

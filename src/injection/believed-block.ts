import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import { chooseLines } from '../engine/belief/selection.ts'
import { headerOf, type Injection, lineOf } from '../engine/laws/role-block.ts'
import { estimateBlockTokens } from '../engine/text/tokens.ts'
import { blockLimitsOf, type Candidate } from './candidate.ts'

/** The lines of a role within the budget, by value, and a few of the remaining ones to learn about them. */
export function believedBlock(
  candidates: readonly Candidate[],
  { role, budgetTokens, seed }: { role: string; budgetTokens: number; seed: string },
  policy: BayesPolicy,
): Injection {
  const header = headerOf(role)
  const company = blockLimitsOf(candidates, budgetTokens, policy)
  const room = { budgetTokens: budgetTokens - estimateBlockTokens([header]), seed }
  const chosen = chooseLines(company, room, policy)
  const { left } = company
  const included = chosen.map(({ id }) => id)
  const dropped: string[] = []
  for (const { id } of candidates) if (!included.includes(id)) dropped.push(id)
  if (included.length === 0) return { block: '', tokens: 0, included, dropped, path: 'skipped', left }
  const lineWith = (id: string) => lineOf(candidates.find((candidate) => candidate.id === id)!.line, role)
  const lines = [header, ...included.map(lineWith)]
  const drawn = chosen.filter(({ explores }) => explores)
  return {
    block: lines.join('\n'),
    tokens: estimateBlockTokens(lines),
    included,
    dropped,
    path: included.length === company.together.length + left.size ? 'full' : 'truncated',
    left,
    chances: drawn.length === 0 ? undefined : new Map(drawn.map(({ id, propensity }) => [id, propensity])),
  }
}

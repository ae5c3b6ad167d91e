import { digest } from '../domain/digest.ts'
import { headerOf, lineOf } from '../engine/laws/inject.ts'
import { estimateBlockTokens } from '../engine/text/tokens.ts'
import type { Candidate } from './candidate.ts'

/** What a summary is made from: all that could be shown to a role, best first, and the tokens there are for it. */
export interface SummaryRequest {
  readonly role: string
  readonly candidates: readonly Candidate[]
  readonly budgetTokens: number
}

export interface Summary {
  /** Of everything that the summary follows from; another one means that it must be made anew. */
  readonly hash: string
  readonly lines: readonly string[]
}

/**
 * The short form of a long list: the top line of each category, best first, with the header within half the budget. One
 * that is too long is left out, and with it its category, for the next one is not its top.
 */
export function summarise(request: SummaryRequest): Summary {
  const { role, candidates, budgetTokens } = request
  const seen = new Set<string>()
  let left = budgetTokens / 2 - estimateBlockTokens([headerOf(role)])
  const lines: string[] = []
  for (const { category, line } of candidates) {
    if (seen.has(category)) continue
    seen.add(category)
    const text = lineOf(line, role)
    const tokens = estimateBlockTokens([text])
    if (tokens > left) continue
    left -= tokens
    lines.push(text)
  }
  return { hash: summaryHash(request), lines }
}

/** Over the role, the budget, and every line that could be shown, in order and to the letter. */
export function summaryHash({ role, candidates, budgetTokens }: SummaryRequest): string {
  const lines = candidates.map(({ id, category, line }) => [id, category, lineOf(line, role)])
  return digest(JSON.stringify([role, budgetTokens, lines]))
}

/** Whether a kept summary may be served: made from exactly this, and nothing in it that is not a line of a candidate. */
export function isCurrent(summary: Summary, request: SummaryRequest): boolean {
  if (summary.hash !== summaryHash(request)) return false
  const lines = new Set(request.candidates.map(({ line }) => lineOf(line, request.role)))
  return summary.lines.every((line) => lines.has(line))
}

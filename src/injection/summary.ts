import { digest } from '../domain/digest.ts'
import { headerOf, lineOf } from '../engine/laws/inject.ts'
import { estimateBlockTokens } from '../engine/text/tokens.ts'
import type { Candidate } from './candidate.ts'

/** The input of a summary: everything that could be shown to a role, best first, and the token budget. */
export interface SummaryRequest {
  readonly role: string
  readonly candidates: readonly Candidate[]
  readonly budgetTokens: number
}

export interface Summary {
  /** Hash of everything that the summary depends on; if it differs, the summary is outdated. */
  readonly hash: string
  readonly lines: readonly string[]
}

/**
 * The short form of a long list: the top line of each category, best first, with the header within half the budget. If that line
 * is too long, its category is left out.
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

/** Hash of the role, the budget, and the exact text and order of every line that could be shown. */
export function summaryHash({ role, candidates, budgetTokens }: SummaryRequest): string {
  const lines = candidates.map(({ id, category, line }) => [id, category, lineOf(line, role)])
  return digest(JSON.stringify([role, budgetTokens, lines]))
}

/**
 * Whether a cached summary may be used: it was made from exactly this input, and each of its lines is a line of a candidate, so nobody can
 * slip text into a prompt through the cache.
 */
export function isCurrent(summary: Summary, request: SummaryRequest): boolean {
  if (summary.hash !== summaryHash(request)) return false
  const lines = new Set(request.candidates.map(({ line }) => lineOf(line, request.role)))
  return summary.lines.every((line) => lines.has(line))
}

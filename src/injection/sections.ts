import { digest } from '../domain/digest.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { headerOf, lineOf } from '../engine/laws/role-block.ts'
import { type StrategyRecord, whatToAvoid, whatWorked } from '../engine/laws/strategies.ts'
import { maturityLabel } from '../engine/standing/maturity.ts'
import type { Section } from '../engine/text/block-room.ts'
import { estimateBlockTokens } from '../engine/text/tokens.ts'
import { oneLine } from '../engine/text/visible-text.ts'
import { type Candidate, quotable } from './candidate.ts'

/** The patterns that may be shown, in sections by trust; each line gives its evidence. */
export function maturitySections(candidates: readonly Candidate[], policy: Policy): Section[] {
  const of = (wanted: (candidate: Candidate) => boolean) =>
    candidates.filter(wanted).map((candidate) => labelled(candidate, policy))
  const isDo = ({ polarity }: Candidate) => polarity === 'do'
  const isClassic = candidates.every(({ line }) => line.label === undefined)
  return [
    { title: '## Proven', lines: of((one) => isDo(one) && gradeOf(one) === 'proven') },
    {
      title: isClassic ? '## Established' : '## Helping',
      lines: of((one) => isDo(one) && gradeOf(one) === 'established'),
    },
    { title: isClassic ? '## Candidates' : '## New', lines: of((one) => isDo(one) && gradeOf(one) === 'candidate') },
    { title: '## To avoid', lines: of((one) => !isDo(one)) },
  ]
}

/** The sections for a planner: strategies that worked and that did not, mistakes to avoid, and proven patterns. */
export function planSections(
  candidates: readonly Candidate[],
  strategies: readonly StrategyRecord[],
  policy: Policy,
): Section[] {
  const [proven, established, candidate, avoid] = maturitySections(candidates, policy) as [
    Section,
    Section,
    Section,
    Section,
  ]
  const told = (lines: readonly string[]) => lines.map((line) => ({ line: oneLine(quotable(line)) }))
  return [
    { title: '## What worked', lines: told(whatWorked(strategies, policy)) },
    { title: '## What to avoid', lines: [...told(whatToAvoid(strategies, policy)), ...avoid.lines] },
    { ...proven, title: '## Proven patterns' },
    { ...established, title: `${established.title} patterns` },
    candidate,
  ]
}

/** By its status, which begins its label; under the classic profile by its maturity. */
function gradeOf({ line: { label }, standing: { maturity } }: Candidate): Candidate['standing']['maturity'] {
  if (label === undefined) return maturity === 'unknown' ? 'candidate' : maturity
  return label.startsWith('proven') ? 'proven' : label.startsWith('helping') ? 'established' : 'candidate'
}

/** `- Check token expiry first (helping 82%, 8 runs)`; under the classic profile `[PROVEN - 100% helpful from 6 observations]`. */
function labelled({ id, line, polarity, standing, feedback }: Candidate, policy: Policy) {
  const { source = id, label } = line
  if (label !== undefined) return { id, source, line: `- ${oneLine(line.text)} (${label})` }
  if (polarity === 'avoid' && feedback.helpful + feedback.harmful === 0)
    return { id, source, line: `- ${oneLine(line.text)}` }
  const state = standing.maturity === 'unknown' ? 'candidate' : standing.maturity
  return { id, source, line: `- ${oneLine(line.text)} ${maturityLabel(state, feedback, policy.maturity)}` }
}

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

/** The short form of a long list: the top line of each category, best first, with the header within half the budget. If that line is too long, its category is left out. */
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

/** Whether a cached summary may be used: made from exactly this input, and each of its lines is a line of a candidate, so nobody can slip text into a prompt through the cache. */
export function isCurrent(summary: Summary, request: SummaryRequest): boolean {
  if (summary.hash !== summaryHash(request)) return false
  const lines = new Set(request.candidates.map(({ line }) => lineOf(line, request.role)))
  return summary.lines.every((line) => lines.has(line))
}

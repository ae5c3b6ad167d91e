import { oneLine } from './one-line.ts'
import { estimateBlockTokens, estimateLineTokens } from './tokens.ts'
import { type TrackRecord, trackRecord } from './track-record.ts'

export interface InjectablePattern extends TrackRecord {
  readonly id: string
  /** Already in the form in which text may enter a prompt. */
  readonly text: string
  /** The role that the pattern came from. */
  readonly role?: string | undefined
}

export interface InjectRequest {
  readonly role: string
  readonly patterns: readonly InjectablePattern[]
  readonly budgetTokens?: number | undefined
  /** Room left in the prompt; it narrows the budget, and too little of it means no block at all. */
  readonly remainingTokens?: number | undefined
  /** The pre-computed short form, for when the full list does not fit. */
  readonly summary?: string | undefined
}

export interface Injection {
  readonly block: string
  readonly tokens: number
  readonly included: readonly string[]
  readonly dropped: readonly string[]
  readonly path: 'full' | 'summary' | 'truncated' | 'skipped'
}

export const INJECT = {
  adversarialRoles: ['auditor', 'judge', 'sentinel', 'research-auditor'] as readonly string[],
  adversarialBudgetTokens: 800,
  otherBudgetTokens: 500,
  planBudgetTokens: 800,
  minRemainingTokens: 120,
  minScore: 0.1,
  agentStartMost: 15,
  agentStartBudgetTokens: 600,
  toolCallMost: 10,
  toolCallBudgetTokens: 300,
  toolCallMinRelevance: 0.1,
  repeatInRun: false,
  leavePrunedOut: true,
}

interface Line {
  readonly id: string
  readonly text: string
  readonly line: string
  readonly tokens: number
}

/**
 * The block that a role's next prompt gets, within its budget.
 *
 * Everything fits: the full list, best first. Else the summary, if it fits. Else the best lines that do. Under 120
 * remaining tokens, or with nothing worth 0.1, there is no block. Tokens are counted over the whole block, header
 * included, with the estimator's reserve: budget 800 for auditor, judge and sentinel, 500 for others.
 */
export function inject(request: InjectRequest, policy = INJECT): Injection {
  const { remainingTokens = Number.POSITIVE_INFINITY } = request
  const lines = linesOf(request, policy)
  if (remainingTokens < policy.minRemainingTokens || lines.length === 0)
    return outcome(request, 'skipped', [])
  const budget = budgetOf(request, policy)
  const whole = lines.reduce(
    (total, { tokens }) => total + tokens,
    estimateBlockTokens([headerOf(request.role)]),
  )
  if (whole <= budget) return outcome(request, 'full', lines)
  return summaryWithin(request, lines, budget) ?? truncatedTo(request, lines, budget)
}

function linesOf({ role, patterns }: InjectRequest, policy: typeof INJECT): Line[] {
  return patterns
    .filter((pattern) => pattern.score >= policy.minScore && oneLine(pattern.text) !== '')
    .sort((a, b) => b.score - a.score)
    .map((pattern) => {
      const parts = partsOf(pattern, role)
      return { id: pattern.id, text: parts[1]!, line: parts.join(' '), tokens: estimateLineTokens(parts) }
    })
}

/** `- <text> (5x validated) via:auditor`; the origin is named when it is another role. */
export function lineOf(pattern: InjectablePattern, role: string): string {
  return partsOf(pattern, role).join(' ')
}

/** What the line of a pattern costs in a block. */
export function lineTokens(pattern: InjectablePattern, role: string): number {
  return estimateLineTokens(partsOf(pattern, role))
}

function partsOf(pattern: InjectablePattern, role: string): string[] {
  const parts = ['-', oneLine(pattern.text), `(${trackRecord(pattern)})`]
  const { role: origin = role } = pattern
  return sameRole(origin, role) ? parts : [...parts, `via:${oneLine(origin)}`]
}

function sameRole(a: string, b: string): boolean {
  return a === b || oneLine(a).toLowerCase() === oneLine(b).toLowerCase()
}

/** The tokens that a request may spend: the role's own or the given budget, narrowed by the room that is left. */
export function budgetOf(
  { role, budgetTokens, remainingTokens = Number.POSITIVE_INFINITY }: Omit<InjectRequest, 'patterns'>,
  policy: typeof INJECT,
): number {
  return Math.min(remainingTokens, budgetTokens ?? roleBudget(role, policy))
}

/** What a role may spend when nobody says otherwise. */
function roleBudget(role: string, policy: typeof INJECT): number {
  const adversarial = policy.adversarialRoles.some((name) => sameRole(name, role))
  return adversarial ? policy.adversarialBudgetTokens : policy.otherBudgetTokens
}

export function headerOf(role: string): string {
  return `=== HISTORICAL PATTERNS (${oneLine(role)}) ===`
}

/** A pattern counts as included when the summary has its line, or carries its text in a line that is no pattern's own. */
function summaryWithin(
  request: InjectRequest,
  lines: readonly Line[],
  budget: number,
): Injection | undefined {
  const summary = request.summary?.trim() ?? ''
  if (summary === '') return undefined
  const shown = summary.split('\n')
  const own = new Set(lines.map(({ line }) => line))
  const rest = shown.filter((line) => !own.has(line)).join('\n')
  const carried = lines.filter(({ line, text }) => shown.includes(line) || rest.includes(text))
  const injection = outcome(request, 'summary', carried, shown)
  return injection.tokens > budget ? undefined : injection
}

/** Greedy by score: each next best line that still fits. One too long cannot block the rest. */
function truncatedTo(request: InjectRequest, lines: readonly Line[], budget: number): Injection {
  let left = budget - estimateBlockTokens([headerOf(request.role)])
  const kept = lines.filter(({ tokens }) => {
    if (tokens > left) return false
    left -= tokens
    return true
  })
  return outcome(request, kept.length === 0 ? 'skipped' : 'truncated', kept)
}

function outcome(
  request: InjectRequest,
  path: Injection['path'],
  shown: readonly Line[],
  body = shown.map(({ line }) => line),
): Injection {
  const lines = path === 'skipped' ? [] : [headerOf(request.role), ...body]
  const included = new Set(shown.map(({ id }) => id))
  const dropped = request.patterns.map(({ id }) => id).filter((id) => !included.has(id))
  return {
    block: lines.join('\n'),
    tokens: estimateBlockTokens(lines),
    included: [...included],
    dropped,
    path,
  }
}

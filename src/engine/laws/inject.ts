import type { InjectionPath } from '../../domain/values/pattern.ts'
import type { BlockLimits } from '../belief/selection.ts'
import { type TrackRecord, trackRecord } from '../standing/success-rate.ts'
import { type SourcedLine, shareRoom } from '../text/block-room.ts'
import { countTokens, estimateBlockTokens, lineCost } from '../text/tokens.ts'
import { oneLine } from '../text/visible-text.ts'

export interface InjectablePattern extends TrackRecord {
  readonly id: string
  /** What stands behind the text in place of its track record. */
  readonly label?: string | undefined
  /** Already in the form in which text may enter a prompt. */
  readonly text: string
  readonly role?: string | undefined
  /** Whose it is, where one run alone has seen it; left out, its own. */
  readonly source?: string | undefined
  /** The cached result of `wordingOf`, which costs more than the rest of the line. */
  readonly wording?: Wording | undefined
}

/** What is the same in every line of a pattern: its text and its origin, in one line each, and what they count. */
export interface Wording {
  readonly text: string
  readonly textCount: number
  readonly via: string
  readonly viaCount: number
  /** The origin as roles are compared. */
  readonly origin: string | undefined
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
  readonly path: InjectionPath
  /** Lines that are shown to learn about them, with the probability with which each was drawn. */
  readonly chances?: ReadonlyMap<string, number>
  /** Lines that are worth something and do not keep company with the others, where that was asked. */
  readonly left?: BlockLimits['left']
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
  promptMost: 8,
  promptBudgetTokens: 400,
  promptMinRelevance: 0.3,
  repeatInRun: false,
  leavePrunedOut: true,
}

interface Line extends SourcedLine {
  readonly id: string
  readonly text: string
  readonly line: string
}

/**
 * The block that a role's next prompt gets, within its budget.
 *
 * Everything fits: the full list, best first. Else the summary, if it fits. Else the best lines that do. Under 120 remaining tokens, or with nothing worth 0.1, there is no block.
 * Tokens are counted over the whole block, header included, with the estimator's reserve: budget 800 for auditor, judge and sentinel, 500 for others.
 */
export function inject(request: InjectRequest, policy = INJECT): Injection {
  const { remainingTokens = Number.POSITIVE_INFINITY } = request
  const lines = linesOf(request, policy)
  if (remainingTokens < policy.minRemainingTokens || lines.length === 0) return outcome(request, 'skipped', [])
  const budget = budgetOf(request, policy)
  if (blockCost(request, lines) <= budget) return outcome(request, 'full', lines)
  return summaryWithin(request, lines, budget) ?? truncatedTo(request, lines, budget)
}

function linesOf({ role, patterns }: InjectRequest, policy: typeof INJECT): Line[] {
  const asked = roleName(role)
  return patterns
    .filter((pattern) => pattern.score >= policy.minScore && wordingOf(pattern).text !== '')
    .sort((a, b) => b.score - a.score)
    .map((pattern) => lineFor(pattern, asked))
}

const DASH = '-'
const LONGEST_LABEL = 'helping 100%, 99 runs'

/** `- <text> (5x validated) via:auditor`; the origin is named when it is another role. */
function lineFor(pattern: InjectablePattern, asked: string): Line {
  const { text, textCount, via, viaCount, origin = asked } = wordingOf(pattern)
  const label = `(${pattern.label ?? trackRecord(pattern)})`
  const line = `${DASH} ${text} ${label}`
  const count = countTokens(DASH) + textCount + countTokens(label)
  const isOwn = origin === asked
  // Written out, for this is made for every line of every block, and copying an object costs more than the rest.
  return {
    id: pattern.id,
    source: pattern.source ?? pattern.id,
    text,
    line: isOwn ? line : `${line} ${via}`,
    tokens: lineCost(isOwn ? count : count + viaCount),
  }
}

export function lineOf(pattern: InjectablePattern, role: string): string {
  return lineFor(pattern, roleName(role)).line
}

/** What the line of a pattern costs in a block at most, wherever the pattern stands. */
export function lineTokens(pattern: InjectablePattern, role: string): number {
  return lineFor({ ...pattern, label: LONGEST_LABEL }, roleName(role)).tokens
}

/** The tokens of its line in a block of its own role, and of another role, where the line names the origin. */
export interface LineTokens {
  readonly own: number
  readonly other: number
}

export function lineTokensOf(pattern: InjectablePattern): LineTokens {
  const { origin = '' } = wordingOf(pattern)
  return { own: lineTokens(pattern, origin), other: lineTokens(pattern, `${origin} other`) }
}

/** The one of them that a role pays for the line of another, or of its own. */
export function tokensFor({ own, other }: LineTokens, from: string, role: string): number {
  return roleName(from) === roleName(role) ? own : other
}

/** What may be kept of a pattern from block to block. */
export function wordingOf({ text, role, wording }: Pick<InjectablePattern, 'text' | 'role' | 'wording'>): Wording {
  return wording ?? worded(oneLine(text), role)
}

function worded(text: string, role: string | undefined): Wording {
  const via = role === undefined ? '' : `via:${oneLine(role)}`
  const origin = role === undefined ? undefined : roleName(role)
  return { text, textCount: countTokens(text), via, viaCount: countTokens(via), origin }
}

function roleName(role: string): string {
  return oneLine(role).toLowerCase()
}

/** The tokens that a request may spend: the role's own or the given budget, narrowed by the room that is left. */
export function budgetOf(
  { role, budgetTokens, remainingTokens = Number.POSITIVE_INFINITY }: Omit<InjectRequest, 'patterns'>,
  policy: typeof INJECT,
): number {
  return Math.min(remainingTokens, budgetTokens ?? roleBudget(role, policy))
}

/** The same, and nothing at all with too little room left in the prompt. */
export function roomFor(request: Omit<InjectRequest, 'patterns'>, policy: typeof INJECT): number {
  const { remainingTokens = Number.POSITIVE_INFINITY } = request
  return remainingTokens < policy.minRemainingTokens ? 0 : budgetOf(request, policy)
}

/** What a role may spend when nobody says otherwise. */
function roleBudget(role: string, policy: typeof INJECT): number {
  const asked = roleName(role)
  const adversarial = policy.adversarialRoles.some((name) => roleName(name) === asked)
  return adversarial ? policy.adversarialBudgetTokens : policy.otherBudgetTokens
}

export function headerOf(role: string): string {
  return `=== HISTORICAL PATTERNS (${oneLine(role)}) ===`
}

/** A pattern counts as included when the summary has its line, or carries its text in a line that is no pattern's own. */
function summaryWithin(request: InjectRequest, lines: readonly Line[], budget: number): Injection | undefined {
  const summary = request.summary?.trim() ?? ''
  if (summary === '') return undefined
  const shown = summary.split('\n')
  const own = new Set(lines.map(({ line }) => line))
  const rest = shown.filter((line) => !own.has(line)).join('\n')
  const carried = lines.filter(({ line, text }) => shown.includes(line) || rest.includes(text))
  const injection = {
    ...outcome(request, 'summary', carried),
    block: blockOf(request, shown),
    tokens: estimateBlockTokens([headerOf(request.role), ...shown]),
  }
  return injection.tokens > budget ? undefined : injection
}

/** Greedy by score: each next best line that still fits. Neither one too long nor one source can block the rest. */
function truncatedTo(request: InjectRequest, lines: readonly Line[], budget: number): Injection {
  const kept = shareRoom(lines, budget - estimateBlockTokens([headerOf(request.role)]))
  return outcome(request, kept.length === 0 ? 'skipped' : 'truncated', kept)
}

function outcome(request: InjectRequest, path: Injection['path'], shown: readonly Line[]): Injection {
  const isShown = path !== 'skipped'
  const included = new Set(shown.map(({ id }) => id))
  return {
    block: isShown
      ? blockOf(
          request,
          shown.map(({ line }) => line),
        )
      : '',
    tokens: isShown ? blockCost(request, shown) : 0,
    included: [...included],
    dropped: request.patterns.map(({ id }) => id).filter((id) => !included.has(id)),
    path,
  }
}

function blockOf({ role }: InjectRequest, body: readonly string[]): string {
  return [headerOf(role), ...body].join('\n')
}

function blockCost({ role }: InjectRequest, lines: readonly Line[]): number {
  return lines.reduce((total, { tokens }) => total + tokens, estimateBlockTokens([headerOf(role)]))
}

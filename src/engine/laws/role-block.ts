import type { InjectionPath } from '../../domain/values/pattern.ts'
import type { BlockLimits } from '../belief/selection.ts'
import { type TrackRecord, trackRecord } from '../standing/success-rate.ts'
import { type SourcedLine, shareRoom } from '../text/block-room.ts'
import { countTokens, estimateBlockTokens, lineCost } from '../text/tokens.ts'
import { oneLine } from '../text/visible-text.ts'

export interface InjectablePattern extends TrackRecord {
  readonly id: string
  /** Shown after the text instead of the track record. */
  readonly label?: string | undefined
  /** Already safe to put into a prompt. */
  readonly text: string
  readonly role?: string | undefined
  /** The source of the pattern: the run, if only one run has seen it. Default: the pattern itself. */
  readonly source?: string | undefined
  /** The cached result of `wordingOf`, which costs more than the rest of the line. */
  readonly wording?: Wording | undefined
}

/** The parts that are equal in every line of a pattern: text and origin, each on one line, with their token counts. */
export interface Wording {
  readonly text: string
  readonly textCount: number
  readonly via: string
  readonly viaCount: number
  /** The origin, normalised for comparing roles. */
  readonly origin: string | undefined
}

export interface InjectRequest {
  readonly role: string
  readonly patterns: readonly InjectablePattern[]
  readonly budgetTokens?: number | undefined
  /** The room left in the prompt; it narrows the budget, and with too little there is no block. */
  readonly remainingTokens?: number | undefined
  /** The precomputed short form, used if the full list does not fit. */
  readonly summary?: string | undefined
}

export interface Injection {
  readonly block: string
  readonly tokens: number
  readonly included: readonly string[]
  readonly dropped: readonly string[]
  readonly path: InjectionPath
  /** Lines that are shown to learn about them, with their probabilities in the draw. */
  readonly chances?: ReadonlyMap<string, number>
  /** Lines with a positive value that the limits of the block exclude, if limits were requested. */
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
  // Written out: copying an object costs more than the rest, and this runs for every line of every block.
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

/** The most tokens that the line of a pattern takes in a block, wherever it is. */
export function lineTokens(pattern: InjectablePattern, role: string): number {
  return lineFor({ ...pattern, label: LONGEST_LABEL }, roleName(role)).tokens
}

/** The tokens of its line in a block of its own role, and of another role, in which the line names the origin. */
export interface LineTokens {
  readonly own: number
  readonly other: number
}

export function lineTokensOf(pattern: InjectablePattern): LineTokens {
  const { origin = '' } = wordingOf(pattern)
  return { own: lineTokens(pattern, origin), other: lineTokens(pattern, `${origin} other`) }
}

/** The token cost of a line for a role, depending on whether the pattern is the role's own. */
export function tokensFor({ own, other }: LineTokens, from: string, role: string): number {
  return roleName(from) === roleName(role) ? own : other
}

/** The part of a line that can be cached from block to block. */
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

/** The token budget of a request: the role's own or the given one, narrowed by the room that is left. */
export function budgetOf(
  { role, budgetTokens, remainingTokens = Number.POSITIVE_INFINITY }: Omit<InjectRequest, 'patterns'>,
  policy: typeof INJECT,
): number {
  return Math.min(remainingTokens, budgetTokens ?? roleBudget(role, policy))
}

/** The same, but 0 if there is too little room left in the prompt. */
export function roomFor(request: Omit<InjectRequest, 'patterns'>, policy: typeof INJECT): number {
  const { remainingTokens = Number.POSITIVE_INFINITY } = request
  return remainingTokens < policy.minRemainingTokens ? 0 : budgetOf(request, policy)
}

/** The default budget of a role. */
function roleBudget(role: string, policy: typeof INJECT): number {
  const asked = roleName(role)
  const adversarial = policy.adversarialRoles.some((name) => roleName(name) === asked)
  return adversarial ? policy.adversarialBudgetTokens : policy.otherBudgetTokens
}

export function headerOf(role: string): string {
  return `=== HISTORICAL PATTERNS (${oneLine(role)}) ===`
}

/** A pattern counts as included if the summary has its line, or has its text in a line that is not another pattern's. */
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

/** Greedy by score: each next best line that still fits. A line that is too long, or one source, cannot block the rest. */
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

import { MINER, type Pattern } from '../domain/pattern.ts'
import { ruleOf } from '../domain/pattern-pull.ts'
import type { Category } from '../domain/values/pattern.ts'
import type { SurfaceName } from '../domain/values/session.ts'
import { USUAL_PRIORITY } from '../engine/governance/goal.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { Subject } from '../engine/shell/command-subject.ts'
import { byRule, type Candidate, candidateOf, shortName } from './candidate.ts'
import type { Gathered } from './gathering.ts'
import {
  agentFrame,
  type Frame,
  type LineStyle,
  learningLine,
  packLearnings,
  promptFrame,
  toolFrame,
  withShortId,
} from './learnings-block.ts'
import { relevanceTo, toolSubject } from './relevance-to.ts'
import type { Render } from './rules.ts'
import { MOST_LINES, type Scales, saidOnce, type Weighed, weighAll, worthy } from './weigh.ts'
import type { InjectRequest, Work } from './work-context.ts'

/** The fields that a surface sorts by. */
export interface Sortable extends Pick<Candidate, 'id' | 'standing'> {
  readonly category: Category
  readonly relevance: number
}

export type Order = (a: Sortable, b: Sortable) => number

/** At a tool call and for a task: by expected value; without beliefs by relevance, then score. Ties by id, so that the order is the same on every machine. */
export const byRelevance: Order = (a, b) => {
  const [one, other] = [a.standing.belief?.value, b.standing.belief?.value]
  const byValue = one === undefined || other === undefined ? 0 : other - one
  const byScore = b.relevance - a.relevance || b.standing.score - a.standing.score
  return byValue || byScore || (a.id < b.id ? -1 : 1)
}

/** At the start of an agent: category, then relevance, then score. Categories that the priority leaves out come last, in the usual order. */
export function byCategory(priority: readonly Category[] = USUAL_PRIORITY): Order {
  const order = [...new Set([...priority, ...USUAL_PRIORITY])]
  return (a, b) => order.indexOf(a.category) - order.indexOf(b.category) || byRelevance(a, b)
}

/** For a task: by value if there are beliefs, else as without a task. */
function byTask(priority: readonly Category[] | undefined): Order {
  const otherwise = byCategory(priority)
  const isBelieved = ({ standing }: Sortable) => standing.belief !== undefined
  return (a, b) => (isBelieved(a) && isBelieved(b) ? byRelevance(a, b) : otherwise(a, b))
}

type Room = Pick<InjectRequest, 'run' | 'repository' | 'budgetTokens' | 'remainingTokens'>

/** An agent begins to work. */
export interface AgentStart extends Work, Room {
  /** Its name, short or full: `plan-writer`, `code:plan-writer`. */
  readonly agent: string
}

/** A tool is about to be called. */
export interface ToolUse extends Room {
  readonly tool: string
  /** The shell text that it would run. */
  readonly command?: string
  /** The file that it would read or write. */
  readonly file?: string
  readonly agent?: string
  readonly task?: string
}

/** A person told an agent what to do. */
export interface PromptGiven extends Room {
  readonly task: string
  readonly agent?: string
}

/** The rules of one surface: what it shows without a request, its frame, its measure and its order. */
export interface Surface {
  readonly surface: SurfaceName
  readonly request: InjectRequest
  readonly work: Work
  readonly subject: Subject
  readonly order: Order
  readonly frame: Frame
  readonly most: number
  readonly tool?: string
  readonly command?: string
  /** Patterns below this relevance to the subject are not candidates, and neither are those about another language. */
  readonly least?: number
  /** The same for the relevance to the subject and the task together. */
  readonly leastWhole?: number
}

/** Whether only patterns similar to the task can be candidates. */
export function asksSimilarity({ leastWhole = 0, work }: Surface): boolean {
  return leastWhole > 0 && work.task !== undefined
}

type Inject = Policy['inject']

/** The patterns for an agent that starts: with a task, those that fit it; without one, by category, relevance and score. */
export function agentSurface(start: AgentStart, priority: readonly Category[] | undefined, inject: Inject): Surface {
  const budgetTokens = start.budgetTokens ?? inject.agentStartBudgetTokens
  return {
    surface: 'agent-start',
    request: { ...start, role: roleOf(start.agent), budgetTokens },
    work: start,
    subject: { files: start.files ?? [], tags: [] },
    order: start.task === undefined ? byCategory(priority) : byTask(priority),
    frame: agentFrame(start.agent),
    most: inject.agentStartMost,
  }
}

/** Patterns that are relevant to the next step of a tool: by relevance and score. */
export function toolSurface(use: ToolUse, inject: Inject): Surface {
  return toolSurfaceOn(toolSubject(use), use, inject)
}

/** The same for callers that know the subject of the step. */
export function toolSurfaceOn(subject: Subject, use: ToolUse, inject: Inject): Surface {
  const { tool, command, file, ...asked } = use
  const files = file === undefined ? {} : { files: [file] }
  const role = roleOf(use.agent ?? 'agent')
  return {
    surface: 'tool-call',
    request: { ...asked, ...files, role, budgetTokens: use.budgetTokens ?? inject.toolCallBudgetTokens },
    work: { labels: subject.tags, files: subject.files, task: use.task },
    subject,
    order: byRelevance,
    frame: toolFrame(tool),
    most: inject.toolCallMost,
    tool,
    command,
    least: inject.toolCallMinRelevance,
  }
}

/** Patterns that are relevant to a person's prompt: by relevance and score. */
export function promptSurface(given: PromptGiven, inject: Inject): Surface {
  return {
    surface: 'prompt',
    request: {
      ...given,
      role: roleOf(given.agent ?? 'agent'),
      budgetTokens: given.budgetTokens ?? inject.promptBudgetTokens,
    },
    work: { task: given.task },
    subject: { files: [], tags: [] },
    order: byRelevance,
    frame: promptFrame(),
    most: inject.promptMost,
    leastWhole: inject.promptMinRelevance,
  }
}

/** The name of an agent without its plugin, if any. */
function roleOf(agent: string): string {
  return shortName(agent).trim() || agent
}

export type Ranked = Weighed & Sortable

/** The gathered patterns in the order of the surface: each lesson once, and no more than could be shown. */
export function rankOn(surface: Surface, gathered: readonly Gathered[], scales: Scales): Ranked[] {
  return saidOnce(orderOn(surface, gathered, scales), MOST_LINES)
}

/** The same with duplicates of two roles, and without a limit. */
export function orderOn(surface: Surface, gathered: readonly Gathered[], scales: Scales): Ranked[] {
  const { request, work, subject, least = 0 } = surface
  const asked = { role: request.role, work, subject, isTested: least > 0 }
  return weighAll(gathered, asked, scales)
    .flatMap((one) => sortable(one, surface))
    .sort(surface.order)
    .sort(byRule)
}

function sortable(weighed: Weighed, surface: Surface): Ranked[] {
  const { subject, least = 0, leastWhole = 0 } = surface
  const { byTags, whole, isOutOfPlace } = relevanceTo(weighed.record, subject, weighed.similarity)
  const { pattern } = weighed.record
  const isHere = isAtItsPlace(pattern, surface)
  const isAlike = !isFoundByCode(pattern) && whole >= leastWhole && byTags >= least && !isOutOfPlace
  if (least + leastWhole > 0 && !isHere && !isAlike) return []
  const parts = { relevance: whole, ...weighed.standing.parts }
  const { category } = pattern
  return [{ ...weighed, standing: { ...weighed.standing, parts }, category, relevance: whole }]
}

/** Whether code found this pattern and worded it. Such a pattern is shown only where it was found, not for work with similar words. */
function isFoundByCode(pattern: Pattern): boolean {
  return pattern.role === MINER && pattern.strength !== 'rule' && ruleOf(pattern) === undefined
}

/** Whether a step changes a file in which a pattern was seen, or, for a pattern found by code, a file of its language, or runs a command that it names. */
function isAtItsPlace(pattern: Pattern, { subject, command }: Surface): boolean {
  if (pattern.files.some((file) => subject.files.includes(file))) return true
  if (!isFoundByCode(pattern)) return false
  if (command === undefined) return pattern.tags.some((tag) => subject.tags.includes(tag))
  const step = ` ${command.replace(/\s+/g, ' ')} `
  return [...pattern.text.matchAll(/`([^`]+?)(?= --?\w|`)/g)].some(([, named]) => step.includes(` ${named} `))
}

/** The results of a pattern, as far as a line shows them. */
export interface Fared {
  readonly style: LineStyle
  /** Under the classic profile: it is flagged PRUNE and mostly failed. */
  readonly fails: boolean
  /** The tokens of its line, if already counted. */
  readonly tokens?: number
}

/** A ranked pattern with its line. */
export function lineOn({ id, record, standing }: Ranked, fared: Fared, { inject }: Policy): Candidate {
  const candidate = candidateOf(id, record, standing)
  const shownAs = withShortId(learningLine(candidate.line.text, fared.style), id)
  const isAsCounted = fared.tokens !== undefined && standing.parts.inverted === undefined
  const isLeftOut = inject.leavePrunedOut && fared.fails
  return {
    ...candidate,
    shownAs,
    ...(isAsCounted ? { tokens: fared.tokens } : {}),
    ...(isLeftOut ? { leftOut: 'flag' as const } : {}),
  }
}

/** Renders the candidates of a surface as its block. */
export function blockOn({ frame, most }: Surface, policy: Policy): Render {
  const isShown = ({ leftOut }: Candidate) => leftOut === undefined
  return (candidates, budgetTokens) =>
    packLearnings(worthy(candidates, budgetTokens, policy).filter(isShown), frame, { most, budgetTokens })
}

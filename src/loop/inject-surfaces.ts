import { commandSubject, type Subject } from '../engine/command-subject.ts'
import { fileSubject } from '../engine/file-subject.ts'
import { failsWhenApplied } from '../engine/success-rate.ts'
import { type Candidate, candidateOf } from '../injection/candidate.ts'
import { isForAgent, shortName } from '../injection/eligible.ts'
import {
  agentFrame,
  type Frame,
  learningLine,
  packLearnings,
  toolFrame,
} from '../injection/learnings-block.ts'
import { relevanceTo } from '../injection/relevance-to.ts'
import { byCategory, byRelevance, type Order, type Sortable } from '../injection/surface-order.ts'
import type { InjectRequest, Work } from '../injection/surroundings.ts'
import { RUN, type RunRecord } from '../projection/documents.ts'
import { checkAgentRequest, checkToolRequest } from './check-surface-request.ts'
import type { LoopContext } from './context.ts'
import { forRepository } from './gather.ts'
import { chosenGoal } from './goal.ts'
import { type Injected, injectAs, MOST_LINES, saidOnce, type Weighed, weigh, worthy } from './inject.ts'
import { usageOf } from './usage.ts'

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

/** What an agent should know when it starts: by category, relevance and score, so many at most, within the budget. */
export async function injectForAgent(context: LoopContext, input: AgentStart): Promise<Injected> {
  const start = checkAgentRequest(input)
  const { agentStartMost: most, agentStartBudgetTokens } = context.policy.inject
  const request = {
    ...start,
    role: roleOf(start.agent),
    budgetTokens: start.budgetTokens ?? agentStartBudgetTokens,
  }
  const order = byCategory((await chosenGoal(context))?.priority)
  const subject = { files: start.files ?? [], tags: [] }
  return injectOn(context, request, {
    surface: 'agent-start',
    frame: agentFrame(start.agent),
    most,
    weigh: () => rank(context, request, { work: start, subject, order }),
  })
}

/** What has to do with the step that a tool is about to take: by relevance and score. Mostly nothing, and then nothing is recorded. */
export async function injectForTool(context: LoopContext, input: ToolUse): Promise<Injected> {
  const use = checkToolRequest(input)
  const { toolCallMost: most, toolCallBudgetTokens, toolCallMinRelevance: least } = context.policy.inject
  const { tool, command, file, ...asked } = use
  const files = file === undefined ? {} : { files: [file] }
  const role = roleOf(use.agent ?? 'agent')
  const request = { ...asked, ...files, role, budgetTokens: use.budgetTokens ?? toolCallBudgetTokens }
  const subject = subjectOf(use)
  const work = {
    labels: subject.tags,
    files: subject.files,
    ...(use.task === undefined ? {} : { task: use.task }),
  }
  const without = await shownBefore(context, use.run)
  return injectOn(context, request, {
    surface: 'tool-call',
    frame: toolFrame(tool),
    most,
    tool,
    ...(command === undefined ? {} : { command }),
    weigh: () => rank(context, request, { work, subject, order: byRelevance, least, without }),
  })
}

/** The name without the plugin that it comes from, where there is one. */
function roleOf(agent: string): string {
  return shortName(agent).trim() || agent
}

/** By what the command would start and by the real extension of the file. */
function subjectOf({ command, file }: ToolUse): Subject {
  const told = command === undefined ? { files: [], tags: [] } : commandSubject(command)
  const named = fileSubject([...(file === undefined ? [] : [file]), ...told.files])
  return { files: named.files, tags: [...new Set([...told.tags, ...named.tags])] }
}

/** What a run has seen stays in its prompt, and what was withheld from it stays withheld; neither is worth a second receipt. */
async function shownBefore(
  { journal, policy }: LoopContext,
  run: string | undefined,
): Promise<ReadonlySet<string>> {
  if (run === undefined || policy.inject.repeatInRun) return new Set()
  const [document] = await journal.documents([{ kind: RUN, id: run }])
  const known = (document?.body as RunRecord | undefined)?.run
  return new Set([...Object.keys(known?.tiers ?? {}), ...(known?.withheld ?? [])])
}

interface Surface {
  readonly surface: 'agent-start' | 'tool-call'
  readonly frame: Frame
  readonly most: number
  readonly tool?: string
  readonly command?: string
  readonly weigh: () => Promise<Candidate[]>
}

function injectOn(
  context: LoopContext,
  request: InjectRequest,
  { frame, ...form }: Surface,
): Promise<Injected> {
  const { minRemainingTokens } = context.policy.inject
  const { remainingTokens = Number.POSITIVE_INFINITY, budgetTokens = 0 } = request
  const isTight = remainingTokens < minRemainingTokens
  const limits = { most: form.most, budgetTokens: isTight ? 0 : Math.min(budgetTokens, remainingTokens) }
  const isShown = ({ leftOut }: Candidate) => leftOut === undefined
  return injectAs(context, request, {
    ...form,
    isQuiet: form.surface === 'tool-call',
    render: (candidates) => packLearnings(worthy(candidates, context).filter(isShown), frame, limits),
  })
}

interface Ranking {
  readonly work: Work
  readonly subject: Subject
  readonly order: Order
  /** What has less to do with the subject is no candidate, nor is what speaks of another language. */
  readonly least?: number
  readonly without?: ReadonlySet<string>
}

/** What is for the agent in this repository, in the order of the surface, each with its line. */
async function rank(
  context: LoopContext,
  { agent, repository }: InjectRequest,
  { work, subject, order, least = 0, without }: Ranking,
): Promise<Candidate[]> {
  const isHere = forRepository(context, repository)
  const weighed = await weigh(
    context,
    work,
    (record) => isForAgent(record, agent) && isHere(record) && without?.has(record.pattern.id) !== true,
  )
  const sorted = weighed.flatMap((one) => sortable(one, subject, least)).sort(order)
  return withLines(context, saidOnce(sorted).slice(0, MOST_LINES))
}

type Ranked = Weighed & Sortable

function sortable(weighed: Weighed, subject: Subject, least: number): Ranked[] {
  const { byTags, whole, isOutOfPlace } = relevanceTo(weighed.record, subject, weighed.similarity)
  if (least > 0 && (byTags < least || isOutOfPlace)) return []
  const parts = { ...weighed.standing.parts, relevance: whole }
  const { category } = weighed.record.pattern
  return [{ ...weighed, standing: { ...weighed.standing, parts }, category, relevance: whole }]
}

async function withLines(context: LoopContext, ranked: readonly Ranked[]): Promise<Candidate[]> {
  const rateOf = await usageOf(
    context,
    ranked.map(({ id }) => id),
  )
  const { inject, successRate } = context.policy
  return ranked.map(({ id, record, standing }) => {
    const candidate = candidateOf(id, record, standing)
    const rate = rateOf(id)
    const isLeftOut = inject.leavePrunedOut && failsWhenApplied(rate, successRate)
    const shownAs = learningLine(candidate.line.text, rate)
    return { ...candidate, shownAs, ...(isLeftOut ? { leftOut: 'flag' as const } : {}) }
  })
}

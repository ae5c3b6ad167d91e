import { isForAgent } from '../../injection/candidate.ts'
import {
  type AgentStart,
  agentSurface,
  asksSimilarity,
  blockOn,
  lineOn,
  type PromptGiven,
  promptSurface,
  rankOn,
  type Surface,
  type ToolUse,
  toolSurface,
} from '../../injection/surface.ts'
import { RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { forRepository, gather } from '../patterns/gather.ts'
import { chosenGoal } from '../views/goal.ts'
import { standings } from '../views/standings.ts'
import { checkAgentRequest, checkPromptRequest, checkToolRequest } from './check-request.ts'
import { type Injected, injectAs, scalesFor } from './inject.ts'

export type { AgentStart, PromptGiven, ToolUse }

/** Patterns for an agent's start: by category, relevance and score, up to a number and within the budget. */
export async function injectForAgent(context: LoopContext, input: AgentStart): Promise<Injected> {
  const start = checkAgentRequest(input)
  const priority = (await chosenGoal(context))?.priority
  return injectOn(context, agentSurface(start, priority, context.policy.inject))
}

/** Patterns relevant to a tool call: by relevance and score. Usually none, and then nothing is recorded. */
export async function injectForTool(context: LoopContext, input: ToolUse): Promise<Injected> {
  const use = checkToolRequest(input)
  return injectOn(context, toolSurface(use, context.policy.inject), await shownBefore(context, use.run))
}

/** Patterns relevant to a person's prompt: by relevance and score. If there are none, nothing is recorded. */
export async function injectForPrompt(context: LoopContext, input: PromptGiven): Promise<Injected> {
  const given = checkPromptRequest(input)
  return injectOn(context, promptSurface(given, context.policy.inject), await shownBefore(context, given.run))
}

/** What the run was shown is still in its prompt, and what was withheld stays withheld; neither needs a second receipt. */
async function shownBefore({ journal, policy }: LoopContext, run: string | undefined): Promise<ReadonlySet<string>> {
  if (run === undefined || policy.inject.repeatInRun) return new Set()
  const known = (await bodyOf(journal, RUN, run))?.run
  return new Set([...Object.keys(known?.tiers ?? {}), ...(known?.withheld ?? [])])
}

function injectOn(context: LoopContext, surface: Surface, without: ReadonlySet<string> = new Set()) {
  const { surface: name, request, most, tool, command } = surface
  return injectAs(context, request, {
    surface: name,
    most,
    tool,
    command,
    isQuiet: name !== 'agent-start',
    weigh: () => rank(context, surface, without),
    render: (candidates, { budgetTokens }) => blockOn(surface, context.policy)(candidates, budgetTokens),
  })
}

/** The candidates for the agent in this repository, in the surface's order, each with its line. */
async function rank(context: LoopContext, surface: Surface, without: ReadonlySet<string>) {
  const { agent, repository } = surface.request
  const isHere = forRepository(context, repository)
  const gathered = await gather(context, surface.work, {
    mayShow: (record) => isForAgent(record, agent) && isHere(record),
    without,
    onlySimilar: asksSimilarity(surface),
  })
  const { policy } = context
  const ranked = rankOn(surface, gathered, await scalesFor(context, gathered))
  const ids = ranked.map(({ id }) => id)
  const at = await standings(context, ids)
  // What is ranked as a warning is not a pattern of its own, and only the pattern has a standing.
  const records = new Map(gathered.map(({ cached }) => [cached.id, cached.record]))
  return ranked.map((one) => lineOn(one, at.fared(records.get(one.id) ?? one.record), policy))
}

import type { StrategyRecord } from '../../engine/laws/strategies.ts'
import { planSections } from '../../injection/sections.ts'
import { worthy } from '../../injection/weigh.ts'
import { STRATEGY } from '../../projection/fold-strategies.ts'
import type { LoopContext } from '../context.ts'
import { checkInjectRequest } from '../injection/check-inject-request.ts'
import { type Injected, type InjectRequest, injectAs, sectioned } from '../injection/inject.ts'

/** A planner's question. Left out, the role is planner. */
export type PlanPromptRequest = Omit<InjectRequest, 'role' | 'sections'> & { readonly role?: string }

export interface PlanPrompted extends Injected {
  /** The strategies of which something is told. */
  readonly strategies: readonly string[]
}

/** More than fit into any prompt. */
const MOST_STRATEGIES = 24

/**
 * What a planner should know before it cuts up some work: the strategies that worked, those that kept failing, and the patterns by
 * how far they are proven; within the budget, and with a receipt as any injection.
 */
export async function planPrompt(context: LoopContext, input: PlanPromptRequest): Promise<PlanPrompted> {
  const checked = checkInjectRequest({ ...input, role: input.role ?? 'planner' })
  const budgetTokens = checked.budgetTokens ?? context.policy.inject.planBudgetTokens
  const request = { ...checked, budgetTokens }
  const records = await strategiesToTell(context)
  const strategies = records.map(({ strategy }) => strategy)
  const injected = await injectAs(context, request, {
    surface: 'plan',
    strategies,
    render: (candidates) =>
      sectioned(request, planSections(worthy(candidates, context.policy), records, context.policy), context),
  })
  return { ...injected, strategies: strategies.filter((name) => injected.block.includes(name)) }
}

async function strategiesToTell({ journal }: LoopContext): Promise<StrategyRecord[]> {
  const documents = await journal.list(STRATEGY, { states: ['works', 'avoid'], limit: MOST_STRATEGIES })
  return documents.map(({ body }) => body)
}

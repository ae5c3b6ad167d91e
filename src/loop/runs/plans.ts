import { digest } from '../../domain/digest.ts'
import { headerOf } from '../../engine/laws/role-block.ts'
import { strategiesIn } from '../../engine/laws/strategies.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { packSections } from '../../engine/text/block-room.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'
import { planSections } from '../../injection/sections.ts'
import { worthy } from '../../injection/weigh.ts'
import { STRATEGY } from '../../projection/fold-strategies.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPlace } from '../facts/append-keys.ts'
import { criteriaSection, type StrategyView, strategiesNamed } from '../governance/criteria.ts'
import { checkInjectRequest } from '../injection/check-request.ts'
import { type Injected, type InjectRequest, injectAs } from '../injection/inject.ts'
import { appendFact, placeOf } from '../journal/append-facts.ts'
import type { By, Fields } from '../verbs/define-verb.ts'
import type { recordPlanInput } from '../verbs/outcomes.ts'

/** How the work of a run is to be split into tasks, in the planner's words. */
export type PlanInput = Fields<typeof recordPlanInput> & Partial<By>

export interface PlanRecorded {
  readonly plan: string
  readonly run: string
  readonly duplicate: boolean
  /** The strategies in the plan, and their results so far. */
  readonly strategies: readonly StrategyView[]
}

/** Records a run's plan; its outcomes then count as evidence for or against its strategies. Our own text is removed first, or a warning against a strategy would count as planning it. */
export async function recordPlan(context: LoopContext, input: PlanInput): Promise<PlanRecorded> {
  const { run, occurredAt, by } = input
  checkPlace({ run, occurredAt })
  const text = stripOwnBlocks(String(redactDeep(input.text).value)).trim()
  const plan = `plan-${digest(`${run}\n${text}`).slice(0, 24)}`
  const provenance = { source: 'agent', trust: 'internal' } as const
  const place = { ...placeOf(run, occurredAt), key: `plan/${plan}`, provenance }
  const { duplicate } = await appendFact(context, await checkedDraft('plan-recorded', { plan, text, by }, place))
  return { plan, run, duplicate, strategies: await strategiesNamed(context, strategiesIn(text)) }
}

/** A planner's question. Left out, the role is planner. */
export type PlanPromptRequest = Omit<InjectRequest, 'role' | 'sections'> & { readonly role?: string }

export interface PlanPrompted extends Injected {
  /** The strategies mentioned. */
  readonly strategies: readonly string[]
}

/** More than fit into any prompt. */
const MOST_STRATEGIES = 24

/** The planner's prompt: strategies that worked, those that kept failing, and proven patterns, within the budget and with a receipt like any injection. */
export async function planPrompt(context: LoopContext, input: PlanPromptRequest): Promise<PlanPrompted> {
  const checked = checkInjectRequest({ ...input, role: input.role ?? 'planner' })
  const budgetTokens = checked.budgetTokens ?? context.policy.inject.planBudgetTokens
  const request = { ...checked, budgetTokens }
  const listed = { states: ['works', 'avoid'], limit: MOST_STRATEGIES }
  const records = (await context.journal.list(STRATEGY, listed)).map(({ body }) => body)
  const strategies = records.map(({ strategy }) => strategy)
  const judged = await criteriaSection(context)
  const injected = await injectAs(context, request, {
    surface: 'plan',
    strategies,
    render: (candidates, { budgetTokens: room }) =>
      packSections(
        headerOf(request.role),
        [...planSections(worthy(candidates, room, context.policy), records, context.policy), judged],
        room,
      ),
  })
  return { ...injected, strategies: strategies.filter((name) => injected.block.includes(name)) }
}

import { digest } from '../../domain/digest.ts'
import { strategiesIn } from '../../engine/laws/strategies.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'
import type { LoopContext } from '../context.ts'
import { type StrategyView, strategiesNamed } from '../governance/strategies.ts'
import { appendFacts, runStream } from '../journal/append-facts.ts'
import { checkPayload, checkPlace } from '../journal/check-payload.ts'

/** How the work of a run is to be cut up, in the planner's words. */
export interface PlanInput {
  readonly run: string
  readonly text: string
  readonly by?: string
  readonly occurredAt?: number
}

export interface PlanRecorded {
  readonly plan: string
  readonly run: string
  readonly duplicate: boolean
  /** The strategies that the plan names, and what became of them so far. */
  readonly strategies: readonly StrategyView[]
}

/**
 * Records the plan of a run. The outcomes that follow in the run speak for or against the strategies that it names. What we
 * put into the prompt ourselves is cut out first, else a warning against a strategy would count as a plan to use it.
 */
export async function recordPlan(context: LoopContext, input: PlanInput): Promise<PlanRecorded> {
  const { run, occurredAt, by } = input
  checkPlace({ run, occurredAt })
  const text = stripOwnBlocks(String(redactDeep(input.text).value)).trim()
  const plan = `plan-${digest(`${run}\n${text}`).slice(0, 24)}`
  const payload = await checkPayload('plan-recorded', { plan, text, by })
  const [appended] = await appendFacts(context, [
    {
      type: 'plan-recorded',
      payload,
      stream: runStream(run),
      run,
      key: `plan/${plan}`,
      occurredAt,
      provenance: { source: 'agent', trust: 'internal' },
    },
  ])
  const strategies = await strategiesNamed(context, strategiesIn(payload.text))
  return { plan, run, duplicate: appended?.duplicate ?? false, strategies }
}

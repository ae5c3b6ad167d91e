import { type DocumentReader, defineDocument, makeDocument } from '../domain/document.ts'
import { DAY_MS } from '../domain/numbers.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { outcomeFeedback } from '../engine/laws/implicit-feedback.ts'
import type { Policy } from '../engine/laws/policy.ts'
import {
  noRecord,
  type StrategyExample,
  type StrategyRecord,
  strategiesIn,
  strategyStanding,
  withStrategyResult,
} from '../engine/laws/strategies.ts'
import { nameId, partFor } from './documents/fold-documents.ts'

export const STRATEGY = defineDocument<StrategyRecord>('strategy')
export const PLAN = defineDocument<PlanRecord>('plan')

/** What the plan of a run says about how its work is split. */
export interface PlanRecord {
  readonly run: string
  readonly strategies: readonly string[]
  /** The evidence that already counted for or against them: each piece of work counts once, by its tasks or as a whole, whichever came first. */
  readonly spoken?: Speaker
}

type Speaker = 'run' | 'tasks'

/** A recorded plan, or a planning role's deliberation. */
export const plans = partFor(['plan-recorded', 'deliberation-recorded'], {
  needs: ({ run }) => (run === undefined ? [] : [{ kind: PLAN, id: run }]),
  fold({ type, payload, run }, read, { strategy }) {
    const isPlan = type === 'plan-recorded' || strategy.plannerRoles.includes(payload.role.toLowerCase())
    if (run === undefined || !isPlan) return undefined
    const before = read.get(PLAN, run)?.body ?? { run, strategies: [] }
    const strategies = [...new Set([...before.strategies, ...strategiesIn(payload.text)])]
    if (strategies.length === before.strategies.length) return undefined
    return { documents: [planDocument({ ...before, strategies })], subjects: [] }
  },
})

export const strategies = partFor(['outcome-recorded', 'feedback-given'], {
  needs: (event, read) => [
    ...(event.type === 'outcome-recorded' ? [{ kind: PLAN, id: event.payload.run }] : []),
    ...namesIn(event, planFollowed(event, read)).map((strategy) => ({ kind: STRATEGY, id: nameId(strategy) })),
  ],
  fold(event, read, policy) {
    const plan = planFollowed(event, read)
    const names = namesIn(event, plan)
    const example = names.length === 0 ? undefined : exampleIn(event, policy)
    if (example === undefined) return undefined
    const documents = names.map((name) =>
      strategyDocument(
        withStrategyResult(read.get(STRATEGY, nameId(name))?.body ?? noRecord(name), example, policy.strategy),
        policy,
      ),
    )
    const subjects = documents.map(({ id }) => `${STRATEGY}/${id}`)
    if (plan === undefined || plan.spoken !== undefined) return { documents, subjects }
    return { documents: [...documents, planDocument({ ...plan, spoken: speakerIn(event) })], subjects }
  },
})

function planFollowed(event: KnownEvent, read: DocumentReader): PlanRecord | undefined {
  return event.type === 'outcome-recorded' ? read.get(PLAN, event.payload.run)?.body : undefined
}

/** The strategies that an event is about, each once: the one it names, and those of the plan that it follows. */
function namesIn(event: KnownEvent, plan: PlanRecord | undefined): readonly string[] {
  if (event.type === 'feedback-given') return event.payload.subject === 'strategy' ? [event.payload.id] : []
  if (event.type !== 'outcome-recorded') return []
  const { strategy } = event.payload
  const followed = (plan?.spoken ?? speakerIn(event)) === speakerIn(event) ? (plan?.strategies ?? []) : []
  return [...new Set([...(strategy === undefined ? [] : [strategy]), ...followed])]
}

function speakerIn(event: KnownEvent): Speaker {
  return event.type === 'outcome-recorded' && event.payload.task !== undefined ? 'tasks' : 'run'
}

/** Helpful is a success, a failed task or harmful feedback a failure; everything between is no evidence. */
function exampleIn(event: KnownEvent, policy: Policy): StrategyExample | undefined {
  const at = event.occurredAt
  if (event.type === 'feedback-given') {
    const { type, task } = event.payload
    if (type === 'neutral') return undefined
    return { success: type === 'helpful', at, run: event.run, task }
  }
  if (event.type !== 'outcome-recorded') return undefined
  const { run, task, result } = event.payload
  const feedback = outcomeFeedback(event.payload, policy.implicitFeedback)
  if (feedback === undefined) return undefined
  const success = feedback.type === 'helpful'
  return success || result === 'failure' ? { success, at, run, task } : undefined
}

/** Ranked by its decayed observations; the order is the same at any time, because all fade alike. */
function strategyDocument(record: StrategyRecord, policy: Policy) {
  const { value, at } = record.seen
  const rank = Math.log2(value) + at / (policy.strategy.halfLifeDays * DAY_MS)
  const { state } = strategyStanding(record, policy)
  return makeDocument(STRATEGY, nameId(record.strategy), record, { state, rank, text: record.strategy })
}

function planDocument(record: PlanRecord) {
  return makeDocument(PLAN, record.run, record)
}

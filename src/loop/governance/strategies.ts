import type { StrategyState } from '../../domain/values/outcome.ts'
import {
  noRecord,
  type StrategyRecord,
  type StrategyStanding,
  strategyStanding,
} from '../../engine/laws/strategies.ts'
import { STRATEGY } from '../../projection/fold-strategies.ts'
import { nameId } from '../../projection/name-id.ts'
import type { LoopContext } from '../context.ts'

export interface StrategyView extends StrategyRecord {
  readonly standing: StrategyStanding
}

export interface StrategyFilter {
  readonly state?: StrategyState
  readonly limit?: number
}

const MOST_READ = 1_000

/** The strategies that were tried, those first of whose observations most is left. */
export async function listStrategies(
  context: LoopContext,
  filter: StrategyFilter = {},
): Promise<StrategyView[]> {
  const { state, limit = MOST_READ } = filter
  const documents = await context.journal.list(STRATEGY, {
    states: state === undefined ? undefined : [state],
    limit,
  })
  return documents.map(({ body }) => viewOf(context, body))
}

/** Strategies by name, in the order asked; one that was never tried has no observations. */
export async function strategiesNamed(
  context: LoopContext,
  names: readonly string[],
): Promise<StrategyView[]> {
  const documents = await context.journal.documents(
    names.map((name) => ({ kind: STRATEGY, id: nameId(name) })),
  )
  const known = new Map(documents.map(({ id, body }) => [id, body]))
  return names.map((name) => viewOf(context, known.get(nameId(name)) ?? noRecord(name)))
}

function viewOf({ policy }: LoopContext, record: StrategyRecord): StrategyView {
  return { ...record, standing: strategyStanding(record, policy) }
}

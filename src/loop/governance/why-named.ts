import { nearest } from '../../domain/nearest.ts'
import { readEvent } from '../../domain/read-event.ts'
import { UserError } from '../../domain/user-error.ts'
import { nameId } from '../../projection/fold-documents.ts'
import { CRITERION } from '../../projection/fold-scores.ts'
import { STRATEGY } from '../../projection/fold-strategies.ts'
import { whyStrategy as tellStrategy } from '../../report/why/what-would-change.ts'
import {
  momentsOf,
  whyCriterion as tellCriterion,
  type WhyHistory,
  type WhyNamed,
} from '../../report/why/why-named.ts'
import type { LoopContext } from '../context.ts'
import { listCriteria, listStrategies } from './criteria.ts'

const TIMELINE = 50

/** Why a criterion counts as much as it does. */
export async function whyCriterion(context: LoopContext, name: string): Promise<WhyNamed> {
  const known = await listCriteria(context)
  const view = known.find(({ criterion }) => criterion === name)
  if (view === undefined)
    throw unknown(
      CRITERION,
      name,
      known.map(({ criterion }) => criterion),
    )
  return tellCriterion(view, await toldOf(context, CRITERION, name), context.policy)
}

/** Why a strategy is told to work, or warned of, or neither. */
export async function whyStrategy(context: LoopContext, name: string): Promise<WhyNamed> {
  const known = await listStrategies(context)
  const view = known.find(({ strategy }) => strategy.toLowerCase() === name.toLowerCase())
  if (view === undefined)
    throw unknown(
      STRATEGY,
      name,
      known.map(({ strategy }) => strategy),
    )
  return tellStrategy(view, await toldOf(context, STRATEGY, view.strategy), context.policy)
}

async function toldOf({ journal, policy }: LoopContext, kind: string, name: string): Promise<WhyHistory> {
  const stored = await journal.read({
    subject: `${kind}/${nameId(name)}`,
    newestFirst: true,
    limit: TIMELINE,
  })
  const archived = stored.filter((event) => event.archived).length
  return {
    timeline: momentsOf(
      stored.flatMap((event) => readEvent(event) ?? []),
      policy,
    ),
    archived: archived === 0 ? undefined : archived,
  }
}

function unknown(kind: string, name: string, known: readonly string[]): UserError {
  const meant = nearest(name, known)
  const question = meant === undefined ? '' : ` Did you mean '${meant}'?`
  return new UserError('not-found', `There is no ${kind} '${name}'.${question}`, `mettle ${kind} list`)
}

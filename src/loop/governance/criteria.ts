import { inputError } from '../../domain/user-error.ts'
import type { StrategyState } from '../../domain/values/outcome.ts'
import {
  applyWeights,
  type CriterionWeight,
  NO_TALLY,
  type WeightedScore,
  weightFromTally,
} from '../../engine/laws/criterion-weight.ts'
import { noRecord, type StrategyRecord, type StrategyStanding, strategyStanding } from '../../engine/laws/strategies.ts'
import type { Section } from '../../engine/text/block-room.ts'
import { nameId } from '../../projection/documents/fold-documents.ts'
import { CRITERION, type CriterionRecord } from '../../projection/fold-scores.ts'
import { STRATEGY } from '../../projection/fold-strategies.ts'
import type { LoopContext } from '../context.ts'
import { ALL, bodiesOf, firstOf } from '../facts/cached-lists.ts'

export interface CriteriaRequest {
  /** Raw scores from 0 to 1, by criterion. */
  readonly scores?: Readonly<Record<string, number>>
}

/** A criterion and its current weight. If `known` is false, the weight is only an assumption for ranking. */
export interface CriterionView extends CriterionWeight {
  readonly criterion: string
  readonly neutral: number
  readonly halfLifeDays: number
  readonly score?: WeightedScore
}

/** The default criteria, then all others with events or a given score, by name. */
export async function listCriteria(context: LoopContext, { scores = {} }: CriteriaRequest = {}) {
  checkScores(scores)
  const documents = await context.journal.list(CRITERION, { limit: ALL })
  const records = new Map(documents.map(({ body }) => [body.criterion, body]))
  const others = [...records.keys(), ...Object.keys(scores)].sort()
  const names = [...new Set([...context.policy.criterion.defaults, ...others])]
  const views = names.map((criterion) => viewOf(context, records.get(criterion) ?? { criterion, ...NO_TALLY }))
  const weighted = applyWeights(scores, Object.fromEntries(views.map(({ criterion, weight }) => [criterion, weight])))
  return views.map((view) =>
    Object.hasOwn(weighted, view.criterion) ? { ...view, score: weighted[view.criterion]! } : view,
  )
}

/** The criteria of work, heaviest first; those with no weight, or none known, are left out. */
export async function criteriaSection(context: LoopContext): Promise<Section> {
  const known = (await listCriteria(context)).filter((view) => view.known && view.weight > 0)
  const lines = known
    .sort((a, b) => b.weight - a.weight)
    .map(({ criterion, weight, helpful, harmful }) => ({
      line: `- ${criterion} (weight ${weight.toFixed(2)}: ${helpful} helpful, ${harmful} harmful)`,
    }))
  return { title: '## How the work is judged', lines }
}

export function viewOf({ policy, now }: LoopContext, record: CriterionRecord): CriterionView {
  const { halfLifeDays } = policy.criterion
  const weight = weightFromTally(record, now(), policy.criterion)
  return { criterion: record.criterion, ...weight, neutral: record.neutralCount, halfLifeDays }
}

function checkScores(scores: Readonly<Record<string, number>>): void {
  for (const [criterion, score] of Object.entries(scores))
    if (!(typeof score === 'number' && score >= 0 && score <= 1))
      throw inputError(
        `The score of '${criterion}' is ${String(score)}, not a number from 0 to 1.`,
        'Give it as type_safe=0.8.',
      )
}

export interface StrategyView extends StrategyRecord {
  readonly standing: StrategyStanding
}

/** The tried strategies, by remaining mass of observations, largest first. */
export async function listStrategies(
  context: LoopContext,
  filter: { readonly state?: StrategyState; readonly limit?: number } = {},
): Promise<StrategyView[]> {
  const { state, limit = ALL } = filter
  const states = state === undefined ? undefined : [state]
  return firstOf(context.journal, STRATEGY, { states, limit }, (record) => strategyView(context, record))
}

/** Strategies by name, in the order asked; one that was never tried has no observations. */
export async function strategiesNamed(context: LoopContext, names: readonly string[]) {
  const known = await bodiesOf(context.journal, STRATEGY, names.map(nameId))
  return names.map((name) => strategyView(context, known.get(nameId(name)) ?? noRecord(name)))
}

function strategyView({ policy }: LoopContext, record: StrategyRecord): StrategyView {
  return { ...record, standing: strategyStanding(record, policy) }
}

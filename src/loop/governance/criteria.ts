import { UserError } from '../../domain/user-error.ts'
import {
  applyWeights,
  type CriterionWeight,
  NO_TALLY,
  type WeightedScore,
  weightFromTally,
} from '../../engine/laws/criterion-weight.ts'
import { CRITERION, type CriterionRecord } from '../../projection/fold-criteria.ts'
import type { LoopContext } from '../context.ts'

export interface CriteriaRequest {
  /** Raw scores from 0 to 1, by criterion. */
  readonly scores?: Readonly<Record<string, number>>
}

/** A criterion and what it still counts. While `known` is false, the weight is only what ranking assumes. */
export interface CriterionView extends CriterionWeight {
  readonly criterion: string
  readonly neutral: number
  readonly halfLifeDays: number
  readonly score?: WeightedScore
}

const MOST_READ = 1_000

/** The default criteria first, then all others of which something is known, by name; those that are scored among them. */
export async function listCriteria(
  context: LoopContext,
  { scores = {} }: CriteriaRequest = {},
): Promise<CriterionView[]> {
  checkScores(scores)
  const documents = await context.journal.list(CRITERION, { limit: MOST_READ })
  const records = new Map(documents.map(({ body }) => [body.criterion, body]))
  const others = [...records.keys(), ...Object.keys(scores)].sort()
  const names = [...new Set([...context.policy.criterion.defaults, ...others])]
  const views = names.map((criterion) =>
    viewOf(context, records.get(criterion) ?? { criterion, ...NO_TALLY }),
  )
  const weighted = applyWeights(
    scores,
    Object.fromEntries(views.map(({ criterion, weight }) => [criterion, weight])),
  )
  return views.map((view) =>
    Object.hasOwn(weighted, view.criterion) ? { ...view, score: weighted[view.criterion]! } : view,
  )
}

export function viewOf({ policy, now }: LoopContext, record: CriterionRecord): CriterionView {
  const { halfLifeDays } = policy.criterion
  const weight = weightFromTally(record, now(), policy.criterion)
  return { criterion: record.criterion, ...weight, neutral: record.neutralCount, halfLifeDays }
}

function checkScores(scores: Readonly<Record<string, number>>): void {
  for (const [criterion, score] of Object.entries(scores))
    if (!(typeof score === 'number' && score >= 0 && score <= 1))
      throw new UserError(
        'input',
        `The score of '${criterion}' is ${String(score)}, not a number from 0 to 1.`,
        'Give it as type_safe=0.8.',
      )
}

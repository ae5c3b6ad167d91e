import { type Calibration, calibrationOf } from '../engine/bayes/calibration.ts'
import { promotable } from '../engine/bayes/e-value.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import {
  BASELINE,
  CALIBRATION,
  calibrationSums,
  POSTERIOR,
  REVIEWER,
} from '../projection/belief-documents.ts'
import { PATTERN } from '../projection/documents.ts'
import { beliefs, readerOf } from './beliefs.ts'
import type { LoopContext } from './context.ts'

/** How far the bayes profile can be relied on. */
export interface CalibrationReport extends Calibration {
  readonly profile: LoopContext['settings']['profile']
  /** How many predictions more there must be before the figures say something. */
  readonly missing: number
  /** Patterns with an observation, contexts with a run, reviewers whose word was checked. */
  readonly knows: { readonly patterns: number; readonly contexts: number; readonly reviewers: number }
  /** Patterns that outcomes speak for strongly enough to suggest a promotion, the strongest first. */
  readonly promotable: readonly Promotable[]
}

export interface Promotable {
  readonly pattern: string
  readonly text: string
  readonly eValue: number
}

const MOST_READ = 20_000

/** How well what receipts predicted agrees with how runs ended. */
export async function calibration(context: LoopContext): Promise<CalibrationReport> {
  const { journal, policy, settings } = context
  const keys = [{ kind: CALIBRATION, id: CALIBRATION }]
  const known = calibrationOf(calibrationSums(readerOf(await journal.documents(keys))), policy.bayes)
  const [baselines, reviewers, tested] = await Promise.all([
    journal.list(BASELINE, { limit: MOST_READ }),
    journal.list(REVIEWER, { limit: MOST_READ }),
    testedPatterns(context),
  ])
  return {
    profile: settings.profile,
    ...known,
    missing: Math.max(0, policy.bayes.leastPredictions - known.predictions),
    knows: {
      patterns: tested.length,
      contexts: Math.max(0, baselines.length - 1),
      reviewers: reviewers.length,
    },
    promotable: promotable(tested, policy.bayes)
      .filter(({ isPromoted }) => !isPromoted)
      .map(told),
  }
}

const told = ({ pattern, text, eValue }: Promotable): Promotable => ({ pattern, text, eValue })

/** Every pattern with an observation is one of those that were looked at, whatever came of it. */
async function testedPatterns(context: LoopContext) {
  const { journal } = context
  const ids = (await journal.list(POSTERIOR, { limit: MOST_READ })).map(({ id }) => id)
  const documents = await journal.documents(ids.map((id) => ({ kind: PATTERN, id })))
  const believe = await beliefs(context, ids)
  return documents.map(({ body }) => {
    const record = body as PatternRecord
    const { id, text, decisions } = record.pattern
    const isPromoted = decisions.maturity?.kind === 'promote'
    return { pattern: id, text, eValue: believe(record).eValue, isPromoted }
  })
}

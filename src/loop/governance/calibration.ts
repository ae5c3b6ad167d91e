import { type Calibration, calibrationOf } from '../../engine/belief/calibration.ts'
import {
  BASELINE,
  CALIBRATION,
  calibrationSums,
  POSTERIOR,
  REVIEWER,
} from '../../projection/documents/belief-documents.ts'
import type { LoopContext } from '../context.ts'
import { readerOf } from '../journal/facts-about.ts'
import { suggestDecisions } from './suggest-decisions.ts'

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

/** How well what receipts predicted agrees with how runs ended. */
export async function calibration(context: LoopContext): Promise<CalibrationReport> {
  const { journal, policy, settings } = context
  const keys = [{ kind: CALIBRATION, id: CALIBRATION }]
  const known = calibrationOf(calibrationSums(readerOf(await journal.documents(keys))), policy.bayes)
  const [baselines, reviewers, patterns] = await Promise.all([
    journal.count(BASELINE),
    journal.count(REVIEWER),
    journal.count(POSTERIOR),
  ])
  const suggestions = await suggestDecisions(context)
  return {
    profile: settings.profile,
    ...known,
    missing: Math.max(0, policy.bayes.leastPredictions - known.predictions),
    knows: {
      patterns,
      contexts: Math.max(0, baselines - 1),
      reviewers,
    },
    promotable: suggestions
      .filter(({ deed }) => deed === 'promote')
      .map(({ pattern, text, eValue }) => ({ pattern, text, eValue })),
  }
}

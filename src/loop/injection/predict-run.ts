import type { Document } from '../../domain/document.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { recalibrated } from '../../engine/belief/calibration.ts'
import { successProbability } from '../../engine/belief/likelihood.ts'
import { baselineOf, calibrationSums, truthKeys } from '../../projection/documents/belief-documents.ts'
import { contextOf, type Exposure, exposed, NO_EXPOSURE, totalEffect } from '../../projection/exposure.ts'
import type { LoopContext } from '../context.ts'
import { readerOf } from '../facts/facts-about.ts'

/** What was read before it was known what the run is shown: what it was exposed to, and what is needed if this is its context. */
export interface PredictionInputs {
  readonly known?: Exposure | undefined
  readonly context: string
  readonly documents: readonly Document[]
}

/** Predicts how a run will end after all that it was shown, a new receipt included. */
export async function predictRun(
  { journal, policy }: LoopContext,
  receipt: PayloadOf<'pattern-injected'>,
  { known = NO_EXPOSURE, ...ahead }: PredictionInputs,
): Promise<{ prediction: number; recalibrated: number }> {
  const context = known.context ?? contextOf(receipt)
  const read = readerOf(context === ahead.context ? ahead.documents : await journal.documents(truthKeys(context)))
  const shown = totalEffect(exposed(known, receipt, policy.bayes), policy.bayes)
  const prediction = successProbability(baselineOf(read, context).logits + shown, policy.bayes)
  const rounded = Math.round(prediction * 1e6) / 1e6
  return { prediction: rounded, recalibrated: recalibrated(rounded, calibrationSums(read), policy.bayes) }
}

import type { JournalEvent } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { recalibrated } from '../../engine/belief/calibration.ts'
import { CALIBRATION, calibrationSums } from '../../projection/documents/belief-documents.ts'
import type { WhyNamed } from '../../report/why/why-named.ts'
import { whyReceipt as tellReceipt } from '../../report/why/why-receipt.ts'
import type { LoopContext } from '../context.ts'
import { known, readerOf } from '../journal/facts-about.ts'
import { findReceipt, goneReceipt } from './find-receipt.ts'

/** Why a run was shown what it was shown. What it was expected to come to is told in the light of all that is known by now. */
export async function whyReceipt(context: LoopContext, receipt: string): Promise<WhyNamed> {
  const [found] = known([await findReceipt(context, receipt)])
  if (found === undefined) throw goneReceipt(receipt)
  const event = found as JournalEvent<PayloadOf<'pattern-injected'>>
  const { prediction } = event.payload
  if (prediction === undefined) return tellReceipt(event)
  const documents = await context.journal.documents([{ kind: CALIBRATION, id: CALIBRATION }])
  const sums = calibrationSums(readerOf(documents))
  return tellReceipt(event, recalibrated(prediction, sums, context.policy.bayes))
}

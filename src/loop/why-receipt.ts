import type { JournalEvent } from '../domain/event.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { WhyNamed } from '../report/why-named.ts'
import { whyReceipt as tellReceipt } from '../report/why-receipt.ts'
import type { LoopContext } from './context.ts'
import { known } from './facts-about.ts'
import { findReceipt, goneReceipt } from './find-receipt.ts'

/** Why a run was shown what it was shown. */
export async function whyReceipt(context: LoopContext, receipt: string): Promise<WhyNamed> {
  const [found] = known([await findReceipt(context, receipt)])
  if (found === undefined) throw goneReceipt(receipt)
  return tellReceipt(found as JournalEvent<PayloadOf<'pattern-injected.v1'>>)
}

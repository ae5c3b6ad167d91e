import type { JournalEvent } from '../domain/event.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { UserError } from '../domain/user-error.ts'
import type { WhyNamed } from '../report/why-named.ts'
import { whyReceipt as tellReceipt } from '../report/why-receipt.ts'
import type { LoopContext } from './context.ts'
import { factsIn } from './facts-about.ts'

const MOST_READ = 2_000

/** Why a run was shown what it was shown; of the newest receipts, for older ones have said what they had to say. */
export async function whyReceipt(context: LoopContext, receipt: string): Promise<WhyNamed> {
  const facts = await factsIn(context, { types: ['pattern-injected.v1'], limit: MOST_READ })
  const found = facts.find((fact) => (fact.payload as { receipt?: string }).receipt === receipt)
  if (found === undefined)
    throw new UserError(
      'not-found',
      `There is no receipt '${receipt}' among the newest ${MOST_READ}.`,
      'mettle inject --json prints the receipt of a block.',
    )
  return tellReceipt(found as JournalEvent<PayloadOf<'pattern-injected.v1'>>)
}

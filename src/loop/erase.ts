import { UserError } from '../domain/user-error.ts'
import { appendFacts, JOURNAL_STREAM } from './append-facts.ts'
import { checkPayload } from './check-payload.ts'
import type { LoopContext } from './context.ts'

/**
 * Erases the content of one fact for good: a secret that got through, or a person's request. Its digest stays, so the chain
 * still holds; what followed from it is folded anew without it.
 */
export async function erase(
  context: LoopContext,
  request: { event: string; by: string; reason: string },
): Promise<void> {
  const event = await context.journal.event(request.event)
  if (event === undefined)
    throw new UserError(
      'not-found',
      `There is no event '${request.event}'.`,
      'mettle pattern why ID --json lists the events behind a pattern.',
    )
  const payload = await checkPayload('payload-erased.v1', request)
  await appendFacts(context, [
    { type: 'payload-erased.v1', payload, stream: JOURNAL_STREAM, key: `erased/${event.id}` },
  ])
  await context.journal.erase(event.id)
  await context.journal.rebuild(context.projector)
}

import type { StoredEvent } from '../../domain/event.ts'
import { notFound, type UserError } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { factsIn } from '../facts/facts-about.ts'
import { receiptKey, runStream } from '../journal/append-facts.ts'
import { drawnFor } from './inject.ts'

/** The receipt with this id, whoever left it. If a person gives a run instead, the error lists that run's receipts. */
export async function findReceipt(context: LoopContext, id: string): Promise<StoredEvent> {
  const [stored] = await context.journal.read({ key: receiptKey(id), limit: 1 })
  if (stored === undefined) throw await noReceipt(context, id)
  return stored
}

/** The error for a receipt whose content is gone. */
export function goneReceipt(id: string): UserError {
  return notFound(`The receipt '${id}' was erased, archived or undone.`, 'mettle run list')
}

async function noReceipt(context: LoopContext, id: string): Promise<UserError> {
  const facts = await factsIn(context, { stream: runStream(id), types: ['pattern-injected'], limit: 1 })
  const newest = facts[0]?.payload.receipt
  return newest === undefined
    ? notFound(`There is no receipt '${id}'.`, 'To find the run that has it: mettle run list')
    : notFound(
        `'${id}' is a run, not a receipt; mettle run show ${id} lists its receipts.`,
        `mettle receipt why ${newest}`,
      )
}

export interface RunAndPatterns {
  readonly run: string
  readonly patterns: readonly string[]
}

/** The patterns that the random draw withholds from the run, on every surface. Patterns it was already shown stay shown. */
export async function withheldFrom(context: LoopContext, { run, patterns }: RunAndPatterns) {
  const { runNumber, known } = await context.cache.refresh(context.journal, run)
  const { isRunHeld, isHeld } = drawnFor(context, run, runNumber)
  const { tiers = {}, withheld = [] } = known?.run ?? {}
  return patterns.filter(
    (pattern) => !Object.hasOwn(tiers, pattern) && (isRunHeld || isHeld(pattern) || withheld.includes(pattern)),
  )
}

import { jaccard } from '../../engine/search/jaccard.ts'
import { tokenSet } from '../../engine/search/text-tokens.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { runStream } from '../journal/append-facts.ts'
import { factsIn } from '../journal/facts-about.ts'
import { NEAR_ENOUGH, type Sighting } from '../patterns/join-pattern.ts'

/** What a run had been shown at some time, by its receipts, and whether something that it says only gives that back. */
export interface Echoes {
  /** The pattern that the words repeat; undefined when the run was not shown it, and so saw it by itself. */
  of(sighting: Pick<Sighting, 'text' | 'textHash' | 'polarity'>): string | undefined
  has(pattern: string): boolean
}

const SILENCE: Echoes = { of: () => undefined, has: () => false }

/**
 * A run that repeats what it was shown has not seen it again, in whatever role it was shown or is repeated; what was withheld
 * from it, it found by itself.
 */
export async function echoesIn(
  context: LoopContext,
  { run, at }: { readonly run: string | undefined; readonly at: number },
): Promise<Echoes> {
  if (run === undefined) return SILENCE
  const receipts = await factsIn(context, { stream: runStream(run), types: ['pattern-injected'] })
  const ids = receipts
    .filter(({ occurredAt }) => occurredAt <= at)
    .flatMap((fact) => (fact.type === 'pattern-injected' ? fact.payload.items : []))
    .map(({ pattern }) => pattern)
  if (ids.length === 0) return SILENCE
  const keys = [...new Set(ids)].map((id) => ({ kind: PATTERN, id }))
  const shown = (await context.journal.documents(keys))
    .map(({ body }) => body.pattern)
    .map((pattern) => ({ pattern, wordings: [pattern.text, ...pattern.aliases].map(tokenSet) }))
  const known = new Set(ids)
  return {
    has: (pattern) => known.has(pattern),
    of(sighting) {
      const words = tokenSet(sighting.text)
      return shown.find(
        ({ pattern, wordings }) =>
          pattern.textHash === sighting.textHash ||
          (pattern.polarity === sighting.polarity &&
            wordings.some((one) => jaccard(one, words) >= NEAR_ENOUGH)),
      )?.pattern.id
    },
  }
}

import type { StoredEvent } from '../../domain/event.ts'
import { type ByType, byType, typesIn } from '../../domain/read-event.ts'
import { notFound } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload } from '../facts/append-keys.ts'
import { eachEvent, known } from '../facts/facts-about.ts'
import type { LearnOptions } from '../learning/learn.ts'
import { keepOverlays } from '../views/active-overlays.ts'
import { appendFacts, type Draft, JOURNAL_STREAM } from './append-facts.ts'
import { withArchivedPayloads } from './archive.ts'
import type { VerbContext } from './keepers.ts'

/** Erases the content of one fact for good, together with the sighting that repeats its words and the receipts that quote them. Digests stay, so the chain holds. The erasure is recorded last, so that processes with patterns in memory see the change. */
export async function erase(context: VerbContext, request: { event: string; by: string; reason: string }) {
  // An archive and a checkpoint may hold the same words.
  await withArchivedPayloads(context, context.archives, () => eraseAtHand(context, request))
  return { erased: request.event }
}

async function eraseAtHand(context: LoopContext, request: { event: string; by: string; reason: string }) {
  const event = await context.journal.event(request.event)
  if (event === undefined)
    throw notFound(
      `There is no event '${request.event}'.`,
      'mettle pattern why ID --json lists the events behind a pattern.',
    )
  if (event.payload === null) return
  const payload = await checkPayload('payload-erased', request)
  const erased = [event, ...(await repeating(context, event))]
  for (const { id } of erased) await context.journal.erase(id)
  await context.journal.rebuild(context.folding ?? context.projector)
  const drafts = erased.map(({ id }): Draft => {
    const place = { stream: JOURNAL_STREAM, key: `erased/${id}` }
    return { type: 'payload-erased', payload: { ...payload, event: id }, ...place }
  })
  await appendFacts(context, drafts)
}

/** The facts that repeat a learning's words, from capture to sighting, in both directions, and the receipts of blocks that quote them. */
async function repeating(context: LoopContext, event: StoredEvent): Promise<StoredEvent[]> {
  const learning = wordsOf(event)?.learning
  if (learning === undefined) return []
  const isOther = (one: StoredEvent) => one.id !== event.id && wordsOf(one)?.learning === learning
  const carrying = await found(context, { stream: event.stream, types: typesIn(WORDS_OF) }, isOther)
  const quotes = [event, ...carrying].map((one) => letters(wordsOf(one)?.words ?? '').slice(0, QUOTED))
  const isIn = (text: string) => quotes.some((quote) => quote !== '' && text.includes(quote))
  const isQuoting = ({ payload }: StoredEvent) => payload !== null && isIn(letters(payload))
  return [...carrying, ...(await found(context, { types: ['pattern-injected'] }, isQuoting))]
}

/** Enough characters to recognise a text in a block, which may truncate it and puts it on one line. */
const QUOTED = 40
const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')

async function found(context: LoopContext, where: object, isOne: (event: StoredEvent) => boolean) {
  const events: StoredEvent[] = []
  for await (const event of eachEvent(context.journal, where)) if (isOne(event)) events.push(event)
  return events
}

/** The learning whose words a fact contains; a classification, only if it reworded them. */
const WORDS_OF: ByType<{ learning: string; words: string } | undefined> = {
  'learning-captured': ({ payload: { learning, lesson: words } }) => ({ learning, words }),
  'pattern-sighted': ({ payload: { learning, text: words } }) => (learning ? { learning, words } : undefined),
  'learning-classified': ({ payload: { learning, text: words } }) => (words ? { learning, words } : undefined),
}

function wordsOf(stored: StoredEvent) {
  return known([stored]).map((event) => byType(WORDS_OF, event))[0]
}

/** Drops all documents, and folds the journal again. */
export async function rebuild(context: LoopContext, options?: LearnOptions) {
  const rebuilt = await context.journal.rebuild(context.folding ?? context.projector, options)
  context.cache.clear()
  await keepOverlays(context)
  return rebuilt
}

/** Rewrites the files beside the journal after a restore. */
export async function settleRestored(context: LoopContext): Promise<void> {
  context.cache.clear()
  await keepOverlays(context, true)
  context.precomputed?.note()
}

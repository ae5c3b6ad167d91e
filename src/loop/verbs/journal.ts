import type { LoopContext } from '../context.ts'
import { keepOverlays } from '../governance/active-overlays.ts'
import type { Restored } from '../journal/archive.ts'
import type { Feed, FeedFilter, News } from '../journal/feed.ts'
import type { Keepers } from '../journal/keepers.ts'
import type { Replayed, ReplayRequest, ReplayVerified } from '../journal/replay.ts'
import { sealJournal } from '../journal/seal.ts'
import type { Undone, UndoRequest } from '../journal/undo.ts'
import type { LearnOptions } from '../learning/learn.ts'
import type { Retained, RetentionOptions } from '../learning/retain.ts'

/** What is done to the journal as a whole. */
export interface JournalVerbs {
  /** Facts in the order of the journal, after a position. */
  feed(filter?: FeedFilter): Promise<Feed>
  /** Which kinds of facts came after a position, and which patterns and runs they speak of. */
  news(filter?: { readonly after?: number }): Promise<News>
  /** Drops everything that was folded, and folds it anew from the journal. */
  rebuild(options?: LearnOptions): Promise<{ readonly events: number }>
  /** Erases the content of one fact for good. */
  erase(request: { event: string; by: string; reason: string }): Promise<void>
  /** Takes facts back, as if they had never been recorded; undoing the undo lets them count again. */
  undo(request: UndoRequest): Promise<Undone>
  /** The state as it was at a time, by what was on record then, under the settings of now. */
  replay(request: ReplayRequest): Promise<Replayed>
  /** Folds the whole journal twice beside the documents in use, and compares the bytes of all three. */
  verifyReplay(options?: LearnOptions): Promise<ReplayVerified>
  /** Moves the words of old facts into an archive; what followed from them stays. */
  forget(options?: Pick<RetentionOptions, 'dryRun' | 'onProgress'>): Promise<Retained>
  /** After another journal was put in its place: writes again what is kept beside it, and seals it. */
  settleRestored(): Promise<void>
  /** Brings archived words back into the journal. */
  restore(): Promise<Restored>
}

export function journalVerbs(context: LoopContext, keepers: Keepers): JournalVerbs {
  const { archives } = keepers
  return {
    feed: async (filter) => (await import('../journal/feed.ts')).feed(context, filter),
    news: async (filter) => (await import('../journal/feed.ts')).news(context, filter),
    async rebuild(options) {
      const rebuilt = await context.journal.rebuild(context.projector, options)
      context.shelf.clear()
      await keepOverlays(context)
      return rebuilt
    },
    erase: async (request) => (await import('../journal/erase.ts')).erase(context, request, archives),
    undo: async (request) => (await import('../journal/undo.ts')).undo(context, request, archives),
    replay: async (request) => (await import('../journal/replay.ts')).replay(context, request, keepers),
    verifyReplay: async (options) =>
      (await import('../journal/replay.ts')).verifyReplay(context, { ...options, ...keepers }),
    async forget(options = {}) {
      const [{ retain }, keeper] = [await import('../learning/retain.ts'), await archives()]
      return retain(context, { ...options, archives: keeper })
    },
    async settleRestored() {
      context.shelf.clear()
      await keepOverlays(context, true)
      context.ahead?.note()
      await sealJournal(context.journal, keepers.seals, context.now())
    },
    async restore() {
      const [{ restoreArchives }, keeper] = [await import('../journal/archive.ts'), await archives()]
      return restoreArchives(context.journal, keeper)
    },
  }
}

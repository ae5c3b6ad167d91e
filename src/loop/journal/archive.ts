import { grouped, quantity } from '../../domain/numbers.ts'
import { UserError } from '../../domain/user-error.ts'
import type { ArchivedPayload, Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import type { VerbContext } from './keepers.ts'

export type { ArchivedPayload }

/** A file of payloads that have left the journal. */
export interface Archive {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly writtenAt: number
}

type Pages = AsyncIterable<readonly ArchivedPayload[]>

/** Stores archives. An archive is on disk when `write` returns it. */
export interface ArchiveKeeper {
  write(name: string, pages: Pages): Promise<Archive>
  list(): readonly Archive[]
  read(name: string): Pages
  remove(name: string): void
}

const PAGE = 500

/** Names sort in journal order. */
export function archiveName(first: number, last: number): string {
  return [first, last].map((position) => String(position).padStart(12, '0')).join('-')
}

/** The payloads of a stretch of the journal that are still in it, page by page. */
export async function* payloadsBetween(journal: Journal, after: number, upTo: number): Pages {
  for (let position = after; position < upTo; ) {
    const events = await journal.read({ after: position, upTo, limit: PAGE })
    if (events.length === 0) return
    yield events.flatMap(({ id, payload }) => (payload === null ? [] : [{ id, payload }]))
    position = events.at(-1)!.position
  }
}

export interface Restored {
  readonly events: number
  readonly archives: readonly string[]
}

export async function restore({ journal, archives }: VerbContext): Promise<Restored> {
  return restoreArchives(journal, await archives())
}

/** Restores every archived payload, each checked against its digest, then removes the archives. */
export async function restoreArchives(journal: Journal, archives: ArchiveKeeper): Promise<Restored> {
  const { checkpoint } = await journal.head()
  if (checkpoint === 0) return { events: 0, archives: drop(archives) }
  let events = 0
  const found = archives.list()
  for (const { name } of found) {
    for await (const page of archives.read(name)) {
      await journal.restore(page)
      events += page.length
    }
  }
  const { missing } = await journal.closeCheckpoint()
  if (missing === 0) return { events, archives: drop(archives) }
  throw new UserError(
    'archive-missing',
    `${quantity(missing, 'event')} up to event ${grouped(checkpoint)} are in none of the ${found.length} archives here.`,
    'Put the missing archive back into the folder, then try again; what was found is restored.',
  )
}

/** Removes archives whose content is back in the journal; a second copy would survive an erasure. */
function drop(archives: ArchiveKeeper): string[] {
  const names = archives.list().map(({ name }) => name)
  for (const name of names) archives.remove(name)
  return names
}

/** Runs an action that needs all payloads: archived ones are restored first and archived again afterwards, so that neither archive nor checkpoint keeps what has changed. */
export async function withArchivedPayloads(
  { journal, projector, folding = projector }: LoopContext,
  archives: () => Promise<ArchiveKeeper>,
  action: () => Promise<unknown>,
): Promise<void> {
  const { checkpoint } = await journal.head()
  const keeper = await archives()
  await restoreArchives(journal, keeper)
  try {
    await action()
  } finally {
    if (checkpoint > 0) {
      await keeper.write(archiveName(1, checkpoint), payloadsBetween(journal, 0, checkpoint))
      await journal.compact(checkpoint, folding)
    }
  }
}

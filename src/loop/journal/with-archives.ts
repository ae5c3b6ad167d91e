import type { LoopContext } from '../context.ts'
import { type ArchiveKeeper, archiveName, payloadsBetween, restoreArchives } from './archive.ts'

/**
 * Does something that needs all words at hand: archived ones are brought back into the journal first and archived again afterwards, in one archive, so that neither it nor
 * the checkpoint holds what has changed.
 */
export async function withArchivedPayloads(
  { journal, projector }: LoopContext,
  archives: () => Promise<ArchiveKeeper>,
  deed: () => Promise<unknown>,
): Promise<void> {
  const { checkpoint } = await journal.head()
  const keeper = await archives()
  await restoreArchives(journal, keeper)
  try {
    await deed()
  } finally {
    if (checkpoint > 0) {
      await keeper.write(archiveName(1, checkpoint), payloadsBetween(journal, 0, checkpoint))
      await journal.compact(checkpoint, projector)
    }
  }
}

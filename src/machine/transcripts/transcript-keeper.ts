import type { TranscriptKeeper } from '../../loop/sessions/transcripts.ts'
import type { OpenDatabase } from './opencode-storage.ts'
import type { TranscriptWorld } from './read-transcript.ts'
import { TranscriptStates } from './transcript-state.ts'

/** Access to clients' transcripts. The readers are loaded when a session settles. */
export function openTranscripts({
  databaseReader,
  ...place
}: Omit<TranscriptWorld, 'openDatabase'> & { readonly databaseReader: () => Promise<OpenDatabase> }): TranscriptKeeper {
  const worldNow = async () => ({ ...place, openDatabase: await databaseReader() })
  const states = new TranscriptStates(place.workspace.hooks)
  return {
    isAnnounced: (run) => states.read(run).isAnnounced,
    grown: async () => (await import('./transcript-state.ts')).grownSessions(await worldNow(), states),
    read: async (run) => (await import('./read-transcript.ts')).readTranscript(run, states, await worldNow()),
    usage: async (run) => (await import('./read-transcript.ts')).transcriptUsage(run, await worldNow()),
    onDisk: async ({ clients, since }) =>
      (await import('./sessions-on-disk.ts')).sessionsOnDisk(clients, { since, most: 2_000 }, await worldNow()),
    problems: () => states.problems(),
  }
}

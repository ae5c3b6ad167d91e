import type { UnchainedEvent } from './event.ts'

const STREAM = 'undo/'

/** The stream of every undo of one fact; its name outlives archives and erasures of its events. */
export function undoStream(event: string): string {
  return `${STREAM}${event}`
}

/** The fact that an undo takes back, by the stream that it is in. */
function takenBackBy(stream: string): string[] {
  return stream.startsWith(STREAM) ? [stream.slice(STREAM.length)] : []
}

/** The facts that are undone, given every undo in the order of the journal. An undo that is itself undone has no effect. Only a later undo can undo one, so the latest come first. */
export function undoneEvents(undos: readonly { readonly id: string; readonly stream: string }[]) {
  const undone = new Set<string>()
  for (const { id, stream } of [...undos].reverse())
    if (!undone.has(id)) for (const event of takenBackBy(stream)) undone.add(event)
  return undone
}

/** The fact with its mark applied, undone or not; without a mark it stays as it is. */
export function marked<E extends UnchainedEvent>(event: E, marks: ReadonlyMap<string, boolean>): E {
  const mark = marks.get(event.id)
  if (mark === undefined || mark === (event.undone === true)) return event
  const { undone: _, ...fact } = event
  return (mark ? { ...fact, undone: true } : fact) as E
}

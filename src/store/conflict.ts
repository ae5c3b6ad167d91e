import type { NewEvent, StoredEvent } from '../domain/event.ts'
import { UserError } from '../domain/user-error.ts'

const SHOWN = 400

/** Two facts under one key: the caller must decide between them, so both are shown. */
export function keyConflict(event: NewEvent, existing: StoredEvent): UserError {
  return new UserError(
    'conflict',
    `'${event.key}' was recorded before with other content.\n  recorded: ${shown(existing)}\n  now:      ${shown(event)}`,
    'Record it under another id, or leave the recorded one as it is.',
  )
}

function shown({ type, payload, archived }: Pick<StoredEvent, 'type' | 'payload' | 'archived'>): string {
  if (payload === null) return `${type} (${archived ? 'archived' : 'erased'})`
  return `${type} ${payload.length > SHOWN ? `${payload.slice(0, SHOWN)}…` : payload}`
}

/** Two facts under one id: ids are unique, so one of them is a copy under another key. */
export function idConflict(id: string): UserError {
  return new UserError(
    'conflict',
    `An event with the id '${id}' was recorded before under another key.`,
    'Leave the id out and a new one is made, or use the key under which it was recorded.',
  )
}

/** Someone else wrote to the stream first. The loop decides again and retries; a reader sees this only if that never ends. */
export class VersionConflict extends UserError {
  constructor(stream: string, expected: number, actual: number) {
    super(
      'version-conflict',
      `'${stream}' is at version ${actual}, not ${expected}: another writer was first.`,
      'Try again.',
    )
  }
}

/** An archived fact cannot be undone: the checkpoint holds only the result with the fact, not the result without it. */
export function factsArchived(checkpoint: number): UserError {
  return new UserError(
    'archived',
    `Events up to ${checkpoint} are in an archive, and an event to undo is among them.`,
    'Bring them back first: mettle forget --restore',
  )
}

/** A restored payload must be identical to the archived one. */
export function archiveDamaged(id: string): UserError {
  return new UserError(
    'archive-damaged',
    `The archive holds different content for event '${id}' than was recorded, or belongs to another journal.`,
    'Nothing of this part was restored; use an undamaged copy of the archive.',
  )
}

export function otherEvent({ position, id }: StoredEvent): UserError {
  return new UserError(
    'move-differs',
    `Event ${position} ('${id}') is not stored as it was written.`,
    'Nothing was kept there. Check that the place stores text as UTF-8, then try again.',
  )
}

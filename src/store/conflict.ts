import type { NewEvent, StoredEvent } from '../domain/event.ts'
import { UserError } from '../domain/user-error.ts'

const SHOWN = 400

/** Two facts under one key: the caller must say which is meant, so both are shown. */
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

/** Two facts under one id: ids are made to be unique, so one of them is a copy under another key. */
export function idConflict(id: string): UserError {
  return new UserError(
    'conflict',
    `An event with the id '${id}' was recorded before under another key.`,
    'Leave the id out and a new one is made, or use the key under which it was recorded.',
  )
}

/** Someone else wrote to the stream first. The loop decides once more and tries again; a reader sees it only if that never ends. */
export class VersionConflict extends UserError {
  constructor(stream: string, expected: number, actual: number) {
    super(
      'version-conflict',
      `'${stream}' is at version ${actual}, not ${expected}: another writer was first.`,
      'Try again.',
    )
  }
}

/** The checkpoint says what followed from a fact and what would have followed without it cannot be told from that. */
export function factsArchived(checkpoint: number): UserError {
  return new UserError(
    'archived',
    `The words of facts up to event ${checkpoint} are in an archive, and what is to be undone is among them.`,
    'Bring them back first: mettle forget --restore',
  )
}

/** What comes back from an archive must be what went into it. */
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

import type { NewEvent, StoredEvent } from '../domain/event.ts'
import { UserError } from '../domain/user-error.ts'

const SHOWN = 400

/** Two facts under one key: the caller must say which is meant, so both are shown. */
export function keyConflict(event: NewEvent, existing: StoredEvent): UserError {
  return new UserError(
    'conflict',
    `'${event.key}' was recorded before with other content.\n  recorded: ${shown(existing.payload)}\n  now:      ${shown(event.payload)}`,
    'Record it under another id, or leave the recorded one as it is.',
  )
}

function shown(payload: string | null): string {
  if (payload === null) return '(erased)'
  return payload.length > SHOWN ? `${payload.slice(0, SHOWN)}…` : payload
}

/** Someone else wrote to the stream first. The loop decides anew and tries again; a reader sees it only if that never ends. */
export class VersionConflict extends UserError {
  constructor(stream: string, expected: number, actual: number) {
    super(
      'version-conflict',
      `'${stream}' is at version ${actual}, not ${expected}: another writer was first.`,
      'Try again.',
    )
  }
}

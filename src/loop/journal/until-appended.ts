import { UserError } from '../../domain/user-error.ts'

const MOST_TRIES = 25

/**
 * Loads, decides and appends again for as long as another writer comes first. What was decided on old facts is thrown away,
 * never forced; who never gets through sees the conflict. The decider looks for its own facts first, so a key that is taken
 * is found on the next try.
 */
export async function untilAppended<T>(decideAndAppend: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await decideAndAppend()
    } catch (error) {
      if (tries >= MOST_TRIES || !isLateness(error)) throw error
    }
  }
}

function isLateness(error: unknown): boolean {
  return error instanceof UserError && (error.code === 'version-conflict' || error.code === 'conflict')
}

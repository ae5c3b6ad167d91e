import { userInfo } from 'node:os'
import { orElse } from '../../../domain/sets.ts'

/** Who decides: the name that was given, else the user of this machine. */
export function decider(given: string | undefined): string {
  if (given !== undefined) return given
  return orElse(() => userInfo().username, 'unknown')
}

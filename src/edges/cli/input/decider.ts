import { userInfo } from 'node:os'

/** Who decides: the name that was given, else the user of this machine. */
export function decider(given: string | undefined): string {
  if (given !== undefined) return given
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}

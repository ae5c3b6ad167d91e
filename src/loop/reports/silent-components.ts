import { DAY_MS } from '../../domain/numbers.ts'

/** The parts of the loop that can fall quiet without anybody noticing. */
export const QUIET_PARTS = ['capture', 'learn', 'inject'] as const
export type QuietPart = (typeof QUIET_PARTS)[number]

/** By what a part counts as quiet. */
export interface Listening {
  readonly runs: number
  /** When the journal got its first event. */
  readonly begunAt: number
  readonly now: number
  readonly quietDays: number
}

/** Whether a part gave no sign for too long. One that never ran is no alarm before there are runs, nor in the first days. */
export function isQuiet(last: number | undefined, { runs, begunAt, now, quietDays }: Listening): boolean {
  return (last !== undefined || runs > 0) && daysSince(last ?? begunAt, now) >= quietDays
}

export function daysSince(at: number, now: number): number {
  return Math.floor(Math.max(0, now - at) / DAY_MS)
}

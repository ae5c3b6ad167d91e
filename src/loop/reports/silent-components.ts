import { DAY_MS } from '../../domain/numbers.ts'

/** Components that can stop reporting unnoticed. */
export const QUIET_PARTS = ['capture', 'learn', 'inject'] as const
export type QuietPart = (typeof QUIET_PARTS)[number]

/** What decides whether a component counts as quiet. */
export interface Listening {
  readonly runs: number
  /** When the journal got its first event. */
  readonly begunAt: number
  readonly now: number
  readonly quietDays: number
}

/** Whether a component has been inactive for too long. One that never ran raises no alarm before there are runs, or in the first days. */
export function isQuiet(last: number | undefined, { runs, begunAt, now, quietDays }: Listening): boolean {
  return (last !== undefined || runs > 0) && daysSince(last ?? begunAt, now) >= quietDays
}

export function daysSince(at: number, now: number): number {
  return Math.floor(Math.max(0, now - at) / DAY_MS)
}

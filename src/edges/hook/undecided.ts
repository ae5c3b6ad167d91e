import type { HookAnswer } from '../agents/hook-call.ts'

const LONGEST = 300

/** The gate's answer if it cannot decide. Slow, missing or unreadable data is no reason to allow a step. */
export function undecided(error: unknown): NonNullable<HookAnswer['gate']> {
  const what = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, LONGEST)
  return {
    decision: 'ask',
    reason: `Mettle's gate could not decide about this step (${what}), so a person has to. If it happens again: mettle doctor`,
  }
}

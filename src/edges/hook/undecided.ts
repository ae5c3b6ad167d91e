import type { HookAnswer } from '../agents/hook-call.ts'

const LONGEST = 300

/** What the gate says where it cannot decide. Slow, missing or unreadable is no reason to let a step pass. */
export function undecided(error: unknown): NonNullable<HookAnswer['gate']> {
  const what = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, LONGEST)
  return {
    decision: 'ask',
    reason: `Mettle's gate could not decide about this step (${what}), so a person has to. If it happens again: mettle doctor`,
  }
}

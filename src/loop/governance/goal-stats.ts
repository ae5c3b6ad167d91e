import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/read-event.ts'
import { PATTERN, SHOWABLE } from '../../projection/documents/documents.ts'
import { GOAL_STATS, type GoalStats, goalStats } from '../../report/cycle-summary.ts'
import type { LoopContext } from '../context.ts'
import { usageOf } from '../patterns/usage.ts'

export interface GoalReport {
  readonly goals: readonly GoalStats[]
  /** Patterns with at least 3 applications, best rate first. */
  readonly patterns: readonly {
    readonly pattern: string
    readonly text: string
    readonly rate: number
    readonly applied: number
  }[]
}

const MOST_EVALUATIONS = 10_000
const MOST_PATTERNS = 5_000

/** How the goals have fared, and which patterns carried weight meanwhile. */
export async function reportGoals(context: LoopContext): Promise<GoalReport> {
  const stored = await context.journal.read({
    types: ['goal-evaluated'],
    newestFirst: true,
    limit: MOST_EVALUATIONS,
  })
  const evaluated = [...stored].reverse().flatMap((event) => {
    const known = readEvent(event)
    if (known === undefined || event.run === undefined) return []
    const { goal, success, score } = known.payload as PayloadOf<'goal-evaluated'>
    return [{ run: event.run, goal, success, score }]
  })
  return { goals: goalStats(evaluated), patterns: await carryingPatterns(context) }
}

async function carryingPatterns(context: LoopContext): Promise<GoalReport['patterns']> {
  const documents = await context.journal.list(PATTERN, { states: SHOWABLE, limit: MOST_PATTERNS })
  const patterns = documents.map(({ body }) => body.pattern)
  const usage = await usageOf(
    context,
    patterns.map(({ id }) => id),
  )
  return patterns
    .map(({ id, text }) => ({ pattern: id, text, rate: usage(id).rounded, applied: usage(id).applied }))
    .filter(({ applied }) => applied >= GOAL_STATS.minApplications)
    .sort((a, b) => b.rate - a.rate || b.applied - a.applied || (a.pattern < b.pattern ? -1 : 1))
}

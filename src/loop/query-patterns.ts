import { standingOf } from '../engine/standing.ts'
import { isEligible } from '../injection/eligible.ts'
import { overlapWith, type Work } from '../injection/surroundings.ts'
import type { LoopContext } from './context.ts'
import { listPatterns, type PatternView } from './patterns.ts'

export interface PatternQuery extends Omit<Work, 'task'> {
  readonly role: string
  readonly limit?: number
}

/** The patterns that a role may be shown, as they score for some work, best first. It leaves no receipt: nobody was shown them. */
export async function queryPatterns(context: LoopContext, query: PatternQuery): Promise<PatternView[]> {
  const { role, limit } = query
  const now = context.now()
  const patterns = await listPatterns(context)
  return patterns
    .filter((view) => isEligible(view, role))
    .map((view) => ({
      ...view,
      standing: standingOf(view, now, context.policy, { overlap: overlapWith(view, query) }),
    }))
    .sort((a, b) => b.standing.score - a.standing.score || (a.pattern.id < b.pattern.id ? -1 : 1))
    .slice(0, limit)
}

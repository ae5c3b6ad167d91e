import { standingOf } from '../../engine/standing/standing.ts'
import { overlapWith, type Work } from '../../injection/work-context.ts'
import type { LoopContext } from '../context.ts'
import { forRole } from '../injection/gather.ts'
import { listPatterns, type PatternView } from './patterns.ts'

export interface PatternQuery extends Omit<Work, 'task'> {
  readonly role: string
  /** Where the work happens; else the repository around the journal. */
  readonly repository?: string
  readonly limit?: number
}

/** The patterns that a role may be shown, as they score for some work, best first. It leaves no receipt: nobody was shown them. */
export async function queryPatterns(context: LoopContext, query: PatternQuery): Promise<PatternView[]> {
  const { limit } = query
  const { mayShow } = forRole(context, query)
  const now = context.now()
  const patterns = await listPatterns(context)
  return patterns
    .filter((view) => mayShow(view))
    .map((view) => ({
      ...view,
      standing: standingOf(view, now, context.policy, { overlap: overlapWith(view, query) }),
    }))
    .sort((a, b) => b.standing.score - a.standing.score || (a.pattern.id < b.pattern.id ? -1 : 1))
    .slice(0, limit)
}

import { UserError } from '../../domain/user-error.ts'
import type { Loop } from '../../loop/loop.ts'
import type { PatternView } from '../../loop/patterns/patterns.ts'

/**
 * The verbs as an agent of a run may use them: a pattern that is withheld from the run is found by no search, list or question of it. Else
 * what was withheld to learn how runs do without it would be known to just those that look for it.
 */
export function visibleToRun(loop: Loop, run: string): Loop {
  const without = async (views: readonly PatternView[]) => {
    const held = await loop.withheldFrom({ run, patterns: views.map(({ pattern }) => pattern.id) })
    return views.filter(({ pattern }) => !held.includes(pattern.id))
  }
  const checkTold = async (pattern: string) => {
    if ((await loop.withheldFrom({ run, patterns: [pattern] })).length > 0) throw withheld(pattern)
  }
  return {
    ...loop,
    patterns: async (filter) => without(await loop.patterns(filter)),
    queryPatterns: async (query) => without(await loop.queryPatterns(query)),
    why: async (id) => {
      const told = await loop.why(id)
      await checkTold(told.pattern)
      return told
    },
    whyNot: async (request) => {
      const told = await loop.whyNot(request)
      await checkTold(told.pattern)
      return told
    },
  }
}

function withheld(pattern: string): UserError {
  return new UserError(
    'withheld',
    `${pattern} is withheld from this run at random, to measure what runs do without it.`,
    'Go on without it. A person can look at it: mettle pattern why ID',
  )
}

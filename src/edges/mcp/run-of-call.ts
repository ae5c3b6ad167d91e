import { idProblem } from '../../domain/id.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Loop } from '../../loop/loop.ts'
import type { PatternView } from '../../loop/patterns/patterns.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where clients name the session that started a server, as far as they do. */
const SESSION_VARIABLES = ['CLAUDE_CODE_SESSION_ID', 'COPILOT_AGENT_SESSION_ID'] as const

/**
 * The run of a call that names none. A client's session is a run: what it tells with the call comes first, then what it told when it started the server.
 * Else all calls of whoever started the server, or holds the token, are one run.
 */
export function runOfCall(
  meta: Readonly<Record<string, unknown>> | undefined,
  environment: Environment,
  own: string,
): string {
  const told = [codexSession(meta), ...SESSION_VARIABLES.map((name) => environment[name])]
  return told.find(isId) ?? own
}

function codexSession(meta: Readonly<Record<string, unknown>> | undefined): unknown {
  const turn = meta?.['x-codex-turn-metadata']
  return typeof turn === 'object' && turn !== null && 'session_id' in turn ? turn.session_id : undefined
}

function isId(told: unknown): told is string {
  return typeof told === 'string' && idProblem(told) === undefined
}

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

import { idProblem } from '../../domain/id.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Loop } from '../../loop/loop.ts'
import type { PatternView } from '../../loop/patterns/patterns.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Variables in which some clients pass their session to a server they start. */
const SESSION_VARIABLES = ['CLAUDE_CODE_SESSION_ID', 'COPILOT_AGENT_SESSION_ID'] as const

/** The run of a call that names none: the session that the client names with the call, else the one it named when it started the server, else one run for all calls of that starter or token. */
export function runOfCall(
  meta: Readonly<Record<string, unknown>> | undefined,
  environment: Environment,
  own: string,
): string {
  const told = [codexSession(meta), ...SESSION_VARIABLES.map((name) => environment[name])]
  return told.find((given): given is string => typeof given === 'string' && idProblem(given) === undefined) ?? own
}

function codexSession(meta: Readonly<Record<string, unknown>> | undefined): unknown {
  const turn = meta?.['x-codex-turn-metadata']
  return typeof turn === 'object' && turn !== null && 'session_id' in turn ? turn.session_id : undefined
}

/** The verbs for an agent of a run: searches and lists omit patterns withheld from the run. Otherwise the agent could find them, and nothing could be measured. */
export function visibleToRun(loop: Loop, run: string): Loop {
  const without = async (views: readonly PatternView[]) => {
    const held = await loop.withheldFrom({ run, patterns: views.map(({ pattern }) => pattern.id) })
    return views.filter(({ pattern }) => !held.includes(pattern.id))
  }
  const checkTold = async (pattern: string) => {
    if ((await loop.withheldFrom({ run, patterns: [pattern] })).length > 0) throw withheld(pattern)
  }
  const ofRun =
    <T extends { readonly run?: string | undefined }, R>(verb: (request: T) => R) =>
    (request: T) =>
      verb({ ...request, run: request.run ?? run })
  return {
    ...loop,
    inject: ofRun(loop.inject),
    injectForAgent: ofRun(loop.injectForAgent),
    injectForTool: ofRun(loop.injectForTool),
    injectForPrompt: ofRun(loop.injectForPrompt),
    planPrompt: ofRun(loop.planPrompt),
    patterns: async (filter) => without(await loop.patterns(filter)),
    queryPatterns: async (query) => without(await loop.queryPatterns(query)),
    why: async (id) => {
      const given = await loop.why(id)
      await checkTold(given.pattern)
      return given
    },
    whyNot: async (request) => {
      const not = await loop.whyNot(request)
      await checkTold(not.pattern)
      return not
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

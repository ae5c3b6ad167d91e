import { idProblem } from '../../domain/id.ts'

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

import type { Client } from '../../domain/values/session.ts'
import { baseName, type Payload, textOf } from './payload.ts'

const GEMINI_EVENTS: readonly string[] = ['BeforeAgent', 'BeforeTool', 'AfterTool', 'AfterAgent']

/**
 * The client that sent a payload. The payload decides, not the environment: an agent that starts another one hands its
 * environment down.
 *
 * Copilot alone has `sessionId`, and shares `timestamp` with Gemini, whose transcripts are called `session-*`. Codex has a
 * `turn_id`, or a transcript called `rollout-*`, or none yet. What is left is Claude's own.
 */
export function detectClient(payload: Payload): Exclude<Client, 'opencode'> {
  const transcript = baseName(textOf(payload, 'transcript_path') ?? '')
  if (GEMINI_EVENTS.includes(textOf(payload, 'hook_event_name') ?? '')) return 'gemini'
  if (payload.timestamp !== undefined && transcript.startsWith('session-')) return 'gemini'
  if (payload.sessionId !== undefined || payload.timestamp !== undefined) return 'copilot'
  if (payload.turn_id !== undefined || payload.transcript_path === null) return 'codex'
  return transcript.startsWith('rollout-') ? 'codex' : 'claude-code'
}

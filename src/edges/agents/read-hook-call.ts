import type { Client } from '../../domain/values/session.ts'
import { printClaudeCode, readClaudeCode } from './claude-code.ts'
import { endFromRollout, printCodex, readCodex } from './codex.ts'
import { printCopilot, readCopilot, saidFromEvents } from './copilot.ts'
import { printGemini, readGemini } from './gemini.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'
import { printOpencode, readOpencode } from './opencode.ts'
import { baseName, type Payload, recordIn, textOf } from './payload.ts'

/** How a client communicates with hooks, and what it leaves out. */
interface Protocol {
  read(payload: Payload, eventArgument?: string): HookCall | undefined
  print(answer: HookAnswer, call: HookCall): string
  /** Whether a payload comes from this client; payloads do not name it. Checked in the order of the table. */
  isFrom?(payload: Payload, transcript: string): boolean
  /** Whether the call lacks something that the transcript has, and the call completed from the transcript's last lines. */
  lacks?(call: HookCall): boolean
  complete?(call: HookCall, tail: string): HookCall
  /** Milliseconds within which the line appears. */
  readonly patience?: number
}

const GEMINI_EVENTS: readonly string[] = ['BeforeAgent', 'BeforeTool', 'AfterTool', 'AfterAgent']

/** Functions of most clients are loaded when they are called, so what all sessions ask for stands here. */
const PROTOCOLS: Readonly<Record<Client, Protocol>> = {
  gemini: {
    read: readGemini,
    print: printGemini,
    isFrom: (payload, transcript) =>
      GEMINI_EVENTS.includes(textOf(payload, 'hook_event_name') ?? '') ||
      (payload.timestamp !== undefined && transcript.startsWith('session-')),
  },
  /** It writes the last words of a turn while it calls the hook; seen up to 65 ms after the call. */
  copilot: {
    read: readCopilot,
    print: printCopilot,
    isFrom: ({ sessionId, timestamp }) => sessionId !== undefined || timestamp !== undefined,
    lacks: ({ moment, said }) => moment === 'turn-end' && said === undefined,
    complete: saidFromEvents,
    patience: 150,
  },
  codex: {
    read: readCodex,
    print: printCodex,
    isFrom: ({ turn_id, transcript_path }, transcript) =>
      turn_id !== undefined || transcript_path === null || transcript.startsWith('rollout-'),
    lacks: ({ moment, tool }) => moment === 'after-tool' && tool?.ended === 'unknown',
    complete: endFromRollout,
  },
  opencode: { read: readOpencode, print: printOpencode },
  'claude-code': { read: readClaudeCode, print: printClaudeCode },
}

export function protocolOf(client: Client): Protocol {
  return PROTOCOLS[client]
}

/** The client that sent a payload. The payload decides, not the environment, which a nested agent inherits from its parent. */
export function detectClient(payload: Payload): Client {
  const transcript = baseName(textOf(payload, 'transcript_path') ?? '')
  const clients = Object.keys(PROTOCOLS) as Client[]
  return clients.find((client) => PROTOCOLS[client].isFrom?.(payload, transcript)) ?? 'claude-code'
}

/** How the hook was called: `--client` and `--event`. */
export interface HookOptions {
  readonly client: Client | 'auto'
  /** Not every payload names its event. */
  readonly event?: string | undefined
}

/** A payload as a hook call; undefined if there is nothing for us. Never throws: any value may come. */
export function readHookCall(payload: unknown, { client, event }: HookOptions): HookCall | undefined {
  const given = recordIn(payload)
  if (given === undefined) return undefined
  const name = client === 'auto' ? detectClient(given) : client
  if (!Object.hasOwn(PROTOCOLS, name))
    throw new Error(`--client: '${name}' is none of auto, ${Object.keys(PROTOCOLS).sort().join(', ')}`)
  return PROTOCOLS[name].read(given, event)
}

/** An answer in the calling client's format; empty if there is nothing to say. */
export function printAnswer(answer: HookAnswer, call: HookCall): string {
  return PROTOCOLS[call.client].print(answer, call)
}

/** The answer that stops a step whose payload could not be read, in the form that the client understands. */
export function askForm(
  gate: NonNullable<HookAnswer['gate']>,
  { client, event }: { readonly client: Client | 'auto'; readonly event: string },
): string {
  const step = { moment: 'before-tool', event, session: '', cwd: '' } as const
  const said = (name: Client) => printAnswer({ gate }, { ...step, client: name })
  if (client !== 'auto') return said(client)
  // Both clients read the same hooks file, and each ignores the fields meant for the other.
  return JSON.stringify({ ...JSON.parse(said('copilot')), ...JSON.parse(said('claude-code')) })
}

/** Whether the payload lacks something that the client's transcript has: how a command ended, the last words of a turn. */
export function lacksWord(call: HookCall): boolean {
  return call.transcript !== undefined && PROTOCOLS[call.client].lacks?.(call) === true
}

/** The call, completed from the last lines of the transcript. Clients write it while they call the hook, so a missing line may appear some milliseconds later. */
export function withTranscript(call: HookCall, tail: string): HookCall {
  return lacksWord(call) ? PROTOCOLS[call.client].complete!(call, tail) : call
}

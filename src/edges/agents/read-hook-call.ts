import type { Client } from '../../domain/values/session.ts'
import { printClaudeCode, readClaudeCode } from './claude-code.ts'
import { endFromRollout, printCodex, readCodex } from './codex.ts'
import { printCopilot, readCopilot, saidFromEvents } from './copilot.ts'
import { printGemini, readGemini } from './gemini.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'
import { printOpencode, readOpencode } from './opencode.ts'
import { baseName, type Payload, recordIn, textOf } from './payload.ts'

/** How a client speaks with hooks, and what it keeps to itself. */
interface Protocol {
  read(payload: Payload, eventArgument?: string): HookCall | undefined
  print(answer: HookAnswer, call: HookCall): string
  /** Whether a payload, which does not name its client, is of this one; asked in the order of the table. */
  isFrom?(payload: Payload, transcript: string): boolean
  /** Whether it left something out that its record of the session tells, and the call with what the last lines of that record add. */
  lacks?(call: HookCall): boolean
  complete?(call: HookCall, tail: string): HookCall
  /** Milliseconds within which such a line comes. */
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

/** The client that sent a payload. The payload decides, not the environment: an agent that starts another one hands its environment down. */
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

/** What a client says, in the one vocabulary; undefined where there is nothing in it for us. Total: any value may come. */
export function readHookCall(payload: unknown, { client, event }: HookOptions): HookCall | undefined {
  const given = recordIn(payload)
  if (given === undefined) return undefined
  const name = client === 'auto' ? detectClient(given) : client
  if (!Object.hasOwn(PROTOCOLS, name))
    throw new Error(`--client: '${name}' is none of auto, ${Object.keys(PROTOCOLS).sort().join(', ')}`)
  return PROTOCOLS[name].read(given, event)
}

/** An answer in the words of the client that asked; empty where there is nothing to say. */
export function printAnswer(answer: HookAnswer, call: HookCall): string {
  return PROTOCOLS[call.client].print(answer, call)
}

/** What stops a step where its payload was not read, in the form that the client honours. */
export function askForm(
  gate: NonNullable<HookAnswer['gate']>,
  { client, event }: { readonly client: Client | 'auto'; readonly event: string },
): string {
  const step = { moment: 'before-tool', event, session: '', cwd: '' } as const
  const said = (name: Client) => printAnswer({ gate }, { ...step, client: name })
  if (client !== 'auto') return said(client)
  // One file of hooks serves both, and each passes over what is meant for the other.
  return JSON.stringify({ ...JSON.parse(said('copilot')), ...JSON.parse(said('claude-code')) })
}

/** Whether the client left something out that its own record of the session tells: how a command ended, the last words of a turn. */
export function lacksWord(call: HookCall): boolean {
  return call.transcript !== undefined && PROTOCOLS[call.client].lacks?.(call) === true
}

/** The call with what the last lines of that record add. Clients write it while they call the hook, so a line that is missing may be there some milliseconds later. */
export function withTranscript(call: HookCall, tail: string): HookCall {
  return lacksWord(call) ? PROTOCOLS[call.client].complete!(call, tail) : call
}

import type { Client } from '../../domain/values/session.ts'
import { printClaudeCode, readClaudeCode } from './claude-code.ts'
import { printCodex, readCodex } from './codex.ts'
import { printCopilot, readCopilot } from './copilot.ts'
import { detectClient } from './detect.ts'
import { printGemini, readGemini } from './gemini.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'
import { printOpencode, readOpencode } from './opencode.ts'
import { type Payload, recordIn } from './payload.ts'

interface Protocol {
  readonly read: (payload: Payload, eventArgument?: string) => HookCall | undefined
  readonly print: (answer: HookAnswer, call: HookCall) => string
}

const PROTOCOLS: Readonly<Record<Client, Protocol>> = {
  'claude-code': { read: readClaudeCode, print: printClaudeCode },
  codex: { read: readCodex, print: printCodex },
  copilot: { read: readCopilot, print: printCopilot },
  gemini: { read: readGemini, print: printGemini },
  opencode: { read: readOpencode, print: printOpencode },
}

/** How the hook was called: `--client` and `--event`. */
export interface HookOptions {
  readonly client: Client | 'auto'
  /** Not every payload names its event. */
  readonly event?: string | undefined
}

/** What a client says, in the one vocabulary; undefined where there is nothing in it for us. Total: any value may come. */
export function readHookCall(payload: unknown, { client, event }: HookOptions): HookCall | undefined {
  const told = recordIn(payload)
  if (told === undefined) return undefined
  const name = client === 'auto' ? detectClient(told) : client
  if (!Object.hasOwn(PROTOCOLS, name))
    throw new Error(`--client: '${name}' is none of auto, ${Object.keys(PROTOCOLS).join(', ')}`)
  return PROTOCOLS[name].read(told, event)
}

/** An answer in the words of the client that asked; empty where there is nothing to say. */
export function printAnswer(answer: HookAnswer, call: HookCall): string {
  return PROTOCOLS[call.client].print(answer, call)
}

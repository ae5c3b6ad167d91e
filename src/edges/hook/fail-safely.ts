import { writeSync } from 'node:fs'
import { orElse } from '../../domain/sets.ts'
import type { Client } from '../../domain/values/session.ts'
import { findWorkspace } from '../../machine/files/workspace.ts'
import { isBeforeStep } from '../agents/answers.ts'
import type { Payload } from '../agents/payload.ts'
import { askForm, detectClient } from '../agents/read-hook-call.ts'
import { countFailure } from './count-failure.ts'
import type { Environment } from './hook-context.ts'
import { mettleIn } from './mettle-in.ts'
import { optionOf } from './process-facts.ts'
import { undecided } from './undecided.ts'

/** The call of a hook that could not read its payload, or load itself. */
export interface FailedCall {
  readonly client: Client | 'auto'
  readonly event?: string | undefined
  readonly environment: Environment
  readonly cwd: string
}

/** Ends a bundled hook that failed: before a step a person is asked; at any other moment the agent goes on. Either way the failure is counted. */
export async function failSafely(error: unknown): Promise<void> {
  const call = {
    client: (optionOf('--client') ?? 'auto') as FailedCall['client'],
    event: optionOf('--event'),
    environment: process.env,
    cwd: process.cwd(),
  }
  const output = askInstead(error, call)
  if (output !== '') writeSync(1, output)
  await countFailure(error, call.environment, call.cwd)
}

/** The answer that makes this client ask a person; empty if no step is about to be taken, or Mettle is not used here. */
export function askInstead(error: unknown, call: FailedCall): string {
  const came = membersIn((error as { text?: unknown } | undefined)?.text)
  const event = call.event ?? textIn(came.hook_event_name)
  const client = call.client === 'auto' ? clientOf(came, call.environment) : call.client
  const isStep = event === undefined ? client !== 'gemini' : isBeforeStep(event)
  if (!isStep || !isOurs(textIn(came.cwd) ?? call.cwd)) return ''
  return askForm(undecided(error), { client, event: event ?? 'PreToolUse' })
}

/** Whether the folder uses Mettle; assumed if it cannot be read. */
function isOurs(cwd: string): boolean {
  return orElse(() => mettleIn(findWorkspace(cwd)) !== 'nothing', true)
}

const MEMBERS = /"(\w+)"\s*:\s*("(?:[^"\\]|\\.)*"|null|-?\d+)/g

/** The members of a truncated payload. Of several with one name, the first is the payload's own; later ones are nested. */
function membersIn(text: unknown): Payload {
  const found: Record<string, unknown> = {}
  if (typeof text !== 'string') return found
  for (const [, name = '', value = ''] of text.matchAll(MEMBERS))
    if (!Object.hasOwn(found, name)) found[name] = orElse(() => JSON.parse(value), undefined)
  return found
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Detects the client from the part of the payload that arrived. Codex cannot ask, and ignores unknown answers; it alone sets `PLUGIN_ROOT` for plugin hooks. */
function clientOf(came: Payload, environment: Environment): Client | 'auto' {
  const isTold = ['transcript_path', 'turn_id', 'sessionId', 'timestamp'].some((name) => name in came)
  if (isTold) return detectClient(came)
  return environment.PLUGIN_ROOT === undefined ? 'auto' : 'codex'
}

import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../domain/values/session.ts'
import { PRIVATE_FILE } from '../../machine/files/private-files.ts'
import { textIfThere } from '../../machine/files/regular-file.ts'
import { findWorkspace } from '../../machine/files/workspace.ts'
import type { HookCall } from '../agents/hook-call.ts'
import { recordIn, textOf } from '../agents/payload.ts'
import { detectClient } from '../agents/read-hook-call.ts'
import type { HookInput } from './entry/answer-hook.ts'
import { mettleIn } from './mettle-in.ts'

/** The forms of what clients sent, by day: names of events, tools and fields, and nothing of their content. */
export const FORMS_FILE = 'payload-forms.txt'
const MOST_LETTERS = 65_536

/** `codex PostToolUse Bash cwd session_id …`: the client, the event, the tool or `-`, and the fields. Tools of servers are `mcp`. */
export function formOf(payload: unknown, client: Client, event: string, call: HookCall | undefined): string {
  const record = recordIn(payload) ?? {}
  const named = call?.tool?.name ?? textOf(record, 'tool_name', 'toolName') ?? '-'
  const tool = call?.tool?.kind === 'mcp' ? 'mcp' : named
  const inside = (part: string) => Object.keys(recordIn(record[part]) ?? {}).map((name) => `${part}.${name}`)
  const fields = client === 'opencode' ? [...inside('input'), ...inside('output')] : Object.keys(record)
  const words = [client, event || '-', tool, ...fields.sort()]
  return words.map((word) => word.replace(/[^\w.-]/g, '_').slice(0, 100)).join(' ')
}

/** Notes the form of an unreadable payload, where hooks record. */
export function noteUnread(sent: HookInput): void {
  const workspace = findWorkspace(textOf(recordIn(sent.payload), 'cwd') ?? process.cwd())
  if (mettleIn(workspace) === 'all') noteForm(workspace.hooks, sent, { now: sent.now })
}

/** Adds the form of a payload, once a day. A hook never fails for it. */
export function noteForm(
  folder: string,
  sent: HookInput | string,
  { now, call }: { readonly now: number; readonly call?: HookCall },
): void {
  try {
    const file = join(folder, FORMS_FILE)
    const line = `${new Date(now).toISOString().slice(0, 10)} ${typeof sent === 'string' ? sent : formSent(sent, call)}\n`
    const known = textIfThere(file, { noFollow: true }) ?? ''
    if (known.includes(line)) return
    if (known.length > MOST_LETTERS) rmSync(file)
    appendFileSync(file, line, { mode: PRIVATE_FILE })
  } catch {}
}

function formSent({ payload, client, event = '' }: HookInput, call: HookCall | undefined): string {
  const record = recordIn(payload) ?? {}
  const name = call?.event ?? textOf(record, 'hook_event_name') ?? event
  return formOf(record, client === 'auto' ? detectClient(record) : client, name, call)
}

import type { Client } from '../../domain/values/session.ts'
import type { HookAnswer } from './hook-call.ts'
import { printAnswer } from './read-hook-call.ts'

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

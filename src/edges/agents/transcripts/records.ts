import type { Client, Spent } from '../../../domain/values/session.ts'
import type { Payload } from '../payload.ts'
import { claudeRecord } from './claude-code.ts'
import { codexRecord } from './codex.ts'
import { copilotRecord } from './copilot.ts'
import { geminiRecord } from './gemini.ts'
import { opencodeRecord } from './opencode.ts'
import { type ClientRecord, timeIn } from './transcript-reader.ts'

export const RECORDS: Readonly<Record<Client, ClientRecord>> = {
  'claude-code': claudeRecord,
  codex: codexRecord,
  copilot: copilotRecord,
  gemini: geminiRecord,
  opencode: opencodeRecord,
}

/** The tokens that a line of a client's record counts, without those read from a cache, with the id of the answer that they were spent on. */
export function usageIn(client: Client, line: Payload, offset: number): (Spent & { readonly id: string })[] {
  const { added, cached, answers } = RECORDS[client]
  return answers(line).flatMap(({ id = `o${offset}`, at = timeIn(line, 'timestamp'), usage = {} }) => {
    const count = (name: string) => (Number.isSafeInteger(usage[name]) ? (usage[name] as number) : 0)
    const tokens = added.reduce((sum, name) => sum + count(name), 0) - (cached === undefined ? 0 : count(cached))
    return at === undefined || tokens <= 0 ? [] : [{ id, at, tokens }]
  })
}

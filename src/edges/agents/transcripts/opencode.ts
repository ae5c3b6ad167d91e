import { readOpencode } from '../opencode.ts'
import { type Payload, recordIn, recordOf, textOf } from '../payload.ts'
import { ownWords } from '../person-words.ts'
import { type ClientRecord, callIn, type Reading, type TranscriptItem, timeIn } from './transcript-reader.ts'

export interface OpencodeMessage {
  readonly id: string
  /** `role`, `time`, `finish`. */
  readonly info: Payload
  /** In their order; each with its `id`. */
  readonly parts: readonly Payload[]
}

/** A database, or a folder of JSON files in older versions. Each line is one message. */
export const opencodeRecord: ClientRecord = {
  of: () => [['opencode.db'], ['storage']],
  within: () => [],
  isNamed: (name) => name === 'opencode.db' || name === 'storage',
  hasCallIds: true,
  answers: ({ id, time, tokens }) => {
    const usage = { ...recordIn(tokens), ...recordOf(recordIn(tokens), 'cache') }
    return [{ id: String(id), at: timeIn(recordIn(time), 'completed', 'created'), usage }]
  },
  added: ['input', 'output', 'reasoning', 'write'],
}

/** The items of one opencode session. A subagent is a session of its own, in which no person types. */
export function opencodeItems(reading: Reading, cwd: string, messages: readonly OpencodeMessage[]): TranscriptItem[] {
  return messages.flatMap(({ id, info, parts }) => {
    const at = timeIn(recordOf(info, 'time'), 'created')
    if (at === undefined) return []
    const place = callIn('opencode', reading, cwd)
    if (textOf(info, 'role') === 'user') {
      const typed = readOpencode({ session: reading.session, output: { parts } }, 'chat.message')?.prompt
      return typed === undefined || reading.agent !== undefined
        ? []
        : [{ id, at, call: { ...place, moment: 'prompt', prompt: typed } }]
    }
    const steps = parts.flatMap((part) => stepIn(part, place, at))
    const said = ownWords(textIn(parts))
    const isLast = textOf(info, 'finish') === 'stop' && said !== undefined && steps.length === 0
    const moment = reading.agent === undefined ? ('turn-end' as const) : ('subagent-end' as const)
    const endedAt = timeIn(recordOf(info, 'time'), 'completed', 'created') ?? at
    return isLast ? [...steps, { id, at: endedAt, call: { ...place, moment, said } }] : steps
  })
}

function textIn(parts: readonly Payload[]): string | undefined {
  const texts = parts.filter(
    (part) => textOf(part, 'type') === 'text' && part.synthetic !== true && part.ignored !== true,
  )
  return texts.flatMap((part) => textOf(part, 'text') ?? []).join('\n')
}

function stepIn(part: Payload, place: ReturnType<typeof callIn>, began: number): TranscriptItem[] {
  const state = recordOf(part, 'state')
  const [tool, callID, status] = [textOf(part, 'tool'), textOf(part, 'callID'), textOf(state, 'status')]
  if (textOf(part, 'type') !== 'tool' || tool === undefined || callID === undefined) return []
  if (status !== 'completed' && status !== 'error') return []
  const event = status === 'completed' ? 'tool.execute.after' : 'message.part.updated'
  const { session } = place
  const input =
    status === 'completed'
      ? { tool, callID, args: recordOf(state, 'input') ?? {} }
      : { part: { ...part, tool, callID } }
  const output = { output: textOf(state, 'output') ?? '', metadata: recordOf(state, 'metadata') ?? {} }
  const call = readOpencode({ session, input, output }, event)
  if (call?.tool === undefined) return []
  const at = timeIn(recordOf(state, 'time'), 'end', 'start') ?? began
  return [{ id: callID, at, call: { ...place, moment: 'after-tool', tool: call.tool } }]
}

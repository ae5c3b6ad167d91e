import { readCopilot } from '../copilot.ts'
import { listIn, type Payload, recordOf, textOf } from '../payload.ts'
import { ownWords } from '../person-words.ts'
import {
  type Asked,
  type ClientRecord,
  callIn,
  firstOffset,
  LastWords,
  type Reading,
  type TranscriptItem,
  type TranscriptReader,
  timeIn,
} from './transcript-reader.ts'
import { typedText } from './typed-text.ts'

/** The sources of prompts that a person typed. */
const TYPED = /^(?:user|immediate)/
const DENIED = /denied|rejected|declined/i

export const copilotRecord: ClientRecord = {
  reader: copilotTranscript,
  of: (session) => [
    ['session-state', session, 'events.jsonl'],
    ['session-state', `${session}.jsonl`],
  ],
  within: () => [['session-state', /./, /^events\.jsonl$/]],
  isNamed: (name, folder, { session }) =>
    name === `${session}.jsonl` || (name === 'events.jsonl' && folder === session),
  begins: (line) => {
    const data = recordOf(line, 'data')
    if (textOf(line, 'type') !== 'session.start') return undefined
    const folders = [textOf(recordOf(data, 'context'), 'cwd')]
    return { session: textOf(data, 'sessionId'), at: timeIn(line, 'timestamp'), folders }
  },
  hasCallIds: false,
  answers: (line) => {
    const usage = line.type === 'session.usage_record' ? recordOf(recordOf(line, 'data'), 'usage') : undefined
    return [{ id: textOf(usage, 'apiCallId'), usage }]
  },
  added: ['inputTokens', 'outputTokens'],
  cached: 'cacheReadTokens',
}

/** `session-state/<session>/events.jsonl` of Copilot CLI. The first line names the session; lines of subagents name their agent. */
function copilotTranscript(reading: Reading): TranscriptReader {
  const { session } = reading
  const asked = new Map<string, Asked>()
  const types = new Map<string, string>()
  const words = new LastWords()
  let isOwn = reading.isKnown ?? false
  let cwd = ''

  const agentOf = (line: Payload, data: Payload) => {
    const id = textOf(line, 'agentId') ?? textOf(data, 'agentId', 'parentToolCallId')
    return id === undefined ? undefined : { id, type: types.get(id) ?? 'subagent' }
  }

  const placeOf = (agent: Reading['agent']) =>
    callIn('copilot', agent === undefined ? reading : { session, agent }, cwd)

  const step = (line: Payload, data: Payload, at: number): readonly TranscriptItem[] => {
    const id = textOf(data, 'toolCallId') ?? ''
    const known = asked.get(id)
    asked.delete(id)
    if (known === undefined) return []
    const error = recordOf(data, 'error')
    const why = textOf(error, 'message') ?? textOf(data, 'error')
    const isDenied = DENIED.test(textOf(error, 'code') ?? '')
    const call = readCopilot(
      {
        sessionId: session,
        toolCallId: id,
        toolName: known.name,
        toolArgs: known.input,
        toolResult: {
          resultType: data.success === false ? (isDenied ? 'denied' : 'failure') : 'success',
          textResultForLlm: textOf(recordOf(data, 'result'), 'content') ?? '',
        },
        error: why,
      },
      'postToolUse',
    )
    if (call?.tool === undefined) return []
    return [{ id, at, call: { ...placeOf(agentOf(line, data)), moment: 'after-tool', tool: call.tool } }]
  }

  const prompt = (data: Payload, id: string, at: number): readonly TranscriptItem[] => {
    const isTyped = TYPED.test(textOf(data, 'source') ?? 'user')
    const typed = isTyped ? typedText([textOf(data, 'content') ?? '']) : undefined
    const ended = words.end()
    if (typed === undefined) return ended
    asked.clear()
    return [...ended, { id, at, call: { ...placeOf(undefined), moment: 'prompt', prompt: typed } }]
  }

  const say = (data: Payload, { id, at, offset }: { id: string; at: number; offset: number }): void => {
    const said = ownWords(textOf(data, 'content'))
    if (listIn(data.toolRequests).length > 0) words.drop()
    else if (said !== undefined)
      words.say({ id, at, call: { ...placeOf(undefined), moment: 'turn-end', said } }, offset)
  }

  return {
    isOwn: () => isOwn,
    read(line, offset) {
      const data = recordOf(line, 'data')
      const [type, at, id] = [textOf(line, 'type'), timeIn(line, 'timestamp'), textOf(line, 'id') ?? `o${offset}`]
      if (data === undefined || type === undefined) return []
      if (type === 'session.start' || type === 'session.resume') {
        isOwn ||= textOf(data, 'sessionId') === session
        cwd = textOf(recordOf(data, 'context'), 'cwd') ?? cwd
      }
      if (!isOwn || at === undefined) return []
      const agent = agentOf(line, data)
      if (type === 'subagent.started') {
        const named = textOf(line, 'agentId') ?? textOf(data, 'agentId', 'toolCallId')
        if (named !== undefined) types.set(named, textOf(data, 'agentName', 'agentDisplayName') ?? 'subagent')
      }
      if (type === 'tool.execution_start')
        asked.set(textOf(data, 'toolCallId') ?? '', {
          offset,
          name: textOf(data, 'toolName') ?? '',
          input: recordOf(data, 'arguments') ?? {},
        })
      if (type === 'tool.execution_complete') return step(line, data, at)
      if (agent !== undefined) return []
      if (type === 'user.message') return prompt(data, id, at)
      if (type === 'assistant.message') say(data, { id, at, offset })
      if (type === 'abort') words.drop()
      return type === 'assistant.turn_end' || type === 'session.shutdown' ? words.end() : []
    },
    rest: () => (asked.size === 0 ? words.end() : []),
    openFrom: () => firstOffset(words.offset, ...[...asked.values()].map(({ offset }) => offset)),
  }
}

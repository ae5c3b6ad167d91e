import { readClaudeCode } from '../claude-code.ts'
import { listIn, type Payload, printedIn, recordIn, recordOf, textOf } from '../payload.ts'
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
import { printedText, typedText } from './typed-text.ts'

/** Lines that the client writes at the end of a turn, after the hooks. */
const TURN_ENDS = ['stop_hook_summary', 'turn_duration']
const INTERRUPTED = /^\s*\[Request interrupted by user/
/** A hook, ours or another, blocked the step. */
const STOPPED_BY_HOOK = /^(?:PreToolUse:\S+ hook |Hook PreToolUse:\S+ denied)/

/** `projects/<folder>/<session>.jsonl` of Claude Code, and the files of its subagents. Every line names its session. */
export const claudeRecord: ClientRecord = {
  reader: claudeTranscript,
  of: (session) => [['projects', /./, `${session}.jsonl`]],
  within: (root) => [['projects', new RegExp(`^${root.replace(/[^A-Za-z0-9]/g, '-')}(?:-|$)`), /^[\w-]+\.jsonl$/]],
  isNamed: (name, _, { session, agent }) =>
    name === `${session}.jsonl` || (agent !== undefined && name === `agent-${agent.id}.jsonl`),
  begins: (line) => ({
    session: textOf(line, 'sessionId'),
    at: timeIn(line, 'timestamp'),
    folders: [textOf(line, 'cwd')],
  }),
  hasCallIds: true,
  answers: ({ message }) => [{ id: textOf(recordIn(message), 'id'), usage: recordOf(recordIn(message), 'usage') }],
  added: ['input_tokens', 'cache_creation_input_tokens', 'output_tokens'],
}

export function claudeTranscript(reading: Reading): TranscriptReader {
  const { session, agent } = reading
  const asked = new Map<string, Asked>()
  const words = new LastWords()
  let isOwn = reading.isKnown ?? false

  /** The session's own file may contain a subagent's steps; the texts and prompts there are no person's. */
  const isAside = (line: Payload) => line.isSidechain === true && agent === undefined

  const placeOf = (line: Payload) => {
    const id = textOf(line, 'agentId') ?? 'subagent'
    const inside = isAside(line) ? { session, agent: { id, type: 'subagent' } } : reading
    return callIn('claude-code', inside, textOf(line, 'cwd') ?? '')
  }

  const heard = (line: Payload, offset: number, at: number): readonly TranscriptItem[] => {
    const message = recordOf(line, 'message')
    if (line.isApiErrorMessage === true || textOf(message, 'model') === '<synthetic>') return []
    for (const block of listIn(message?.content).map(recordIn)) {
      const [id, name] = [textOf(block, 'id'), textOf(block, 'name')]
      if (textOf(block, 'type') === 'tool_use' && id !== undefined && name !== undefined) {
        asked.set(id, { offset, name, input: recordOf(block, 'input') ?? {} })
        if (!isAside(line)) words.drop()
      }
      const said = textOf(block, 'type') === 'text' ? ownWords(textOf(block, 'text')) : undefined
      if (said === undefined || isAside(line)) continue
      const moment = agent === undefined ? 'turn-end' : 'subagent-end'
      words.say({ id: textOf(line, 'uuid') ?? `o${offset}`, at, call: { ...placeOf(line), moment, said } }, offset)
    }
    return textOf(message, 'stop_reason') === 'end_turn' ? words.end() : []
  }

  const stepOf = (line: Payload, result: Payload, at: number): TranscriptItem[] => {
    const id = textOf(result, 'tool_use_id') ?? ''
    const step = asked.get(id)
    asked.delete(id)
    if (step === undefined) return []
    const text = printedText(printedIn(result.content)) ?? ''
    const told = result.is_error === true ? failed(text) : { tool_response: line.toolUseResult ?? text }
    const call = readClaudeCode({
      hook_event_name: result.is_error === true ? 'PostToolUseFailure' : 'PostToolUse',
      session_id: session,
      tool_use_id: id,
      tool_name: step.name,
      tool_input: step.input,
      ...told,
    })
    if (call?.tool === undefined) return []
    const isStopped = result.is_error === true && STOPPED_BY_HOOK.test(text)
    const tool = isStopped ? { ...call.tool, ended: 'denied' as const } : call.tool
    return [{ id, at, call: { ...placeOf(line), moment: 'after-tool', tool } }]
  }

  const told = (line: Payload, offset: number, at: number): readonly TranscriptItem[] => {
    const content = recordOf(line, 'message')?.content
    const blocks = listIn(content).map(recordIn)
    const results = blocks.filter((block) => textOf(block, 'type') === 'tool_result')
    const steps = results.flatMap((result) => stepOf(line, result!, at))
    if (isAside(line) || agent !== undefined) return steps
    if (line.isMeta === true || line.isCompactSummary === true || line.isVisibleInTranscriptOnly === true) return steps
    const texts =
      typeof content === 'string'
        ? [content]
        : blocks.flatMap((block) => (textOf(block, 'type') === 'text' ? (textOf(block, 'text') ?? []) : []))
    if (texts.length === 0) return steps
    if (texts.some((text) => INTERRUPTED.test(text))) words.drop()
    const ended = words.end()
    const prompt = typedText(texts)
    if (prompt === undefined) return [...steps, ...ended]
    // A prompt without step results means that pending steps were abandoned; a message typed while the agent works comes with a step result.
    if (results.length === 0) asked.clear()
    const id = textOf(line, 'uuid') ?? `o${offset}`
    return [...steps, ...ended, { id, at, call: { ...placeOf(line), moment: 'prompt', prompt } }]
  }

  return {
    isOwn: () => isOwn,
    read(line, offset) {
      const at = timeIn(line, 'timestamp')
      if (textOf(line, 'sessionId') !== session) return []
      isOwn = true
      if (at === undefined) return []
      if (textOf(line, 'type') === 'assistant') return heard(line, offset, at)
      if (textOf(line, 'type') === 'user') return told(line, offset, at)
      return TURN_ENDS.includes(textOf(line, 'subtype') ?? '') ? words.end() : []
    },
    rest: () => (asked.size === 0 ? words.end() : []),
    openFrom: () => firstOffset(words.offset, ...[...asked.values()].map(({ offset }) => offset)),
  }
}

function failed(text: string): Payload {
  const error = text.replace(/^<tool_use_error>|<\/tool_use_error>$/g, '')
  return { error, ...(INTERRUPTED.test(error) && { is_interrupt: true }) }
}

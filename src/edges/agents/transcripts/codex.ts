import { DAY_MS } from '../../../domain/numbers.ts'
import { endTold, readCodex } from '../codex.ts'
import type { HookCall } from '../hook-call.ts'
import { listIn, type Payload, printedIn, recordIn, recordInLine, recordOf, textOf, wholeNumberOf } from '../payload.ts'
import { ownWords } from '../person-words.ts'
import { commandIn, endByExit, type StepEnd } from '../step.ts'
import {
  type Asked,
  type ClientRecord,
  callIn,
  firstOffset,
  LastWords,
  type Place,
  type Reading,
  type TranscriptItem,
  type TranscriptReader,
  timeIn,
} from './transcript-reader.ts'
import { typedText } from './typed-text.ts'

/** Tools that Codex hooks report under one name. */
const SHELLS = ['shell', 'local_shell', 'exec_command', 'shell_command', 'container.exec']
const EXIT_CODE = /^(?:Exit code: |Process exited with code )(-?\d{1,9})\b/m
const RUNNING = /^Process running with session ID (\d{1,9})\b/m
/** The header before a command's output. */
const HEAD = /^(?:Exit code:|Chunk ID:|Wall time:)[\s\S]*?\nOutput:\n/

/** A day of Codex: `sessions/2026/11/15`. */
const ANY_DAY: Place = ['sessions', /^\d+$/, /^\d+$/, /^\d+$/]

export const codexRecord: ClientRecord = {
  reader: codexTranscript,
  of: (session) => daysOf(session).map((day) => [...day, new RegExp(`-${session}\\.jsonl$`)]),
  within: () => [[...ANY_DAY, /^rollout-.*\.jsonl$/]],
  byDay: true,
  isNamed: (name, _, { session, agent }) =>
    name.startsWith('rollout-') && name.endsWith(`-${agent?.id ?? session}.jsonl`),
  begins: (line) => {
    const payload = recordOf(line, 'payload')
    // A subagent has its own record, with a `source`.
    if (textOf(line, 'type') !== 'session_meta' || recordOf(payload, 'source') !== undefined) return undefined
    const session = textOf(payload, 'id', 'session_id')
    return { session, at: timeIn(line, 'timestamp'), folders: [textOf(payload, 'cwd')] }
  },
  hasCallIds: true,
  answers: (line) => {
    const info = recordOf(recordOf(line, 'payload'), 'info')
    // Codex repeats the line with the same total when nothing was spent.
    const id = `t${recordOf(info, 'total_token_usage')?.total_tokens}`
    return [{ id, usage: recordOf(info, 'last_token_usage') }]
  },
  added: ['input_tokens', 'output_tokens'],
  cached: 'cached_input_tokens',
}

/** A version 7 id begins with its time; for any other id all days are searched. */
function daysOf(session: string): Place[] {
  if (!/^[\da-f]{8}-[\da-f]{4}-7/.test(session)) return [ANY_DAY]
  const time = Number.parseInt(session.slice(0, 13).replace('-', ''), 16)
  return [-1, 0, 1].map((days) => {
    const [day] = new Date(time + days * DAY_MS).toISOString().split('T')
    return ['sessions', ...day!.split('-')]
  })
}

/** `rollout-*.jsonl` of Codex; a subagent has a file of its own. The first line names the session. How a command ended stands in a line of its own, before or after its output, or in the output itself. */
export function codexTranscript(reading: Reading): TranscriptReader {
  const { session, agent } = reading
  const asked = new Map<string, Asked>()
  const ends = new Map<string, StepEnd>()
  /** Commands that were still running when last reported, by call and by Codex's number. */
  const running = new Map<string, { readonly item: TranscriptItem; readonly offset: number }>()
  const numbers = new Map<string, string>()
  const words = new LastWords()
  let isOwn = reading.isKnown ?? false
  let isForeign = false
  let cwd = ''
  let held: { readonly item: TranscriptItem; readonly offset: number } | undefined
  /** Prompts since the agent's last action; the same prompt is in several lines. */
  let prompted: string[] = []

  const release = (): TranscriptItem[] => {
    const item = held?.item
    held = undefined
    return item === undefined ? [] : [item]
  }

  const prompt = (texts: readonly string[], offset: number, at: number): readonly TranscriptItem[] => {
    const typed = agent === undefined ? typedText(texts) : undefined
    if (typed === undefined || prompted.includes(typed)) return release()
    prompted.push(typed)
    const call: HookCall = { ...callIn('codex', reading, cwd), moment: 'prompt', prompt: typed }
    return [...release(), ...words.end(), { id: `o${offset}`, at, call }]
  }

  const step = (id: string, { name, input }: Omit<Asked, 'offset'>, output: unknown, at: number): TranscriptItem[] => {
    const isShell = SHELLS.includes(name)
    const { text, end: written } = printed(output)
    const read = readCodex({
      hook_event_name: 'PostToolUse',
      session_id: session,
      tool_use_id: id,
      tool_name: isShell ? 'Bash' : name,
      tool_input: isShell ? { ...input, ...commandIn(input) } : input,
      tool_response: text,
    })
    if (read?.tool === undefined) return []
    const known = ends.get(id) ?? written
    const tool = {
      ...read.tool,
      ...known,
      ...(known?.output === undefined && text !== '' && read.tool.kind === 'shell' ? { output: text } : {}),
    }
    return [{ id, at, call: { ...callIn('codex', reading, cwd), moment: 'after-tool', tool } }]
  }

  const item = (payload: Payload, offset: number, at: number): readonly TranscriptItem[] => {
    const [type, id] = [textOf(payload, 'type') ?? '', textOf(payload, 'call_id', 'id') ?? '']
    if (type === 'message') {
      const texts = listIn(payload.content).flatMap((part) => textOf(recordIn(part), 'text') ?? [])
      if (textOf(payload, 'role') === 'user') return prompt(texts, offset, at)
      if (textOf(payload, 'role') === 'assistant') return say(texts.join('\n'), offset, at)
      return []
    }
    if (/^(?:function|custom_tool|local_shell)_call$/.test(type)) {
      const name = type === 'local_shell_call' ? 'shell' : (textOf(payload, 'name') ?? '')
      asked.set(id, { offset, name, input: inputIn(payload) })
      prompted = []
      words.drop()
      return release()
    }
    const known = /^(?:function|custom_tool|local_shell)_call_output$/.test(type) ? asked.get(id) : undefined
    if (known === undefined) return []
    asked.delete(id)
    const [told] = step(id, known, payload.output, at)
    const started = numbers.get(String(known.input.session_id)) ?? ''
    const before = [...release(), ...finished(started, told?.call.tool)]
    // The command ended, not the step that waited for it.
    const taken = told && (started !== '' ? withEnd(told, { ended: 'unknown' }) : told)
    const number = runningIn(payload.output)
    if (taken !== undefined && number !== undefined && started === '') {
      numbers.set(number, id)
      running.set(id, { item: taken, offset: known.offset })
    }
    if (taken?.call.tool?.ended !== 'unknown' || taken.call.tool.kind !== 'shell' || started !== '')
      return taken === undefined ? before : [...before, taken]
    held = { item: taken, offset: known.offset }
    return before
  }

  /** The step that started a command, repeated with its result. */
  const finished = (id: string, end: StepEnd | undefined): readonly TranscriptItem[] => {
    const item = running.get(id)?.item
    if (item === undefined || end === undefined || end.ended === 'unknown') return []
    running.delete(id)
    const { output = item.call.tool!.output } = end
    return [withEnd(item, { ended: end.ended, exitCode: end.exitCode, output })]
  }

  /** Handles a line about a command that ended. A command without a recorded tool call was started by a script of the agent. */
  const ended = (given: Payload, at: number): readonly TranscriptItem[] => {
    const id = textOf(given, 'call_id', 'id') ?? ''
    const end = commandEnd(given)
    if (id === '' || end === undefined) return []
    if (held?.item.id === id) {
      const { item: waiting } = held
      held = undefined
      running.delete(id)
      return [withEnd(waiting, end)]
    }
    if (running.has(id)) return finished(id, end)
    const isKnown = asked.has(id) || ends.has(id)
    ends.set(id, end)
    if (isKnown || !/^exec-/.test(id)) return []
    return step(id, { name: 'shell', input: { command: given.command } }, end.output ?? '', at)
  }

  const say = (text: string, offset: number, at: number): readonly TranscriptItem[] => {
    const said = ownWords(text)
    const moment = agent === undefined ? ('turn-end' as const) : ('subagent-end' as const)
    prompted = []
    if (said !== undefined)
      words.say({ id: `o${offset}`, at, call: { ...callIn('codex', reading, cwd), moment, said } }, offset)
    return release()
  }

  const event = (payload: Payload, offset: number, at: number): readonly TranscriptItem[] => {
    const inner = recordOf(payload, 'item')
    switch (textOf(payload, 'type')) {
      case 'user_message':
        return prompt([textOf(payload, 'message') ?? ''], offset, at)
      case 'agent_message':
        return words.offset === undefined ? say(textOf(payload, 'message') ?? '', offset, at) : []
      case 'exec_command_end':
        return ended(payload, at)
      case 'item_completed':
        return /command_?execution/i.test(textOf(inner, 'type') ?? '') ? ended(inner!, at) : []
      case 'task_complete':
      case 'turn_complete': {
        const last = textOf(payload, 'last_agent_message')
        if (words.offset === undefined && last !== undefined) say(last, offset, at)
        return [...release(), ...words.end()]
      }
      case 'turn_aborted':
        words.drop()
        asked.clear()
        return release()
      default:
        return []
    }
  }

  return {
    isOwn: () => isOwn,
    read(line, offset) {
      const payload = recordOf(line, 'payload')
      const at = timeIn(line, 'timestamp')
      if (payload === undefined) return []
      const type = textOf(line, 'type')
      if (type === 'session_meta') {
        // A forked session begins with its own line, then repeats the original's.
        if (!isOwn && textOf(payload, 'id', 'session_id') !== (agent?.id ?? session)) isForeign = true
        if (!isForeign) isOwn = true
      }
      if (type === 'session_meta' || type === 'turn_context') cwd = textOf(payload, 'cwd') ?? cwd
      if (!isOwn || at === undefined) return []
      if (type === 'response_item') return item(payload, offset, at)
      return type === 'event_msg' ? event(payload, offset, at) : []
    },
    rest: () => [...release(), ...(asked.size === 0 ? words.end() : [])],
    openFrom: () =>
      firstOffset(words.offset, held?.offset, ...[...asked.values(), ...running.values()].map(({ offset }) => offset)),
  }
}

function inputIn(payload: Payload): Payload {
  const patch = textOf(payload, 'input')
  if (patch !== undefined) return { command: patch }
  const action = recordOf(payload, 'action', 'arguments')
  return action ?? recordInLine(textOf(payload, 'arguments') ?? '') ?? {}
}

/** Old versions write JSON with output and exit code, newer ones a header of some lines. */
function printed(output: unknown): { text: string; end?: StepEnd } {
  const record = recordIn(output)
  const text = printedIn(output) ?? printedIn(record?.content) ?? textOf(record, 'output') ?? ''
  const inner = text.startsWith('{') ? recordInLine(text) : undefined
  const code = wholeNumberOf(recordOf(inner, 'metadata'), 'exit_code') ?? codeIn(text)
  const plain = (textOf(inner, 'output') ?? text).replace(HEAD, '')
  return { text: plain, end: code === undefined ? undefined : endByExit(code) }
}

function withEnd(item: TranscriptItem, end: StepEnd): TranscriptItem {
  const { exitCode: _, ...tool } = item.call.tool!
  return { ...item, call: { ...item.call, tool: { ...tool, ...end } } }
}

/** The number of a command that is still running. */
function runningIn(output: unknown): string | undefined {
  const text = printedIn(output) ?? printedIn(recordIn(output)?.content) ?? ''
  return RUNNING.exec(HEAD.exec(text)?.[0] ?? '')?.[1]
}

function codeIn(text: string): number | undefined {
  const head = HEAD.exec(text)?.[0]
  const code = head === undefined ? undefined : EXIT_CODE.exec(head)?.[1]
  return code === undefined ? undefined : Number(code)
}

function commandEnd(given: Payload): StepEnd | undefined {
  const output = ownWords(textOf(given, 'aggregated_output', 'formatted_output', 'stdout', 'stderr'))
  const end = endTold(given)
  return end && (output === undefined ? end : { ...end, output })
}

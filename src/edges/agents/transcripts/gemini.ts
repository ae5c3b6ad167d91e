import { digest } from '../../../domain/digest.ts'
import { readGemini } from '../gemini.ts'
import { listIn, type Payload, printedIn, recordIn, recordOf, textOf } from '../payload.ts'
import { ownWords } from '../person-words.ts'
import {
  type ClientRecord,
  callIn,
  LastWords,
  type Reading,
  type TranscriptItem,
  type TranscriptReader,
  timeIn,
} from './transcript-reader.ts'
import { typedText } from './typed-text.ts'

const ENDED = ['success', 'error', 'cancelled']

export const geminiRecord: ClientRecord = {
  reader: geminiTranscript,
  of: (session) => [['tmp', /./, 'chats', new RegExp(`^session-.*-${session.slice(0, 8)}\\.jsonl?$`)]],
  within: () => [['tmp', /./, 'chats', /^session-.*\.jsonl?$/]],
  isNamed: (name) => /^session-.*\.jsonl?$/.test(name),
  begins: (line, root) => {
    if (textOf(line, 'kind') === 'subagent') return undefined
    const folders = [...listIn(line.directories), textOf(line, 'projectHash') === digest(root) ? root : undefined]
    return { session: textOf(line, 'sessionId'), at: timeIn(line, 'startTime'), folders }
  },
  hasCallIds: false,
  answers: (line) =>
    [line, ...listIn(line.messages).map(recordIn)].map((one) => {
      return { id: textOf(one, 'id'), at: timeIn(one, 'timestamp'), usage: recordOf(one, 'tokens') }
    }),
  added: ['input', 'output', 'thoughts'],
  cached: 'cached',
}

/** Gemini CLI's session files. A message is rewritten whenever one of its steps continues, and `$set` repeats messages under new ids, so only their steps count, which keep their ids. */
function geminiTranscript(reading: Reading): TranscriptReader {
  const { session } = reading
  const words = new LastWords()
  const read = new Set<string>()
  let isOwn = reading.isKnown ?? false
  let cwd = ''

  const place = () => callIn('gemini', reading, cwd)

  const once = (id: string): boolean => {
    const isNew = !read.has(id)
    read.add(id)
    return isNew
  }

  const step = (payload: Payload, message: number): TranscriptItem[] => {
    const [id, name, status] = [textOf(payload, 'id'), textOf(payload, 'name'), textOf(payload, 'status') ?? '']
    if (id === undefined || name === undefined || !ENDED.includes(status) || !once(id)) return []
    const text = resultText(payload)
    const call = readGemini({
      hook_event_name: 'AfterTool',
      session_id: session,
      tool_use_id: id,
      tool_name: name,
      tool_input: recordOf(payload, 'args') ?? {},
      tool_response: { llmContent: text, error: status === 'success' ? undefined : { message: text } },
    })
    if (call?.tool === undefined) return []
    const tool = status === 'cancelled' ? { ...call.tool, ended: 'denied' as const } : call.tool
    return [{ id, at: timeIn(payload, 'timestamp') ?? message, call: { ...place(), moment: 'after-tool', tool } }]
  }

  const message = (payload: Payload, offset: number, isRepeated: boolean): readonly TranscriptItem[] => {
    const [id, at, type] = [
      textOf(payload, 'id') ?? `o${offset}`,
      timeIn(payload, 'timestamp'),
      textOf(payload, 'type'),
    ]
    if (at === undefined) return []
    if (type === 'gemini') {
      const steps = listIn(payload.toolCalls)
        .map(recordIn)
        .filter((call) => call !== undefined)
      const taken = steps.flatMap((call) => step(call, at))
      const said = ownWords(partsOf(payload.content).join('\n'))
      if (isRepeated) return taken
      if (steps.length > 0) words.drop()
      else if (said !== undefined && once(`said/${id}`))
        words.say({ id, at, call: { ...place(), moment: 'turn-end', said } }, offset)
      return taken
    }
    if (type !== 'user' || isRepeated) return []
    const typed = typedText(partsOf(payload.displayContent ?? payload.content))
    if (typed === undefined || !once(id)) return []
    return [...words.end(), { id, at, call: { ...place(), moment: 'prompt', prompt: typed } }]
  }

  const messages = (list: unknown, offset: number, isRepeated: boolean) =>
    listIn(list).flatMap((one) => message(recordIn(one) ?? {}, offset, isRepeated))

  return {
    isOwn: () => isOwn,
    read(line, offset) {
      if (textOf(line, 'sessionId') !== undefined && textOf(line, 'type') === undefined) {
        isOwn = textOf(line, 'sessionId') === session && textOf(line, 'kind') !== 'subagent'
        const [folder] = listIn(line.directories)
        cwd = typeof folder === 'string' ? folder : cwd
        return isOwn ? messages(line.messages, offset, false) : []
      }
      if (!isOwn) return []
      const patch = recordOf(line, '$set')
      return patch === undefined ? message(line, offset, false) : messages(patch.messages, offset, true)
    },
    rest: () => words.end(),
    // An unfinished message will be rewritten in full.
    openFrom: () => words.offset,
  }
}

function resultText(payload: Payload): string {
  const parts = Array.isArray(payload.result) ? payload.result : [payload.result]
  const texts = parts.flatMap((part) => {
    const response = recordOf(recordOf(recordIn(part), 'functionResponse'), 'response')
    return (
      textOf(response, 'output', 'error') ?? textOf(recordIn(part), 'text') ?? (typeof part === 'string' ? [part] : [])
    )
  })
  return texts.join('\n') || (printedIn(payload.resultDisplay) ?? '')
}

/** The texts of a message, without its thoughts. */
function partsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  const parts = Array.isArray(content) ? content : [content]
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [part]
    const record = recordIn(part)
    return record?.thought === true ? [] : (textOf(record, 'text') ?? [])
  })
}

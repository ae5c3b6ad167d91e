import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { orElse } from '../../domain/sets.ts'
import type { HookCall } from '../agents/hook-call.ts'
import { listIn, type Payload, recordIn, recordInLine, recordOf, textOf } from '../agents/payload.ts'
import { ownWords } from '../agents/person-words.ts'
import { lacksWord, protocolOf, withTranscript } from '../agents/read-hook-call.ts'

/** How much of a transcript's end contains the last step. */
const TAIL_BYTES = 262_144

const STEP_MS = 15

/** The call, completed from the transcript: how a command ended, what was said last. */
export async function seeEnd(call: HookCall): Promise<HookCall> {
  if (!lacksWord(call)) return call
  const tries = Math.max(1, (protocolOf(call.client).patience ?? 0) / STEP_MS)
  for (let left = tries; left > 0; left -= 1) {
    const given = seen(call)
    if (given !== call || left === 1) return given
    await sleep(STEP_MS)
  }
  return call
}

function seen(call: HookCall): HookCall {
  return orElse(() => withTranscript(call, tailOf(call.transcript!)), call)
}

/** A line of a transcript that holds what the agent said, as the clients mark it. */
const SAID_BY_AGENT = /"(?:type|role)":\s?"(?:assistant|assistant\.message|agent_message|gemini|model)"/

const MOST_LINES = 20

/** The agent's lines that match `wanted` in the last part of a transcript, oldest first, each once. */
export function linesSaid(transcript: string, wanted: RegExp): string[] {
  try {
    const records = tailOf(transcript)
      .split('\n')
      .filter((line) => SAID_BY_AGENT.test(line))
      .map(recordInLine)
    const texts = records.map((record) => ownWords(saidIn(record)) ?? '')
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => wanted.test(line))
    return [...new Set(lines)].slice(-MOST_LINES)
  } catch {
    return []
  }
}

/** The text that was said, without tool inputs: an edit may contain any line. */
function saidIn(record: Payload | undefined): string {
  const inner = recordOf(record, 'message', 'data', 'payload') ?? record
  const content = inner?.content ?? inner?.message
  if (typeof content === 'string') return content
  return listIn(content)
    .flatMap((block) => textOf(recordIn(block), 'text') ?? [])
    .join('\n')
}

/** The line with which Gemini CLI replaces a session's history, and the words that begin our start text in it; a subagent's task, also kept there, has other words. */
const NEW_HISTORY = '{"$set":{"messages":'
const START_WORDS = /(?:<|&lt;|\\u003c)mettle(?:>|&gt;|\\u003e)Mettle follows/
const HISTORY_BYTES = 16 * TAIL_BYTES

/** By default, Gemini CLI compacts a session at a prompt if the last request had at least this many tokens: half of its models' context. */
const SHORTENS_AT = 524_288
const COUNTED = '"tokens":{"input":'

/** Whether the final history of a Gemini CLI transcript contains our start text, and will keep it at a prompt; true if unknown. */
export function holdsStart(transcript: string, isPrompt: boolean): boolean {
  const text = orElse(() => tailOf(transcript, HISTORY_BYTES), '')
  const from = text.lastIndexOf(NEW_HISTORY)
  const since = text.slice(Math.max(0, text.indexOf('\n', from)))
  const [, counted = ''] = since.slice(since.lastIndexOf(COUNTED)).split(COUNTED)
  if (isPrompt && Number.parseInt(counted, 10) >= SHORTENS_AT) return false
  return from === -1 || START_WORDS.test(text.slice(from))
}

function tailOf(path: string, most = TAIL_BYTES): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const tail = Buffer.alloc(Math.min(size, most))
    readSync(file, tail, 0, tail.length, size - tail.length)
    return tail.toString('utf8')
  } finally {
    closeSync(file)
  }
}

import type { Client, Spent } from '../../../domain/values/session.ts'
import { listIn, type Payload, recordIn, recordOf, textOf } from '../payload.ts'
import { timeIn } from './transcript-reader.ts'

/** Tokens with the id of the answer that they were spent on: a client may write it down more than once. */
type Counted = Spent & { readonly id: string }

interface Answer {
  readonly id?: string | undefined
  readonly at?: number | undefined
  readonly usage: Payload | undefined
}

/** The answers that a line tells of, and the counts that add up; what was read from a cache is taken out where the input has it. */
interface Counting {
  readonly added: readonly string[]
  readonly cached?: string
  answers(line: Payload): readonly Answer[]
}

const COUNTINGS: Record<Client, Counting> = {
  'claude-code': {
    added: ['input_tokens', 'cache_creation_input_tokens', 'output_tokens'],
    answers: ({ message }) => [{ id: textOf(recordIn(message), 'id'), usage: recordOf(recordIn(message), 'usage') }],
  },
  codex: {
    added: ['input_tokens', 'output_tokens'],
    cached: 'cached_input_tokens',
    answers: (line) => {
      const info = recordOf(recordOf(line, 'payload'), 'info')
      // It is written again, with the same total, when nothing was spent.
      const id = `t${recordOf(info, 'total_token_usage')?.total_tokens}`
      return [{ id, usage: recordOf(info, 'last_token_usage') }]
    },
  },
  copilot: {
    added: ['inputTokens', 'outputTokens'],
    cached: 'cacheReadTokens',
    answers: (line) => {
      const usage = line.type === 'session.usage_record' ? recordOf(recordOf(line, 'data'), 'usage') : undefined
      return [{ id: textOf(usage, 'apiCallId'), usage }]
    },
  },
  gemini: {
    added: ['input', 'output', 'thoughts'],
    cached: 'cached',
    answers: (line) =>
      [line, ...listIn(line.messages).map(recordIn)].map((one) => {
        return { id: textOf(one, 'id'), at: timeIn(one, 'timestamp'), usage: recordOf(one, 'tokens') }
      }),
  },
  opencode: {
    added: ['input', 'output', 'reasoning', 'write'],
    answers: ({ id, time, tokens }) => {
      const usage = { ...recordIn(tokens), ...recordOf(recordIn(tokens), 'cache') }
      return [{ id: String(id), at: timeIn(recordIn(time), 'completed', 'created'), usage }]
    },
  },
}

/** The tokens that a line of a client's record counts, without those read from a cache. A line of opencode is one of its messages. */
export function usageIn(client: Client, line: Payload, offset: number): Counted[] {
  const { added, cached, answers } = COUNTINGS[client]
  return answers(line).flatMap(({ id = `o${offset}`, at = timeIn(line, 'timestamp'), usage = {} }) => {
    const count = (name: string) => (Number.isSafeInteger(usage[name]) ? (usage[name] as number) : 0)
    const tokens = added.reduce((sum, name) => sum + count(name), 0) - (cached === undefined ? 0 : count(cached))
    return at === undefined || tokens <= 0 ? [] : [{ id, at, tokens }]
  })
}

import type { Client, Spent } from '../../../domain/values/session.ts'
import { listIn, type Payload, recordIn, recordOf, textOf } from '../payload.ts'
import { timeIn } from './transcript-reader.ts'

/** Tokens with the id of the answer that they were spent on: a client may write it down more than once. */
type Counted = Spent & { readonly id: string }

/** The tokens that a line of a client's record counts, without those read from a cache. Copilot CLI and opencode keep no count that is read here. */
export function usageIn(client: Client, line: Payload, offset: number): Counted[] {
  if (client === 'claude-code') {
    const message = recordOf(line, 'message')
    const usage = recordOf(message, 'usage')
    const id = textOf(message, 'id') ?? `o${offset}`
    return counted(id, line, usage, ['input_tokens', 'cache_creation_input_tokens', 'output_tokens'])
  }
  if (client === 'codex') {
    const info = recordOf(recordOf(line, 'payload'), 'info')
    const total = recordOf(info, 'total_token_usage')?.total_tokens
    // It is written again, with the same total, when nothing was spent.
    return counted(
      `t${total}`,
      line,
      recordOf(info, 'last_token_usage'),
      ['input_tokens', 'output_tokens'],
      'cached_input_tokens',
    )
  }
  if (client !== 'gemini') return []
  const messages = listIn(line.messages).map(recordIn)
  return [line, ...messages].flatMap((message) =>
    counted(
      textOf(message, 'id') ?? `o${offset}`,
      message,
      recordOf(message, 'tokens'),
      ['input', 'output', 'thoughts'],
      'cached',
    ),
  )
}

function counted(
  id: string,
  line: Payload | undefined,
  usage: Payload | undefined,
  added: readonly string[],
  cached?: string,
): Counted[] {
  const at = timeIn(line, 'timestamp')
  if (usage === undefined || at === undefined) return []
  const count = (name: string) => (Number.isSafeInteger(usage[name]) ? (usage[name] as number) : 0)
  const tokens = added.reduce((sum, name) => sum + count(name), 0) - (cached === undefined ? 0 : count(cached))
  return tokens > 0 ? [{ id, at, tokens }] : []
}

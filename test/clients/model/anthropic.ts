import { FEW_TOKENS, sent, type Turn, type Wire } from './wire.ts'

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly unknown[]
}

/** Anthropic Messages: Claude Code. */
export const anthropic: Wire = {
  serves: (path) => path.endsWith('/messages'),
  messages: ({ messages }: Body) =>
    messages.map(({ role, content }) => ({
      by: role === 'assistant' ? 'agent' : 'other',
      text: JSON.stringify(content),
    })),
  hasTools: ({ tools }: Body) => (tools ?? []).length > 0,
  stream: (turn, id) => [...events(turn, id)].map((event) => sent(event, event.type)).join(''),
}

function* events(turn: Turn, id: string) {
  yield { type: 'message_start', message: emptyMessage(id, turn) }
  yield { type: 'content_block_start', index: 0, content_block: emptyBlock(turn, id) }
  yield { type: 'content_block_delta', index: 0, delta: delta(turn) }
  yield { type: 'content_block_stop', index: 0 }
  const stop_reason = 'call' in turn ? 'tool_use' : 'end_turn'
  yield { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 9 } }
  yield { type: 'message_stop' }
}

const emptyMessage = (id: string, { tokens = FEW_TOKENS }: Turn) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: tokens, output_tokens: 1 },
})

const emptyBlock = (turn: Turn, id: string) =>
  'call' in turn ? { type: 'tool_use', id: `toolu_${id}`, name: turn.call.name, input: {} } : { type: 'text', text: '' }

const delta = (turn: Turn) =>
  'call' in turn
    ? { type: 'input_json_delta', partial_json: JSON.stringify(turn.call.input) }
    : { type: 'text_delta', text: turn.say }

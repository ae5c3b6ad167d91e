import { FEW_TOKENS, sent, type ToolCall, type Turn, type Wire } from './wire.ts'

interface Item {
  readonly type?: string
  readonly role?: string
}

interface Body {
  readonly input: readonly Item[]
  readonly tools?: readonly unknown[]
}

/** OpenAI Responses: Codex. */
export const responses: Wire = {
  serves: (path) => path.endsWith('/responses'),
  messages: ({ input }: Body) =>
    input.map((item) => ({ by: isAgents(item) ? 'agent' : 'other', text: JSON.stringify(item) })),
  hasTools: ({ tools }: Body) => (tools ?? []).length > 0,
  stream: (turn, id) => [...events(turn, id)].map((event) => sent(event, event.type)).join(''),
}

const isAgents = ({ type, role }: Item) =>
  type === 'function_call' || type === 'custom_tool_call' || role === 'assistant'

function* events(turn: Turn, id: string) {
  const response = { id: `resp_${id}`, object: 'response', model: 'scripted', output: [] as unknown[] }
  yield { type: 'response.created', response: { ...response, status: 'in_progress' } }
  const item = itemOf(turn, id)
  yield { type: 'response.output_item.added', output_index: 0, item }
  yield { type: 'response.output_item.done', output_index: 0, item }
  yield {
    type: 'response.completed',
    response: { ...response, status: 'completed', output: [item], usage: usageOf(turn) },
  }
}

const itemOf = (turn: Turn, id: string) =>
  'call' in turn
    ? callItem(turn.call, id)
    : {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: turn.say, annotations: [] }],
      }

function callItem({ name, namespace, input }: ToolCall, id: string) {
  const call_id = `call_${id}`
  if (typeof input === 'string') return { type: 'custom_tool_call', id: `ctc_${id}`, call_id, name, input }
  const within = namespace === undefined ? {} : { namespace }
  return { type: 'function_call', id: `fc_${id}`, call_id, name, ...within, arguments: JSON.stringify(input) }
}

const usageOf = ({ tokens = FEW_TOKENS }: Turn) => ({
  input_tokens: tokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: tokens + 9,
})

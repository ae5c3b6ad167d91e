import { FEW_TOKENS, sent, type ToolCall, type Turn, type Wire } from './wire.ts'

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly unknown[]
}

/** OpenAI chat completions: opencode and Copilot CLI. */
export const chat: Wire = {
  serves: (path) => path.endsWith('/chat/completions'),
  messages: ({ messages }: Body) =>
    messages.map(({ role, content }) => ({
      by: role === 'assistant' ? 'agent' : 'other',
      text: JSON.stringify(content ?? ''),
    })),
  hasTools: ({ tools }: Body) => (tools ?? []).length > 0,
  stream: (turn, id) =>
    `${chunk(id, delta(turn, id), null)}${chunk(id, {}, finish(turn), turn.tokens)}${sent('[DONE]')}`,
}

const chunk = (id: string, delta: object, finish_reason: string | null, prompt_tokens = FEW_TOKENS) =>
  sent({
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason }],
    usage: finish_reason === null ? null : { prompt_tokens, completion_tokens: 9, total_tokens: prompt_tokens + 9 },
  })

const finish = (turn: Turn) => ('call' in turn ? 'tool_calls' : 'stop')

const delta = (turn: Turn, id: string) =>
  'call' in turn
    ? { role: 'assistant', content: null, tool_calls: [toolCall(turn.call, id)] }
    : { role: 'assistant', content: turn.say }

const toolCall = ({ name, input }: ToolCall, id: string) => ({
  index: 0,
  id: `call_${id}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
})

import { FEW_TOKENS, sent, type Turn, type Wire } from './wire.ts'

interface Body {
  readonly contents: readonly { readonly role?: string; readonly parts: unknown }[]
  readonly tools?: readonly unknown[]
}

/** Gemini generateContent: Gemini CLI. */
export const gemini: Wire = {
  serves: (path) => path.includes(':streamGenerateContent') || path.includes(':generateContent'),
  isWhole: (path) => path.endsWith(':generateContent'),
  messages: ({ contents }: Body) =>
    contents.map(({ role, parts }) => ({
      by: role === 'model' ? 'agent' : 'other',
      text: JSON.stringify(parts),
    })),
  hasTools: ({ tools }: Body) => (tools ?? []).length > 0,
  stream: (turn, id) =>
    sent({
      candidates: [{ index: 0, content: { role: 'model', parts: [part(turn, id)] }, finishReason: 'STOP' }],
      usageMetadata: usageOf(turn),
      modelVersion: 'scripted',
      responseId: id,
    }),
}

const part = (turn: Turn, id: string) =>
  'call' in turn
    ? { functionCall: { id: `call_${id}`, name: turn.call.name, args: turn.call.input } }
    : { text: turn.say }

const usageOf = ({ tokens = FEW_TOKENS }: Turn) => ({
  promptTokenCount: tokens,
  candidatesTokenCount: 9,
  totalTokenCount: tokens + 9,
})

/** A tool call in the client's own words. */
export interface ToolCall {
  readonly name: string
  /** Codex groups the tools of subagents under a name. */
  readonly namespace?: string
  /** Codex has tools that take text instead of arguments. */
  readonly input: Readonly<Record<string, unknown>> | string
}

/** What the model says next: words that end the turn, or one tool call; and how many tokens it counted in the request, for a client that makes a long session shorter. */
export type Turn = ({ readonly say: string } | { readonly call: ToolCall }) & { readonly tokens?: number }

/** What a short request counts. */
export const FEW_TOKENS = 9

/** One message of a request, whatever the wire format calls it. */
export interface Message {
  readonly by: 'agent' | 'other'
  readonly text: string
}

/** A way to talk to a model. Requests are read, never kept: the whole conversation comes with each. */
export interface Wire {
  readonly serves: (path: string) => boolean
  readonly messages: (body: never) => readonly Message[]
  /** Titles and summaries are asked for without tools. */
  readonly hasTools: (body: never) => boolean
  /** The answer as server-sent events; `id` is unique in the server's life. */
  readonly stream: (turn: Turn, id: string) => string
  /** Whether the client wants the answer in one piece, instead of as a stream. */
  readonly isWhole?: (path: string) => boolean
}

/** Lines of a server-sent stream; an event without a name is data alone. */
export const sent = (data: unknown, event?: string) =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

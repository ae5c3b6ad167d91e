import { deserializeMessage, type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { McpHost } from './host.ts'
import { createMcpServer } from './server.ts'

/** The connection, one message per line. */
export interface Wire {
  readonly lines: AsyncIterable<string>
  readonly write: (text: string) => Promise<void>
}

/** How long to wait for the last answers after the client's input ends. */
const PATIENCE_MS = 10_000

/** The protocol, line by line. When input ends, pending calls are still answered, so that `printf … | mettle mcp` works; then the connection is closed. */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Resolves when either side closes the connection. */
  readonly closed: Promise<void>
  #settle: () => void = () => undefined
  #isClosed = false
  readonly #wire: Wire
  readonly #unanswered = new Set<unknown>()
  #whenAnswered: () => void = () => undefined

  constructor(wire: Wire) {
    this.#wire = wire
    this.closed = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  async start(): Promise<void> {
    void this.#read()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.#answered(message.id)
    if (!this.#isClosed) await this.#wire.write(serializeMessage(message))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.onclose?.()
    this.#settle()
  }

  async #read(): Promise<void> {
    try {
      for await (const line of this.#wire.lines) {
        if (this.#isClosed) return
        if (line.trim() !== '') this.#receive(line)
      }
      await this.#allAnswered()
    } catch (error) {
      this.onerror?.(error as Error)
    }
    await this.close()
  }

  /** Logs a line that is not a message, and skips it. */
  #receive(line: string): void {
    try {
      const message = deserializeMessage(line)
      if ('method' in message && 'id' in message) this.#unanswered.add(message.id)
      if ('method' in message && message.method === 'notifications/cancelled') this.#answered(message.params?.requestId)
      this.onmessage?.(message)
    } catch (error) {
      this.onerror?.(error as Error)
    }
  }

  #answered(id: unknown): void {
    this.#unanswered.delete(id)
    if (this.#unanswered.size === 0) this.#whenAnswered()
  }

  async #allAnswered(): Promise<void> {
    if (this.#unanswered.size === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    await new Promise<void>((resolve) => {
      this.#whenAnswered = resolve
      timer = setTimeout(resolve, PATIENCE_MS)
    })
    clearTimeout(timer)
  }
}

/** Serves one client until it disconnects, in the protocol version that it starts with. */
export async function serveLines(host: McpHost, wire: Wire): Promise<void> {
  const transport = new LineTransport(wire)
  const handle = serveStdio(() => createMcpServer(host), {
    transport,
    onerror: (error) => host.log(`a message was skipped (${error.name})`),
  })
  await transport.closed
  await handle.close()
}

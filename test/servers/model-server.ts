import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ModelRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly model: string; readonly messages: { readonly content: string }[] }
}

/** What the server does with a request: it answers, or never. */
export type Script = (request: ModelRequest) => { status?: number; body: string } | 'silence'

/** A model on this machine that says what a test wants it to say. */
export async function startModelServer(script: Script) {
  const requests: ModelRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text) }
    requests.push(request)
    const answer = script(request)
    if (answer === 'silence') return
    outgoing.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests }
}

export const openAi = (content: string, tokens = 100) =>
  JSON.stringify({ choices: [{ message: { content } }], usage: { total_tokens: tokens } })

export const anthropic = (text: string) =>
  JSON.stringify({ content: [{ type: 'text', text }], usage: { input_tokens: 80, output_tokens: 20 } })

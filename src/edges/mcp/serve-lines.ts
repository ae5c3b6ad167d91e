import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { McpHost } from './host.ts'
import { LineTransport, type Wire } from './line-transport.ts'
import { createMcpServer } from './server.ts'

/** Serves one client until it goes away, in whichever form of the protocol it opens with. */
export async function serveLines(host: McpHost, wire: Wire): Promise<void> {
  const transport = new LineTransport(wire)
  const handle = serveStdio(() => createMcpServer(host), {
    transport,
    onerror: (error) => host.log(`a message was passed over (${error.name})`),
  })
  await transport.closed
  await handle.close()
}

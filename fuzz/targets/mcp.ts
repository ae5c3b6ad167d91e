import { serveStdio } from '@modelcontextprotocol/server/stdio'
import fc from 'fast-check'
import { TOOLS } from '../../src/edges/mcp/catalogue.ts'
import type { McpHost } from '../../src/edges/mcp/host.ts'
import { LineTransport } from '../../src/edges/mcp/serve-lines.ts'
import { createMcpServer } from '../../src/edges/mcp/server.ts'
import { taught, testLoop } from '../../test/worlds/test-loop.ts'
import { surroundingsOfMcp } from '../../test/worlds/test-server.ts'
import { anyOfSchema } from '../any-of-schema.ts'
import { parsed } from '../mutate.ts'
import { FRESH_AFTER, holds, holdsNoControls, type Target } from '../target.ts'

const anyToolCall = fc
  .constantFrom(...TOOLS)
  .chain(({ name, input }) => anyOfSchema(input).map((told) => request('tools/call', { name, arguments: told })))

function request(method: string, params: object, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

const HELLO = request(
  'initialize',
  { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  'hello',
)

/** Lines of the Model Context Protocol. */
export const mcp: Target = {
  name: 'mcp',
  isSlow: true,
  samples: [
    request('tools/list', {}),
    request('resources/list', {}),
    request('resources/read', { uri: 'mettle://patterns/top' }),
    request('prompts/get', { name: 'reflect', arguments: {} }),
    request('server/discover', { _meta: {} }),
    ...TOOLS.map(({ name }) => request('tools/call', { name, arguments: {} })),
  ],
  words: [
    '"jsonrpc":"2.0"',
    '"id":',
    '"method":',
    '"params":',
    'notifications/cancelled',
    'notifications/initialized',
    'ping',
    '_meta',
    '\n',
    '"arguments":',
    'io.modelcontextprotocol/protocolVersion',
    '2026-07-28',
  ],
  made: anyToolCall,
  open: () => {
    let calls = 0
    let host = freshHost()
    return {
      check: async (input) => {
        calls += 1
        if (calls % FRESH_AFTER === 0) host = freshHost()
        const { told, logged } = await spoken((await host) as McpHost & { logged: string[] }, input)
        for (const line of told) {
          const message = parsed(line) as { jsonrpc?: unknown } | undefined
          holds(message?.jsonrpc === '2.0', `the server says ${line.slice(0, 200)}`)
          holdsNoControls(line, 'what the server says')
        }
        const fault = logged.find((line) => line.includes(' failed ('))
        holds(fault === undefined, `${input.slice(0, 500)}: ${fault}`)
      },
    }
  },
}

async function freshHost() {
  const loop = testLoop()
  await taught(loop)
  const logged: string[] = []
  const host = {
    ...surroundingsOfMcp(loop.context.now),
    tools: 'all',
    loop: async () => loop,
    log: (line: string) => void logged.push(line),
    logged,
  } as const
  return host
}

/** What the server says to some lines, up to its answer to a last one that it must understand. */
async function spoken(host: McpHost & { logged: string[] }, lines: string) {
  host.logged.length = 0
  const told: string[] = []
  let done: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    done = resolve
  })
  const transport = new LineTransport({
    lines: (async function* () {
      yield* [HELLO, ...lines.split('\n'), request('ping', {}, 'the last')]
      await answered
    })(),
    write: async (text) => {
      told.push(...text.split('\n').filter((line) => line !== ''))
      if (text.includes('"the last"')) done()
    },
  })
  const handle = serveStdio(() => createMcpServer(host), { transport })
  await answered
  await transport.close()
  await handle.close()
  return { told, logged: host.logged }
}

import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Loop } from '../loop/loop.ts'
import type { McpHost } from '../mcp/host.ts'
import { createMcpServer } from '../mcp/server.ts'

/** What the machine gives to the protocol; the loop comes with each call. */
export type McpSurroundings = Omit<McpHost, 'loop' | 'tools'>

/** Answers one call of a client of the Model Context Protocol, in the name of whoever holds the token. */
export async function answerMcp(
  request: Request,
  surroundings: McpSurroundings,
  loop: Loop,
): Promise<Response> {
  const host: McpHost = { ...surroundings, tools: 'all', loop: async () => loop }
  const handler = createMcpHandler(() => createMcpServer(host), {
    onerror: (error) => host.log(`a message was passed over (${error.name})`),
  })
  return handler.fetch(request)
}

/** The verbs, with one voice: whatever a tool says of who speaks, it is the holder of the token. */
export function inNameOf(loop: Loop, by: string): Loop {
  return {
    ...loop,
    recordFeedback: (input) => loop.recordFeedback({ ...input, by }),
    recordPlan: (input) => loop.recordPlan({ ...input, by }),
    clearStrikes: (request) => loop.clearStrikes({ ...request, by }),
    reinforcePatterns: (request) => loop.reinforcePatterns({ ...request, by }),
    penalisePattern: (request) => loop.penalisePattern({ ...request, by }),
  }
}

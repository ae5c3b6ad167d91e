import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { answer, CORE_INSTRUCTIONS, INSTRUCTIONS } from './answer.ts'
import { CORE_TOOLS, OWN_TOOLS, TOOLS } from './catalogue.ts'
import type { McpHost } from './host.ts'
import { registerReflect } from './record-learning.ts'
import { registerResources } from './resources.ts'
import { visibleToRun } from './run-of-call.ts'
import type { Tool } from './tool.ts'

/** The lists are part of the program, so clients may cache them. */
const NEVER_CHANGES = { ttlMs: 3_600_000, cacheScope: 'private' } as const

const LISTS = { all: TOOLS, own: OWN_TOOLS, core: CORE_TOOLS } as const

/** An MCP server over the verbs, for one connection or one request, in protocol version 2025 or 2026. */
export function createMcpServer(host: McpHost): McpServer {
  const server = new McpServer(
    { name: 'mettle', title: 'Mettle', version: host.version },
    {
      instructions: host.tools === 'core' ? CORE_INSTRUCTIONS : INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      cacheHints: {
        'server/discover': NEVER_CHANGES,
        'tools/list': NEVER_CHANGES,
        'prompts/list': NEVER_CHANGES,
        'resources/list': NEVER_CHANGES,
        'resources/templates/list': NEVER_CHANGES,
      },
    },
  )
  for (const tool of LISTS[host.tools]) register(server, host, tool)
  registerResources(server, host)
  registerReflect(server, host)
  return server
}

function register(server: McpServer, host: McpHost, tool: Tool): void {
  const { name, title, output, hints, isAlwaysLoaded } = tool
  const brief = host.tools === 'core' ? tool.brief : undefined
  const { description, input } = brief ?? tool
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: unchecked(input),
      ...(brief === undefined && { outputSchema: output }),
      annotations: { title, ...hints },
      ...(isAlwaysLoaded === true ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
    },
    async (given, { mcpReq }) => {
      const run = host.runOf(mcpReq._meta)
      const loop = async () => visibleToRun(await host.loop(), run)
      return answer(tool, { host, loop, run }, given)
    },
  )
}

/** A schema that clients see but that does not validate: `answer` does, and names the field, the value and the next step. */
function unchecked(schema: z.ZodType): StandardSchemaWithJSON {
  const standard = schema['~standard']
  return { '~standard': { ...standard, validate: (value) => ({ value }) } } as StandardSchemaWithJSON
}

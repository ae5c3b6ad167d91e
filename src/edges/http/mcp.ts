import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Loop } from '../../loop/loop.ts'
import { VERBS } from '../../loop/verbs/catalogue.ts'
import type { Verb } from '../../loop/verbs/define-verb.ts'
import type { McpHost } from '../mcp/host.ts'
import { createMcpServer } from '../mcp/server.ts'

/** What the machine provides for the protocol; each call brings its own loop. */
export interface McpOptions extends Omit<McpHost, 'loop' | 'tools' | 'runOf'> {
  /** The run of calls that name none, never shared by different token holders. */
  runOf(meta: Parameters<McpHost['runOf']>[0], holder?: string): string
}

/** The caller: verbs in its name, an id that separates its runs from others', and the tools it asked for. */
export interface McpCaller extends Pick<McpHost, 'tools'> {
  readonly loop: Loop
  readonly holder: string
}

/** Answers one MCP call in the name of the token's holder. */
export async function answerMcp(request: Request, surroundings: McpOptions, { loop, holder, tools }: McpCaller) {
  const runOf: McpHost['runOf'] = (meta) => surroundings.runOf(meta, holder)
  const host: McpHost = { ...surroundings, tools, loop: async () => loop, runOf }
  const handler = createMcpHandler(() => createMcpServer(host), {
    onerror: (error) => host.log(`a message was skipped (${error.name})`),
  })
  return handler.fetch(request)
}

/** The verbs with a fixed reporter: the token's holder, whatever the tool passes. */
export function inNameOf(loop: Loop, by: string): Loop {
  const reports = Object.entries<Verb>(VERBS).filter(([, verb]) => verb.by && verb.reports)
  const voiced = reports.map(([name]) => {
    const verb = loop[name as keyof Loop] as (input: object) => unknown
    return [name, (input: object) => verb({ ...input, by })]
  })
  return { ...loop, ...Object.fromEntries(voiced) }
}

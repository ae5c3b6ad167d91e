import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Loop } from '../../loop/loop.ts'
import { VERBS } from '../../loop/verbs/catalogue.ts'
import type { Verb } from '../../loop/verbs/define-verb.ts'
import type { McpHost } from '../mcp/host.ts'
import { createMcpServer } from '../mcp/server.ts'

/** What the machine gives to the protocol; the loop comes with each call. */
export interface McpOptions extends Omit<McpHost, 'loop' | 'tools' | 'runOf'> {
  /** The run of calls that name none; those of different holders are never of the same run. */
  runOf(meta: Parameters<McpHost['runOf']>[0], holder?: string): string
}

/** Who calls: the verbs in their name, what distinguishes them from others, and which tools they asked for. */
export interface McpCaller extends Pick<McpHost, 'tools'> {
  readonly loop: Loop
  readonly holder: string
}

/** Answers one call of a client of the Model Context Protocol, in the name of whoever holds the token. */
export async function answerMcp(request: Request, surroundings: McpOptions, { loop, holder, tools }: McpCaller) {
  const runOf: McpHost['runOf'] = (meta) => surroundings.runOf(meta, holder)
  const host: McpHost = { ...surroundings, tools, loop: async () => loop, runOf }
  const handler = createMcpHandler(() => createMcpServer(host), {
    onerror: (error) => host.log(`a message was skipped (${error.name})`),
  })
  return handler.fetch(request)
}

/** The verbs, with one voice: whatever a tool says of who reports, it is the holder of the token. */
export function inNameOf(loop: Loop, by: string): Loop {
  const reports = Object.entries<Verb>(VERBS).filter(([, verb]) => verb.by && verb.reports)
  const voiced = reports.map(([name]) => {
    const verb = loop[name as keyof Loop] as (input: object) => unknown
    return [name, (input: object) => verb({ ...input, by })]
  })
  return { ...loop, ...Object.fromEntries(voiced) }
}

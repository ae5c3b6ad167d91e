import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { UserError } from '../../domain/user-error.ts'
import type { Loop } from '../../loop/loop.ts'
import type { McpHost } from './host.ts'
import { visibleToRun } from './run-of-call.ts'
import { whyPattern } from './why.ts'

const TOP = 'mettle://patterns/top'
const MOST = 20
const MOST_OFFERED = 100
const JSON_TYPE = 'application/json'

/** Patterns as resources: the best ones, and each with its evidence. Reading them leaves no receipt, because nothing was chosen for a task. */
export function registerResources(server: McpServer, host: McpHost): void {
  const { loop } = host
  const toldIn = async ({ mcpReq }: ServerContext) => visibleToRun(await host.loop(), host.runOf(mcpReq._meta))
  server.registerResource(
    'patterns-top',
    TOP,
    {
      title: 'The best patterns',
      description: `The ${MOST} best patterns of this project, best first.`,
      mimeType: JSON_TYPE,
      annotations: { audience: ['user', 'assistant'], priority: 0.6 },
    },
    async (uri, context) => read(uri, async () => ({ patterns: await best(await toldIn(context)) })),
  )
  server.registerResource(
    'pattern',
    new ResourceTemplate('mettle://patterns/{id}', {
      list: undefined,
      complete: { id: async (begun) => offered(await loop(), begun) },
    }),
    {
      title: 'A pattern',
      description: 'The status of a pattern and why, what would change it, and the events behind it.',
      mimeType: JSON_TYPE,
      annotations: { audience: ['user', 'assistant'], priority: 0.3 },
    },
    async (uri, { id }, context) =>
      read(uri, async () => whyPattern(await toldIn(context), decodeURIComponent(String(id)))),
  )
}

async function best(loop: Loop): Promise<object[]> {
  const views = await loop.patterns({ limit: MOST })
  return views.map(({ pattern, standing: { status, helps, runs, decidedBy }, text }) => ({
    id: pattern.id,
    uri: `mettle://patterns/${pattern.id}`,
    text,
    status,
    helps,
    runs,
    decidedBy,
    role: pattern.role,
    category: pattern.category,
    polarity: pattern.polarity,
  }))
}

async function offered(loop: Loop, begun: string): Promise<string[]> {
  const views = await loop.patterns({ limit: MOST_OFFERED })
  return views.map(({ pattern }) => pattern.id).filter((id) => id.startsWith(begun))
}

async function read(uri: URL, tell: () => Promise<object>): Promise<ReadResourceResult> {
  try {
    return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(await tell()) }] }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    if (error.code === 'not-found') throw new ResourceNotFoundError(uri.href, error.message)
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${error.message}\n${error.hint}`)
  }
}

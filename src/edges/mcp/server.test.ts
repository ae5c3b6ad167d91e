import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DAY_ZERO } from '../../../test/worlds/any-event.ts'
import { LESSON, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { UserError } from '../../domain/user-error.ts'
import type { McpHost } from './host.ts'
import { createMcpServer } from './server.ts'

/** A client that reaches the server behind an HTTP handler, without a port. */
async function overHttp(host: Partial<McpHost>, mode: 'legacy' | { pin: string }) {
  const logged: string[] = []
  const whole: McpHost = {
    version: '1.2.3',
    tools: 'own',
    now: () => DAY_ZERO,
    loop: async () => testLoop(),
    runOf: () => 'r1',
    fromRoot: (path) => path.replace('/home/dev/repo/', ''),
    letGo: (error) => ({ message: (error as Error).message, hint: 'mettle doctor' }),
    gateWithoutJournal: async (_request, error) => {
      throw error
    },
    captureRules: () => '# Rules\n\n## Record it\n\nby hand',
    log: (line) => logged.push(line),
    ...host,
  }
  const handler = createMcpHandler(() => createMcpServer(whole))
  const transport = new StreamableHTTPClientTransport(new URL('http://mettle.test/mcp'), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, logged }
}

describe.each([['legacy'], [{ pin: '2026-07-28' }]] as const)('behind HTTP, in the form %j', (mode) => {
  it('is the same server', async () => {
    const loop = testLoop()
    await taught(loop)
    const { client } = await overHttp({ loop: async () => loop }, mode)
    const { structuredContent } = await client.callTool({
      name: 'recall',
      arguments: { task: 'close the database', files: ['/home/dev/repo/db/index.ts'] },
    })
    expect(structuredContent).toMatchObject({ run: 'r1', block: expect.stringContaining(LESSON) })
    expect(await loop.events('pattern-injected')).toMatchObject([
      { run: 'r1', payload: { request: { files: ['db/index.ts'] } } },
    ])
  })
})

describe('what goes wrong', () => {
  const call = async (host: Partial<McpHost>, name: string, input: object) => {
    const { client, logged } = await overHttp(host, 'legacy')
    const { isError, content } = await client.callTool({ name, arguments: { ...input } })
    const [first] = content
    return { isError, text: first?.type === 'text' ? first.text : '', logged }
  }

  it('is told in words where the reader can fix it', async () => {
    const loop = async () => {
      throw new UserError('store-locked', 'The journal is in use.', 'Try again.')
    }
    const told = await call({ loop }, 'why', { subject: 'pattern', id: 'p-1' })
    expect(told).toMatchObject({ isError: true, text: 'The journal is in use.\nTry again.', logged: [] })
  })

  it('is our fault otherwise: the client goes on, and the log holds no word of the call', async () => {
    const loop = async () => {
      throw new TypeError('the secret of the caller')
    }
    const told = await call({ loop }, 'why', { subject: 'pattern', id: 'p-1' })
    expect(told).toMatchObject({ isError: true, text: expect.stringContaining('a fault in Mettle') })
    expect(told.logged).toEqual([expect.stringMatching(/^why failed \(TypeError\)\n\s+at /)])
    expect(told.logged.join() + told.text).not.toContain('secret')
  })

  it('leaves an agent without its memory, not without an answer', async () => {
    const loop = async () => {
      throw new Error('gone')
    }
    const told = await call({ loop }, 'recall', { task: 'close the database' })
    expect(told.isError).toBeUndefined()
    expect(JSON.parse(told.text)).toMatchObject({ items: [], note: 'Nothing this time: gone\nmettle doctor' })
  })

  it('in a call is named by its field, whether the journal is there or not', async () => {
    const told = await call({}, 'recall', { task: 'x', role: 'judge', agent: 'plan-writer' })
    expect(told.text).toBe('role: does not go with agent\nCorrect it and call recall again.')
    const ended = await call({}, 'record_outcome', { observedBy: 'test' })
    expect(ended.text).toMatch(/^result: is missing: how it ended\n/)
  })
})

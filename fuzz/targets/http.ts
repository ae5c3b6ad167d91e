import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import fc from 'fast-check'
import { ADDRESSES, placeOf } from '../../src/edges/client/addresses.ts'
import { ROUTES } from '../../src/edges/http/catalogue.ts'
import type { Addressed } from '../../src/loop/verbs/catalogue.ts'
import { taught, testLoop } from '../../test/worlds/test-loop.ts'
import { asMettle, HOST, testServer } from '../../test/worlds/test-server.ts'
import { anyOfSchema } from '../any-of-schema.ts'
import { parsed } from '../mutate.ts'
import { FRESH_AFTER, holds, holdsNoControls, type Opened, type Target } from '../target.ts'

const CALLS = (Object.keys(ROUTES) as Addressed[]).map((verb) => ({
  ...placeOf(ADDRESSES[verb]),
  input: ROUTES[verb].input,
}))

/** Any call of a verb: its fields in the path, in the query and in the body. */
const anyHttpCall = fc.constantFrom(...CALLS).chain(({ method, path, input }) =>
  anyOfSchema(input).map((told) => {
    const fields = typeof told === 'object' && told !== null ? (told as Record<string, unknown>) : { x: told }
    const filled = path.replace(
      /:(\w+)/g,
      (_, name) => encodeURIComponent(wellFormed(String(fields[name] ?? 'p1'))) || 'p1',
    )
    const asked =
      method === 'GET'
        ? `?${new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, wellFormed(textOf(value))]))}`
        : ''
    return JSON.stringify({
      method,
      path: filled + asked,
      ...(method === 'POST' ? { body: JSON.stringify(told) } : {}),
    })
  }),
)

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '')

/** Calls of the server, as a program with a token makes them. */
const http: Target = {
  name: 'http',
  isSlow: true,
  samples: CALLS.map(({ method, path }) =>
    JSON.stringify({ method, path: path.replace(/:\w+/g, 'p1'), body: method === 'POST' ? '{}' : undefined }),
  ),
  words: [
    '/v1/',
    '?',
    '&',
    '=',
    '%00',
    '%',
    '..',
    'limit=',
    'search=',
    'after=',
    '{',
    '}',
    '"run":"r1"',
    '"pattern":"p1"',
    '[',
    ']',
    '/mcp',
    '/metrics',
    '/healthz',
  ],
  made: anyHttpCall,
  open: async () => {
    let server = await freshServer()
    let calls = 0
    return {
      check: async (input) => {
        const {
          method = 'GET',
          path = '/',
          body,
        } = (parsed(input) ?? { path: input }) as { method?: unknown; path?: unknown; body?: unknown }
        if (String(path).startsWith('/v1/live')) return
        calls += 1
        if (calls % FRESH_AFTER === 0) server = await freshServer()
        await holdsAnswered(server, {
          method: method === 'POST' ? 'POST' : 'GET',
          path: `/${String(path).replace(/^\/+/, '')}`,
          body,
        })
      },
    }
  },
}

async function freshServer() {
  const loop = testLoop()
  await taught(loop)
  return testServer(asMettle(loop))
}

interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: unknown
}

async function holdsAnswered(server: ReturnType<typeof testServer>, { method, path, body }: HttpCall): Promise<void> {
  const headers = { authorization: 'Bearer approve', 'content-type': 'application/json' }
  const init = { method, headers, ...(method === 'POST' ? { body: textOf(body ?? '') } : {}) }
  const answer = await server.request(path, init)
  const text = await answer.text()
  holds(server.faults.length === 0, `${method} ${path}: ${(server.faults[0] as Error)?.stack}`)
  holds(answer.status < 500, `${method} ${path} is answered with ${answer.status}: ${text.slice(0, 400)}`)
  if (answer.headers.get('content-type')?.startsWith('application/json')) {
    holds(parsed(text) !== undefined, `${method} ${path} is answered with no JSON`)
    holdsNoControls(text, `the answer to ${method} ${path}`)
  }
}

const RAW = `POST /v1/learnings HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer write\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`

/** Bytes on the wire of a server that listens: whatever they are, the next caller is served. */
const wire: Target = {
  name: 'http-wire',
  isSlow: true,
  samples: [
    RAW,
    `GET /v1/patterns?search=%E2 HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer read\r\nConnection: close\r\n\r\n`,
    `GET http://${HOST}/ HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`,
    `POST /mcp HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer write\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  words: [
    '\r\n',
    'GET ',
    'POST ',
    'OPTIONS ',
    'CONNECT ',
    ' HTTP/1.1',
    ' HTTP/1.0',
    'Host: ',
    HOST,
    '//',
    '/%',
    '/../',
    '*',
    'Content-Length: ',
    'Transfer-Encoding: chunked',
    'Cookie: mettle=',
    'Origin: http://evil',
    '@',
    '\\',
    '[::1]',
    'Expect: 100-continue',
  ],
  open: openWire,
}

async function openWire(): Promise<Opened> {
  const { app, faults } = await freshServer()
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const faultsOfProcess: unknown[] = []
  const noticed = (error: unknown) => faultsOfProcess.push(error)
  process.on('unhandledRejection', noticed)
  return {
    check: async (input) => {
      const answer = await sent(port, Buffer.from(input, 'latin1'))
      holds(!/^HTTP\/1\.1 5/.test(answer), `it is answered with ${answer.slice(0, 300)}`)
      holds(
        faults.length + faultsOfProcess.length === 0,
        `a fault: ${String((faults[0] as Error)?.stack ?? faultsOfProcess[0])}`,
      )
    },
    close: () => {
      process.off('unhandledRejection', noticed)
      server.close()
      server.closeAllConnections()
    },
  }
}

function sent(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket.setEncoding('latin1').on('data', (piece) => {
      answer += piece
    })
    socket.on('error', () => undefined).on('close', () => resolve(answer))
  })
}

export const HTTP: readonly Target[] = [http, wire]

import type { Hono } from 'hono'
import type { Role, TokenRecord } from '../../src/domain/scope.ts'
import { Access } from '../../src/edges/http/access/access.ts'
import { type Grant, hashOf } from '../../src/edges/http/access/tickets.ts'
import { createApp } from '../../src/edges/http/app.ts'
import { Figures } from '../../src/edges/http/figures.ts'
import { Allowance } from '../../src/edges/http/guard/allowance.ts'
import type { McpOptions } from '../../src/edges/http/mcp.ts'
import type { Env, ServerContext } from '../../src/edges/http/server-context.ts'
import type { Mettle } from '../../src/open.ts'
import { DAY_ZERO } from './any-event.ts'

export const OWN_TOKEN = 'the-secret-of-this-start'
export const HOST = '127.0.0.1:4777'

/** A server that listens nowhere, with a token for each role: `read`, `write`, `approve` after the name of the role. */
export interface TestServer {
  readonly app: Hono<Env>
  readonly tokens: TokenRecord[]
  readonly faults: unknown[]
  pass(ms: number): void
  /** Calls as a program with a token does. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the test expects of it
  call(method: 'GET' | 'POST', path: string, how?: Call): Promise<Answer<any>>
  request(path: string, init?: RequestInit): Promise<Response>
}

interface Answer<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}

export interface Call {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export function testServer(
  mettle: Pick<Mettle, 'as' | 'reload' | 'scope'>,
  more: Partial<ServerContext> = {},
): TestServer {
  let now = DAY_ZERO
  const clock = () => now
  const tokens: TokenRecord[] = (['read', 'write', 'approve'] as const).map((role) => tokenOf(role))
  const faults: unknown[] = []
  const own: Grant = { name: 'owner', role: 'approve', projects: ['*'] }
  const app = createApp({
    mettle,
    access: new Access({
      own: { secret: OWN_TOKEN, grant: own },
      tokens: { list: async () => tokens },
      now: clock,
    }),
    hosts: () => new Set([HOST, 'mettle.example.com']),
    isSecure: (host) => host === 'mettle.example.com',
    calls: new Allowance({ atOnce: 1_000, perMinute: 1_000, now: clock }),
    failedLogins: new Allowance({ atOnce: 10, perMinute: 10, now: clock }),
    files: undefined,
    figures: new Figures(),
    mcp: surroundingsOfMcp(clock),
    version: '1.2.3',
    heartbeatMs: 15_000,
    onFault: (error) => faults.push(error),
    ...more,
  })
  const request = async (path: string, init: RequestInit = {}) =>
    app.request(path, { ...init, headers: { host: HOST, ...(init.headers as Record<string, string>) } })
  return {
    app,
    tokens,
    faults,
    pass: (ms) => {
      now += ms
    },
    request,
    async call(method, path, { token = 'approve', body, headers = {} } = {}) {
      const answer = await request(path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json(), headers: answer.headers }
    },
  }
}

/** A token whose secret is the name of its role. */
export function tokenOf(role: Role, more: Partial<TokenRecord> = {}): TokenRecord {
  const { name = `${role}er` } = more
  return {
    id: `t-${name}`,
    organisation: 'local',
    name,
    role,
    projects: ['world'],
    hash: hashOf(role),
    createdAt: DAY_ZERO,
    ...more,
  }
}

/** A loop of the tests, as the server asks for it. Whoever calls is remembered as the actor. */
export function asMettle(loop: import('./test-loop.ts').TestLoop): Pick<Mettle, 'as' | 'reload' | 'scope'> {
  return {
    scope: loop.context.journal.scope,
    as: () => loop,
    reload: async () => ({ changed: [], rebuildDue: false }),
  }
}

/** A machine without a client around it, for the Model Context Protocol. */
export function surroundingsOfMcp(now: () => number): McpOptions {
  return {
    version: '1.2.3',
    now,
    runOf: () => 'mcp-run',
    fromRoot: (path) => path,
    letGo: (error) => ({ message: String(error), hint: '' }),
    gateWithoutJournal: (_request, error) => Promise.reject(error),
    captureRules: () => '',
    log: () => undefined,
  }
}

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Role } from '../../domain/scope.ts'
import { UserError } from '../../domain/user-error.ts'
import type { TokenKeeper } from '../../loop/journal/keepers.ts'
import type { Mettle } from '../../open.ts'
import { Access } from './access/access.ts'
import { newSecret } from './access/tickets.ts'
import { createApp } from './app.ts'
import type { Figures } from './figures.ts'
import { Allowance } from './guard/allowance.ts'
import type { McpOptions } from './mcp.ts'
import { openDashboard } from './static-files.ts'
import { keepUp } from './watch.ts'

export interface ServeOptions {
  readonly host: string
  readonly port: number
  /** The public address of a reverse proxy; empty: none. */
  readonly publicUrl: string
  readonly callsPerMinute: number
  readonly tokens: Pick<TokenKeeper, 'list'>
  /** The name behind this start's secret. */
  readonly owner: string
  readonly figures: Figures
  readonly mcp: McpOptions
  readonly version: string
  readonly now: () => number
  readonly onFault: (error: unknown) => void
}

export interface Serving {
  /** Where this machine reaches it. */
  readonly url: string
  /** The token of this start. Because it is stored in a file, it may read and record, but not decide. */
  readonly secret: string
  /** A code that logs one browser in, once, as the owner. */
  codeFor(role: Role): string
  /** Stops immediately, even with open streams. */
  close(): Promise<void>
}

const FAILED_LOGINS = { atOnce: 10, perMinute: 10 }
const CALLS_AT_ONCE = 300
/** The local address of a server that listens on all addresses. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 15_000
/** Limits how long a slow sender can hold a connection. */
const RECEIVING = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/** Serves the loop over HTTP until it is closed. */
export async function serve(mettle: Mettle, options: ServeOptions): Promise<Serving> {
  const { now, owner, tokens, callsPerMinute, publicUrl } = options
  const secret = newSecret('mettle_')
  const hosts = new Set<string>()
  const access = new Access({ own: { secret, grant: { name: owner, role: 'write', projects: ['*'] } }, tokens, now })
  const app = createApp({
    mettle,
    access,
    hosts: () => hosts,
    isSecure: (host) => publicUrl.startsWith('https://') && host === new URL(publicUrl).host,
    calls: new Allowance({ atOnce: CALLS_AT_ONCE, perMinute: callsPerMinute, now }),
    failedLogins: new Allowance({ ...FAILED_LOGINS, now }),
    files: openDashboard(),
    figures: options.figures,
    mcp: options.mcp,
    version: options.version,
    heartbeatMs: HEARTBEAT_MS,
    onFault: options.onFault,
  })
  const server = createAdaptorServer({ fetch: app.fetch, hostname: options.host, serverOptions: RECEIVING }) as Server
  const { port } = await listen(server, options)
  for (const host of hostsOf(options, port)) hosts.add(host)
  const stop = keepUp(mettle, options.onFault)
  return {
    url: `http://${nameOf(EVERYWHERE[options.host] ?? options.host)}:${port}`,
    secret,
    codeFor: (role) => access.codes.issue({ name: owner, role, projects: ['*'] }).secret,
    async close() {
      await stop()
      await close(server)
    },
  }
}

/** The host names that the server accepts. */
function hostsOf({ host, publicUrl }: ServeOptions, port: number): string[] {
  const local = ['127.0.0.1', 'localhost', '[::1]', nameOf(host).toLowerCase()]
  return [...local.map((name) => `${name}:${port}`), ...(publicUrl === '' ? [] : [new URL(publicUrl).host])]
}

function nameOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function listen(server: Server, { host, port }: ServeOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)))
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new UserError(
      'port-in-use',
      `Port ${port} on ${host} is in use.`,
      'Choose another port, or let the system choose: mettle serve --port 0',
    )
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
    return new UserError(
      'port',
      `The server cannot listen on ${host}, port ${port} (${error.code}).`,
      'Give an address of this machine, and a port above 1023.',
    )
  return error
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { refuse } from './refusal.ts'

/** The largest body that is read. */
export const MOST_BYTES = 1_048_576

/** Requires JSON for anything that changes data: another site's form can send text, but not JSON. */
export const onlyJson: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || type === 'application/json') return next()
  throw refuse(415, {
    code: 'content-type',
    message: `A body of type '${type ?? 'none'}' is not accepted.`,
    hint: 'Send JSON, with "content-type: application/json".',
  })
}

export const onlySmallBodies: MiddlewareHandler = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    const message = `The body is larger than ${MOST_BYTES.toLocaleString('en')} bytes.`
    const failure = { code: 'too-large', message, hint: 'Send less in one request.' }
    // The rest of the body is not read, so the connection cannot be reused.
    throw refuse(413, failure, { connection: 'close' })
  },
})

/** Allows only resources from this server, nothing inline, and no framing. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every answer. None lets another origin read anything. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  headers.set('content-security-policy', CONTENT_POLICY)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'no-referrer')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}

/** The server's own addresses: `host[:port]` in lower case. Evaluated at every call, since a free port is known late. */
export type OwnHosts = () => ReadonlySet<string>

/** Refuses unknown host names. Another site could point its own name at this machine (DNS rebinding), and the browser would treat it as the same origin. */
export function onlyOwnHosts(hosts: OwnHosts): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host')?.toLowerCase() ?? ''
    if (hosts().has(host)) return next()
    throw refuse(403, {
      code: 'host',
      message: `The host '${host.slice(0, 200)}' is not an address of this server.`,
      hint: hintFor(host),
    })
  }
}

/** Puts a plausible host name into the command that would allow it. */
function hintFor(host: string): string {
  const printed = 'Use the address that mettle serve printed'
  if (!/^[a-z0-9.-]{1,253}(:\d{1,5})?$/.test(host)) return `${printed}.`
  return `${printed}; if this is the server's own, start it with METTLE_SERVE_URL=http://${host} (https:// where a proxy speaks TLS).`
}

/** The browser's headers on a call's origin. */
interface Told {
  readonly origin: string | undefined
  readonly site: string | undefined
}

/** Whether a call comes from our own page, by `Sec-Fetch-Site` and `Origin`. Programs send neither, but have a token. Browsers attach cookies automatically, so a change by cookie needs one of the two as proof. */
export function isFromOwnPage(given: Told, hosts: ReadonlySet<string>, needsProof: boolean): boolean {
  const { origin, site } = given
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin !== undefined && !isOwn(origin, hosts)) return false
  return !needsProof || origin !== undefined || site === 'same-origin'
}

function isOwn(origin: string, hosts: ReadonlySet<string>): boolean {
  const [scheme, host] = origin.toLowerCase().split('://')
  return (scheme === 'http' || scheme === 'https') && host !== undefined && hosts.has(host)
}

import * as z from 'zod'
import { ROLES, type Role } from '../../domain/scope.ts'
import type { OnProgress } from '../../loop/journal/verify.ts'
import type { Loop } from '../../loop/loop.ts'
import { ALIASES } from './aliases.ts'
import { ROUTES } from './catalogue.ts'

/** What the server offers beside the verbs of the loop. */
export interface Endpoint {
  readonly address: `${'GET' | 'POST'} /${string}`
  readonly summary: string
  /** Omitted: public. */
  readonly role?: Role
  /** The answer's content type, if not JSON. */
  readonly type?: string
  readonly body?: z.ZodType
  readonly answer?: z.ZodType
}

const secret = z.string().min(1).max(200)
/** The secret that a browser exchanges for a cookie. */
export const ticket = z.union([z.strictObject({ code: secret }), z.strictObject({ token: secret })])

/** The caller's account, without secrets. */
const account = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  organisation: z.string(),
  project: z.string(),
  projects: z.array(z.string()).readonly(),
  version: z.string(),
})
export type Account = z.output<typeof account>
const code = z.object({ code: z.string(), until: z.number() })
const ended = z.object({ ended: z.boolean() })
const health = z.object({ status: z.enum(['ok', 'unavailable']) })

export const ENDPOINTS: readonly Endpoint[] = [
  {
    address: 'POST /v1/login',
    summary: 'Exchange a one-time code, or a token, for a cookie.',
    body: ticket,
    answer: account,
  },
  {
    address: 'GET /v1/login',
    role: 'read',
    summary: 'Who you are logged in as, and for which projects.',
    answer: account,
  },
  { address: 'POST /v1/login/codes', role: 'read', summary: 'A code that logs one browser in, once.', answer: code },
  { address: 'POST /v1/login/end', role: 'read', summary: 'End the login of this browser.', answer: ended },
  { address: 'POST /v1/reload', role: 'approve', summary: 'Read the settings again.' },
  {
    address: 'GET /v1/live',
    role: 'read',
    summary: 'Server-sent events: what `/v1/news` reports, whenever the journal grows, no matter who wrote to it.',
    type: 'text/event-stream',
  },
  { address: 'GET /v1/openapi.json', role: 'read', summary: 'This description, for OpenAPI 3.1.' },
  { address: 'GET /metrics', role: 'read', summary: 'Figures for Prometheus.', type: 'text/plain; version=0.0.4' },
  {
    address: 'POST /mcp',
    role: 'write',
    summary: 'The Model Context Protocol, with the tools of `mettle mcp`; `?tools=own` or `?tools=all` gives more.',
  },
  { address: 'GET /healthz', summary: 'Whether the journal can be read.', answer: health },
]

const ALL = [...Object.values(ROUTES), ...ALIASES, ...ENDPOINTS].map(({ address }) => {
  const [method = '', path = ''] = address.split(' ')
  return { method, fits: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`) }
})

/** The methods of a path; empty if it does not exist. */
export function methodsAt(path: string): readonly string[] {
  return [...new Set(ALL.filter(({ fits }) => fits.test(path)).map(({ method }) => method))].sort()
}

/** The caller. Everything a call records carries this name, and nothing in the call can change it. */
export interface Caller {
  readonly name: string
  readonly role: Role
}

/** A verb as the server offers it at an address. */
export interface Route {
  readonly address: string
  readonly role: Role
  readonly summary: string
  /** All fields of the path, query and body; others are refused. */
  readonly input: z.ZodObject
  /** It reads the whole journal and reports progress. */
  readonly isLong: boolean
  run(loop: Loop, input: Readonly<Record<string, unknown>>, caller: Caller, onProgress?: OnProgress): Promise<unknown>
}

export function mayCall({ role }: Caller, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

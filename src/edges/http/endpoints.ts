import type { Role } from '../../domain/access-token.ts'

/** What the server offers beside the verbs of the loop. */
export interface Endpoint {
  readonly address: `${'GET' | 'POST'} /${string}`
  readonly summary: string
  /** Left out, nobody is asked who they are. */
  readonly role?: Role
  /** What the answer is, where it is not JSON. */
  readonly type?: string
}

export const ENDPOINTS: readonly Endpoint[] = [
  { address: 'POST /v1/login', summary: 'Exchange a one-time code, or a token, for a cookie.' },
  { address: 'GET /v1/login', role: 'read', summary: 'Who one is here: name, role and projects.' },
  { address: 'POST /v1/login/codes', role: 'read', summary: 'A code that logs one browser in, once.' },
  { address: 'POST /v1/login/end', role: 'read', summary: 'End the login of this browser.' },
  { address: 'POST /v1/reload', role: 'approve', summary: 'Read the settings again.' },
  {
    address: 'GET /v1/live',
    role: 'read',
    summary: 'Server-sent events: what `/v1/news` tells, whenever the journal moves, whoever moved it.',
    type: 'text/event-stream',
  },
  { address: 'GET /v1/openapi.json', role: 'read', summary: 'This description, for OpenAPI 3.1.' },
  {
    address: 'GET /metrics',
    role: 'read',
    summary: 'Figures for Prometheus.',
    type: 'text/plain; version=0.0.4',
  },
  {
    address: 'POST /mcp',
    role: 'write',
    summary: 'The Model Context Protocol, with the tools of `mettle mcp`.',
  },
  { address: 'GET /healthz', summary: 'Whether the journal can be read.' },
]

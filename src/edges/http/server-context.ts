import type { Loop } from '../../loop/loop.ts'
import type { Mettle } from '../../open.ts'
import type { Access } from './access/access.ts'
import type { Grant } from './access/tickets.ts'
import type { Figures } from './figures.ts'
import type { Allowance } from './guard/allowance.ts'
import type { OwnHosts } from './guard/request-guard.ts'
import type { McpOptions } from './mcp.ts'
import type { StaticFiles } from './static-files.ts'

/** The server's dependencies, including all access to the machine. */
export interface ServerContext {
  readonly mettle: Pick<Mettle, 'as' | 'reload' | 'scope'>
  readonly access: Access
  readonly hosts: OwnHosts
  /** Whether callers of this host use TLS, so that their cookie must be secure-only. */
  readonly isSecure: (host: string) => boolean
  readonly calls: Allowance
  readonly failedLogins: Allowance
  readonly files: StaticFiles | undefined
  /** Metrics since the start. */
  readonly figures: Figures
  /** For MCP clients. */
  readonly mcp: McpOptions
  readonly version: string
  /** Interval of an open stream's heartbeat and of checking its caller's rights again. */
  readonly heartbeatMs: number
  /** Receives our own faults. */
  readonly onFault: (error: unknown) => void
}

/** The context of an admitted call. */
export interface Env {
  Bindings: { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } }
  Variables: {
    readonly grant: Grant
    /** Whether the call's token or login is still valid. */
    readonly isHeld: () => Promise<boolean>
    /** Whether it came with the cookie of a browser. */
    readonly byCookie: boolean
    readonly project: string
    readonly loop: Loop
  }
}

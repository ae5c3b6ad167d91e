import type { Loop } from '../../loop/loop.ts'
import type { Mettle } from '../../open.ts'
import type { Access } from './access/access.ts'
import type { Grant } from './access/tickets.ts'
import type { Figures } from './figures.ts'
import type { Allowance } from './guard/allowance.ts'
import type { OwnHosts } from './guard/request-guard.ts'
import type { McpOptions } from './mcp.ts'
import type { StaticFiles } from './static-files.ts'

/** What the server works with; everything of the machine comes from outside. */
export interface ServerContext {
  readonly mettle: Pick<Mettle, 'as' | 'reload' | 'scope'>
  readonly access: Access
  readonly hosts: OwnHosts
  /** Whether a caller of this host came over TLS, so that their cookie may not go anywhere without. */
  readonly isSecure: (host: string) => boolean
  readonly calls: Allowance
  readonly failedLogins: Allowance
  readonly files: StaticFiles | undefined
  /** What was counted since the start. */
  readonly figures: Figures
  /** For clients of the Model Context Protocol. */
  readonly mcp: McpOptions
  readonly version: string
  /** How often a stream that is open shows that it is, and whoever listens is looked up again. */
  readonly heartbeatMs: number
  /** Told of faults of our own. */
  readonly onFault: (error: unknown) => void
}

/** What is known of a call once it has been let in. */
export interface Env {
  Bindings: { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } }
  Variables: {
    readonly grant: Grant
    /** Whether the token or login that the call came with still lets in. */
    readonly isHeld: () => Promise<boolean>
    /** Whether it came with the cookie of a browser. */
    readonly byCookie: boolean
    readonly project: string
    readonly loop: Loop
  }
}

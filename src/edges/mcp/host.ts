import type { Gated, GateRequest } from '../../loop/governance/gate.ts'
import type { Loop } from '../../loop/loop.ts'

/** Which tools an agent gets: the two that it needs most, in few words; all of Mettle's own; or also those under the names of other systems. */
export const TOOL_SETS = ['core', 'own', 'all'] as const

/** What serves the protocol hands in: the server itself touches neither the machine nor the process. */
export interface McpHost {
  readonly version: string
  readonly tools: (typeof TOOL_SETS)[number]
  readonly now: () => number
  /** Opens the journal, or gives the one that is open. Asked at every call, so that a journal which comes later is found. */
  readonly loop: () => Promise<Loop>
  /** The run of calls that do not say: of the session that the client runs, as far as it tells, else of this server. */
  readonly runOf: (meta: Readonly<Record<string, unknown>> | undefined) => string
  /** A path as the repository knows it, also where an agent gives it from the root of the disk. */
  readonly fromRoot: (path: string) => string
  /** Counts a failure that must not stop an agent, and gives it in words. */
  readonly letGo: (error: unknown) => { readonly message: string; readonly hint: string }
  /** The gate's word while the journal cannot be opened; throws what is wrong with the request itself. */
  readonly gateWithoutJournal: (request: GateRequest, error: unknown) => Promise<Gated>
  /** The rules by which an agent decides what to record. */
  readonly captureRules: () => string
  /** Tells the person who looks after it; never the client. */
  readonly log: (line: string) => void
}

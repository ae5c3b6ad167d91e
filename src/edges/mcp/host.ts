import type { Gated, GateRequest } from '../../loop/governance/gate.ts'
import type { Loop } from '../../loop/loop.ts'

/** The tool sets for agents: the two most needed, briefly described; all of Mettle's own; or also those with other systems' names. */
export const TOOL_SETS = ['core', 'own', 'all'] as const

/** Provided by the caller: the server itself touches neither the machine nor the process. */
export interface McpHost {
  readonly version: string
  readonly tools: (typeof TOOL_SETS)[number]
  readonly now: () => number
  /** Opens the journal, or returns the open one. Called every time, so that a journal created later is found. */
  readonly loop: () => Promise<Loop>
  /** The run of calls that name none: that of the client's session, if known, else of this server. */
  readonly runOf: (meta: Readonly<Record<string, unknown>> | undefined) => string
  /** A repository path, also for an absolute one. */
  readonly fromRoot: (path: string) => string
  /** Counts a failure that must not stop an agent, and gives it in words. */
  readonly letGo: (error: unknown) => { readonly message: string; readonly hint: string }
  /** The gate's decision if the journal cannot be opened; throws if the request itself is invalid. */
  readonly gateWithoutJournal: (request: GateRequest, error: unknown) => Promise<Gated>
  /** The rules by which an agent decides what to record. */
  readonly captureRules: () => string
  /** Logs to the server's operator, never to the client. */
  readonly log: (line: string) => void
}

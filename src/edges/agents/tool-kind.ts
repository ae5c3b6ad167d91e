import type { ToolKind } from '../../domain/values/session.ts'

/** The tools of a client by what they do; names outside it are of servers, or of no interest. */
export interface ToolNames {
  readonly shell: readonly string[]
  readonly edit: readonly string[]
  readonly read: readonly string[]
  readonly agent: readonly string[]
  /** How the client names the tools of MCP servers. */
  readonly mcp: RegExp
}

const KINDS = ['shell', 'edit', 'read', 'agent'] as const

/** What a tool does, whatever its client calls it. */
export function toolKindOf(name: string, names: ToolNames): ToolKind {
  return KINDS.find((kind) => names[kind].includes(name)) ?? (names.mcp.test(name) ? 'mcp' : 'other')
}

import { randomUUID } from 'node:crypto'
import { pathFromRoot } from '../../machine/files/paths.ts'
import { findWorkspace } from '../../machine/files/workspace.ts'
import { skillText } from '../../machine/package-files.ts'
import type { McpOptions } from '../http/mcp.ts'
import type { CommandContext } from './context.ts'
import { countFailure, gateAnyway } from './gate-safely.ts'

/** What the MCP server needs from the machine. If a client started us, the environment is the client's. */
export async function mcpEnvironment(
  context: CommandContext,
  environment: CommandContext['environment'],
): Promise<McpOptions> {
  const { runOfCall } = await import('../mcp/run-of-call.ts')
  const { root } = findWorkspace(context.cwd)
  const own = new Map<string, string>()
  const ownOf = (holder: string) => {
    const run = own.get(holder) ?? `mcp-${randomUUID()}`
    own.set(holder, run)
    return run
  }
  return {
    version: context.version,
    now: context.now,
    runOf: (meta, holder = '') => runOfCall(meta, environment, ownOf(holder)),
    fromRoot: (path) => pathFromRoot(path, root, root),
    letGo: (error) => {
      const { message, hint, isCounted } = countFailure(context, 'inject', error)
      return { message, hint: isCounted ? 'mettle doctor' : hint }
    },
    gateWithoutJournal: (request, error) => gateAnyway(context, request, error),
    captureRules: () => skillText('capture-learnings'),
    log: (line) => context.stderr.write(`mettle mcp: ${line}\n`),
  }
}

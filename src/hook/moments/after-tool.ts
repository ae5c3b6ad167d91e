import { reachesModel } from '../../agents/answer-parts.ts'
import type { HookAnswer, HookCall, ToolStep } from '../../agents/hook-call.ts'
import { errorType } from '../../engine/error-type.ts'
import { pathFromRoot } from '../../system/path-from-root.ts'
import { excerpt } from '../excerpt.ts'
import type { HookContext } from '../hook-context.ts'
import { spoolOf } from '../spool.ts'

const LONGEST_COMMAND = 8_000
const LONGEST_EXCERPT = 4_000
const LONGEST_NAME = 200
const MOST_FILES = 100

/** A step was taken: what it was and how it ended, as far as the client tells. A command that failed is an error of the run as well. */
export async function afterTool(context: HookContext): Promise<HookAnswer> {
  const { tool, client } = context.call
  if (tool === undefined) return {}
  if (context.setting<boolean>('hook.record')) record(context, tool)
  if (reachesModel({ client, moment: 'before-tool' })) return {}
  const { patternsFor } = await import('./before-tool.ts')
  return patternsFor(context, tool)
}

function record(context: HookContext, tool: ToolStep): void {
  const { call, workspace } = context
  const { root } = workspace
  const { ended = 'unknown' } = tool
  spoolOf(context).add('tool-used.v1', {
    call: tool.call,
    tool: tool.name.slice(0, LONGEST_NAME),
    kind: tool.kind,
    ended,
    ...agentOf(call),
    ...textsOf(tool),
    ...(tool.files === undefined
      ? {}
      : { files: tool.files.slice(0, MOST_FILES).map((file) => pathFromRoot(file, call.cwd || root, root)) }),
    ...(tool.exitCode === undefined ? {} : { exitCode: tool.exitCode }),
    ...(tool.durationMs === undefined ? {} : { durationMs: Math.max(0, Math.round(tool.durationMs)) }),
  })
  if (tool.kind === 'shell' && ended === 'failed') recordError(context, tool)
}

function agentOf({ agent }: HookCall): { agent?: string } {
  return agent === undefined ? {} : { agent: agent.type.slice(0, LONGEST_NAME) }
}

function textsOf({ command, removed, added, output }: ToolStep) {
  const texts = { command, removed, added, output }
  const kept = Object.entries(texts).flatMap(([name, text]) => {
    const cut = excerpt(text ?? '', name === 'command' ? LONGEST_COMMAND : LONGEST_EXCERPT)
    return cut.trim() === '' ? [] : [[name, cut] as const]
  })
  return Object.fromEntries(kept) as Partial<typeof texts> as Partial<Record<keyof typeof texts, string>>
}

function recordError(context: HookContext, tool: ToolStep): void {
  const spool = spoolOf(context)
  const message = excerpt(tool.output?.trim() || `exit code ${tool.exitCode ?? 'unknown'}`, LONGEST_EXCERPT)
  spool.add('error-recorded.v1', {
    error: spool.nextId(),
    type: errorType(message).type,
    message,
    tool: tool.name.slice(0, LONGEST_NAME),
    ...(tool.command === undefined ? {} : { context: excerpt(tool.command, LONGEST_COMMAND) }),
    ...(tool.exitCode === undefined ? {} : { exitCode: tool.exitCode }),
  })
}

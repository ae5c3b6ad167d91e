import { pathFromRoot } from '../../../machine/files/paths.ts'
import { hearingOf } from '../../agents/answers.ts'
import type { HookAnswer, ToolStep } from '../../agents/hook-call.ts'
import { errorFact, isCutShort, stepFact } from '../../agents/session-facts.ts'
import type { HookContext } from '../hook-context.ts'
import { spoolOf } from '../spool.ts'

/** Records a step and its result, as far as the client reports it. A failed command is also an error of the run. */
export async function afterTool(context: HookContext): Promise<HookAnswer> {
  const { tool, client, agent } = context.call
  if (tool === undefined) return {}
  if (context.setting<boolean>('hook.record')) await record(context, tool)
  const ask = mayTeach(context, tool) ? await (await import('../ask-lesson.ts')).askAfterStep(context, tool) : ''
  context.spool?.write()
  const { losesStart, isDeafBeforeSteps } = hearingOf(client)
  const mayLack = losesStart || (agent === undefined && context.session.startIsDue)
  const start = mayLack ? await (await import('./start-again.ts')).startAgain(context, false) : ''
  const { context: block = '' } = isDeafBeforeSteps
    ? await (await import('./before-tool.ts')).patternsFor(context, tool)
    : {}
  const parts = [start, block, ask].filter((part) => part !== '')
  return parts.length === 0 ? {} : { context: parts.join('\n') }
}

/** A git command that may take work back, or a pipe whose exit code is that of the output filter. */
const MAY_TEACH = /\bgit\b[^\n]*\b(?:checkout|restore|reset|revert)\b|\|\s*(?:tail|head|grep|tee)\b/

/** Whether a step may lead to a question; only then is the code that decides loaded. */
function mayTeach({ session, call }: HookContext, { ended, command = '' }: ToolStep): boolean {
  if (call.agent !== undefined) return false
  if (ended === 'failed' || ended === 'denied' || MAY_TEACH.test(command)) return true
  return session.notes.some((note) => note.failed !== undefined || note.noticed === 'known-failure')
}

async function record(context: HookContext, tool: ToolStep): Promise<void> {
  const { call, workspace, session } = context
  const { root } = workspace
  const spool = spoolOf(context)
  if (call.agent === undefined) session.countStep()
  // Most outputs are short; the sketching code is loaded only for a long one.
  const sketch = isCutShort(tool) ? (await import('../../agents/output-sketch.ts')).outputSketch(tool) : {}
  const step = stepFact(call, tool, (file) => pathFromRoot(file, call.cwd || root, root))
  spool.add('tool-used', { ...step, ...sketch })
  const error = errorFact(tool, () => spool.nextId())
  if (error !== undefined) spool.add('error-recorded', error)
}

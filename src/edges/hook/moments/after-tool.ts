import { pathFromRoot } from '../../../machine/files/paths.ts'
import { hearingOf } from '../../agents/answers.ts'
import type { HookAnswer, ToolStep } from '../../agents/hook-call.ts'
import { errorFact, isCutShort, stepFact } from '../../agents/session-facts.ts'
import type { HookContext } from '../hook-context.ts'
import { spoolOf } from '../spool.ts'

/** A step was taken: what it was and how it ended, as far as the client tells. A command that failed is an error of the run as well. */
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

/** A command of git that may take work back, or one whose exit code is that of what shows its output. */
const MAY_TEACH = /\bgit\b[^\n]*\b(?:checkout|restore|reset|revert)\b|\|\s*(?:tail|head|grep|tee)\b/

/** Whether a step may lead to a question: only then what finds out is loaded. */
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
  // Most outputs are short; what sketches a long one is loaded only then.
  const sketch = isCutShort(tool) ? (await import('../../agents/output-sketch.ts')).outputSketch(tool) : {}
  const step = stepFact(call, tool, (file) => pathFromRoot(file, call.cwd || root, root))
  spool.add('tool-used', { ...step, ...sketch })
  const error = errorFact(tool, () => spool.nextId())
  if (error !== undefined) spool.add('error-recorded', error)
}

import { toolSubject } from '../../../injection/relevance-to.ts'
import { pathFromRoot } from '../../../machine/files/paths.ts'
import { stepQuestion } from '../../../precomputed/kept-choices.ts'
import { hasRelated } from '../../../precomputed/search-rows.ts'
import { hearingOf } from '../../agents/answers.ts'
import type { HookAnswer, ToolStep } from '../../agents/hook-call.ts'
import { gate } from '../gate.ts'
import type { HookContext } from '../hook-context.ts'
import { precomputedFor } from '../open-precomputed.ts'

const LONGEST_COMMAND = 20_000

/** Before a step: the gate may stop it until a person answers; otherwise matching patterns are shown. Steps that only read get no patterns. */
export async function beforeTool(context: HookContext): Promise<HookAnswer> {
  const { tool } = context.call
  if (tool === undefined) return {}
  const stopped = await gate(context, tool)
  if (stopped !== undefined) return { gate: stopped }
  if (tool.kind === 'read' || hearingOf(context.call.client).isDeafBeforeSteps) return {}
  try {
    return await patternsFor(context, tool)
  } catch (error) {
    // The gate has allowed the step; a failure to show patterns does not change that.
    const { countFailure } = await import('../count-failure.ts')
    await countFailure(error, context.environment, context.workspace.root)
    return {}
  }
}

/** Runs only the gate. */
export async function gateAlone(context: HookContext): Promise<HookAnswer> {
  const { tool } = context.call
  const stopped = tool === undefined ? undefined : await gate(context, tool)
  return stopped === undefined ? {} : { gate: stopped }
}

/** The patterns for a step. Clients that ignore context before a step get them after it. */
export async function patternsFor(context: HookContext, tool: ToolStep): Promise<HookAnswer> {
  const block = context.setting<boolean>('hook.tools') ? await blockFor(context, tool) : ''
  return block === '' ? {} : { context: block }
}

async function blockFor(context: HookContext, { name, command, files = [] }: ToolStep): Promise<string> {
  const { call, run, session, workspace } = context
  const [file] = files
  const precomputed = precomputedFor(context)
  if ((command ?? file) === undefined || precomputed === undefined) return ''
  const use = {
    tool: name,
    run,
    command: command?.slice(0, LONGEST_COMMAND),
    file: file === undefined ? undefined : pathFromRoot(file, call.cwd || workspace.root, workspace.root),
    agent: call.agent?.type,
  }
  const agent = call.agent?.id ?? ''
  const subject = toolSubject(use)
  if (!precomputed.isAnswered(stepQuestion(command)) && !hasRelated(precomputed, subject)) return ''
  const { showForTool } = await import('../show-for-tool.ts')
  return showForTool(context, { use, subject }, { agent, seen: session.seenBy(agent, true) })
}

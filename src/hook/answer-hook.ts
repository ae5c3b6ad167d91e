import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, HookAnswer, HookCall, Moment } from '../agents/hook-call.ts'
import { printAnswer, readHookCall } from '../agents/read-hook-call.ts'
import { findWorkspace } from '../system/workspace.ts'
import { countFailure } from './count-failure.ts'
import { type Environment, HookContext } from './hook-context.ts'
import { seeEnd } from './see-end.ts'

/** How a hook was called, and what it may touch. */
export interface HookInput {
  /** What the client sent, whole. */
  readonly text: string
  readonly client: Client | 'auto'
  readonly event?: string | undefined
  readonly environment: Environment
  readonly now: number
}

/** What to print; empty where there is nothing to say, or nothing here is ours. Errors are the caller's to count. */
export async function answerHook(input: HookInput): Promise<string> {
  const call = readHookCall(JSON.parse(input.text), input)
  if (call === undefined) return ''
  return printAnswer(await answerCall(call, input), call)
}

/** The same for a call that was read. */
export async function answerCall(
  told: HookCall,
  { environment, now }: Pick<HookInput, 'environment' | 'now'>,
): Promise<HookAnswer> {
  const workspace = findWorkspace(told.cwd || process.cwd())
  if (!existsSync(join(workspace.home, 'project.json'))) return {}
  const context = new HookContext(await seeEnd(told), { workspace, environment, now })
  const moment = await MOMENTS[told.moment]()
  try {
    return await moment(context)
  } finally {
    await leave(context)
  }
}

/** A disk that takes nothing more is no reason to keep back what the agent must hear, least of all the gate's word. */
async function leave(context: HookContext): Promise<void> {
  try {
    context.spool.write()
  } catch (error) {
    await countFailure(error, context.environment, context.workspace.root)
  }
}

type Deed = (context: HookContext) => HookAnswer | Promise<HookAnswer>

/** Each is loaded when its moment comes: a hook is a process, and what it does not need is not read. */
const MOMENTS: Readonly<Record<Moment, () => Promise<Deed>>> = {
  'session-start': async () => (await import('./moments/session-start.ts')).sessionStart,
  prompt: async () => (await import('./moments/prompt.ts')).prompt,
  'subagent-spawn': async () => (await import('./moments/subagent-spawn.ts')).subagentSpawn,
  'subagent-start': async () => (await import('./moments/subagent-start.ts')).subagentStart,
  'before-tool': async () => (await import('./moments/before-tool.ts')).beforeTool,
  'after-tool': async () => (await import('./moments/after-tool.ts')).afterTool,
  'subagent-end': async () => (await import('./moments/turn-end.ts')).turnEnd,
  'turn-end': async () => (await import('./moments/turn-end.ts')).turnEnd,
  'session-end': async () => (await import('./moments/session-end.ts')).sessionEnd,
}

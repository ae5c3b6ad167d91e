import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, HookAnswer, HookCall, Moment } from '../agents/hook-call.ts'
import { printAnswer, readHookCall } from '../agents/read-hook-call.ts'
import { lacksWord } from '../agents/transcript.ts'
import type { HookSettings } from '../config/hook-settings.ts'
import { PROJECT_FILE } from '../config/project-file.ts'
import { readSettingsAhead } from '../config/settings-ahead.ts'
import { isFolder } from '../system/files-of.ts'
import { configFolder } from '../system/user-folders.ts'
import { findWorkspace, type Workspace } from '../system/workspace.ts'
import { type Environment, HookContext } from './hook-context.ts'
import { runningMs } from './running-ms.ts'

/** How a hook was called, and what it may touch. */
export interface HookInput extends Called {
  /** What the client sent. */
  readonly payload: unknown
  readonly client: Client | 'auto'
  readonly event?: string | undefined
}

interface Called {
  readonly environment: Environment
  readonly now: number
  /** When its time began to run, by `runningMs`; 0 is the start of the process. */
  readonly startedAt?: number
}

/** What to print; empty where there is nothing to say, or nothing here is ours. Errors are the caller's to count. */
export async function answerHook(input: HookInput): Promise<string> {
  const call = readHookCall(input.payload, input)
  if (call === undefined) return ''
  return printAnswer(await answerCall(call, input), call)
}

/** The same for a call that was read. */
export async function answerCall(told: HookCall, called: Called): Promise<HookAnswer> {
  const { environment, now, startedAt = runningMs() } = called
  const workspace = findWorkspace(told.cwd || process.cwd())
  if (!isFolder(workspace.home) || !existsSync(join(workspace.home, 'project.json'))) return {}
  const settings = await settingsOf(workspace, environment)
  const call = lacksWord(told) ? await (await import('./see-end.ts')).seeEnd(told) : told
  const elapsedMs = () => runningMs() - startedAt
  const context = new HookContext(call, { workspace, environment, now, settings, elapsedMs })
  const moment = await MOMENTS[told.moment]()
  noteTranscript(context)
  try {
    return await moment(context)
  } finally {
    await leave(context)
  }
}

/** A disk that takes nothing more is no reason to keep back what the agent must hear, least of all the gate's word. */
async function leave(context: HookContext): Promise<void> {
  try {
    context.spool?.write()
  } catch (error) {
    const { countFailure } = await import('./count-failure.ts')
    await countFailure(error, context.environment, context.workspace.root)
  }
}

/** These only ask what to show or whether to let a step happen: nothing of them is on record. */
const ASKING: ReadonlySet<Moment> = new Set(['before-tool', 'subagent-spawn', 'subagent-start'])

/**
 * Whichever hook records something notes where the client's own record of the session is, since the others may be lost. It does so before
 * it starts a process that reads it; a disk that takes nothing more is reported by `leave`.
 */
function noteTranscript({ call, session }: HookContext): void {
  const { transcript, client, agent, moment } = call
  if (transcript === undefined || ASKING.has(moment)) return
  try {
    if (session.notes.some((note) => note.transcript === transcript)) return
    session.note({ agent: agent?.id ?? '', transcript, client, session: call.session })
  } catch {}
}

/** As they were written ahead, or read now where something changed since. What is wrong with them is for who asks: the gate must not fall silent over it. */
async function settingsOf(workspace: Workspace, environment: Environment): Promise<() => HookSettings> {
  const userFile = join(configFolder(environment), 'config.json')
  const projectFile = join(workspace.root, PROJECT_FILE)
  const ahead = readSettingsAhead(join(workspace.hooks, 'ahead', 'settings.json'), {
    paths: [userFile, projectFile],
    environment,
  })
  if (ahead !== undefined) return () => ahead
  const { loadHookSettings } = await import('../config/hook-settings.ts')
  return () => loadHookSettings({ userFile, projectFile, environment })
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

import { join } from 'node:path'
import type { Client } from '../../../domain/values/session.ts'
import type { HookSettings } from '../../../machine/config/hook-settings.ts'
import { readPrecomputedSettings } from '../../../machine/config/precomputed-settings.ts'
import { PROJECT_FILE } from '../../../machine/config/settings-file.ts'
import { configFolder } from '../../../machine/files/user-folders.ts'
import { findWorkspace, type Workspace } from '../../../machine/files/workspace.ts'
import { trustPlace } from '../../../machine/gate/trust-file.ts'
import { isBeforeStep } from '../../agents/answers.ts'
import type { HookAnswer, HookCall, Moment } from '../../agents/hook-call.ts'
import { recordIn, textOf } from '../../agents/payload.ts'
import { lacksWord, printAnswer, readHookCall } from '../../agents/read-hook-call.ts'
import { type Environment, HookContext } from '../hook-context.ts'
import { mettleIn } from '../mettle-in.ts'
import { runningMs } from '../process-facts.ts'

/** How a hook was called, and its environment. */
export interface HookInput extends Called {
  /** What the client sent. */
  readonly payload: unknown
  readonly client: Client | 'auto'
  readonly event?: string | undefined
}

interface Called {
  readonly environment: Environment
  readonly now: number
  /** Run only the gate: show and record nothing. */
  readonly onlyGate?: boolean
  /** The payload as sent, or its form, to be noted. */
  readonly sent?: HookInput | string
  /** When the payload was complete, by `runningMs`; the deadline counts from then. */
  readonly startedAt?: number
}

/** The text to print; empty if there is nothing to say or Mettle is not used here. The caller counts errors. */
export async function answerHook(input: HookInput): Promise<string> {
  const call = readHookCall(input.payload, input)
  if (call !== undefined) return printAnswer(await answerCall(call, { ...input, sent: input }), call)
  ;(await import('../note-form.ts')).noteUnread(input)
  if (!isBeforeStep(textOf(recordIn(input.payload), 'hook_event_name')) && !isBeforeStep(input.event)) return ''
  const hidden = readHookCall({ ...recordIn(input.payload), agent_type: HIDDEN }, input)
  if (hidden === undefined) throw new Error("the payload lacks the session, the tool or the tool's input")
  return printAnswer(await answerCall(hidden, { ...input, onlyGate: true }), hidden)
}

/** An agent that the client hides is shown nothing, but the gate still applies to it. */
const HIDDEN = 'hidden'

/** The same for a call that was read. Before a step it never fails: where the gate cannot decide, a person is asked. */
export async function answerCall(given: HookCall, called: Called): Promise<HookAnswer> {
  try {
    return await answerAt(given, called)
  } catch (error) {
    if (given.moment !== 'before-tool') throw error
    await count(error, called.environment, given.cwd || process.cwd())
    const { undecided } = await import('../undecided.ts')
    return { gate: undecided(error) }
  }
}

async function answerAt(given: HookCall, called: Called): Promise<HookAnswer> {
  const { environment, now, startedAt = runningMs() } = called
  const workspace = workspaceOf(given, environment)
  const found = mettleIn(workspace)
  const onlyGate = called.onlyGate || found === 'gate'
  if (found === 'nothing' || (onlyGate && given.moment !== 'before-tool')) return {}
  const problems: unknown[] = []
  const settings = await settingsOf(workspace, environment, (problem) => problems.push(problem))
  const call = lacksWord(given) ? await (await import('../read-step-end.ts')).seeEnd(given) : given
  const elapsedMs = () => runningMs() - startedAt
  const context = new HookContext(call, { workspace, environment, now, settings, elapsedMs })
  const moment = await (onlyGate ? GATE_ALONE : MOMENTS[given.moment])()
  noteTranscript(context)
  if (called.sent !== undefined && !onlyGate && context.setting<boolean>('hook.record'))
    (await import('../note-form.ts')).noteForm(workspace.hooks, called.sent, { now, call: given })
  try {
    return await moment(context)
  } finally {
    await leave(context)
    if (problems.length > 0) await count(problems[0], environment, workspace.root)
  }
}

/** An agent may leave the project with `cd`; its actions elsewhere still belong to its session and pass the gate. */
function workspaceOf({ cwd }: HookCall, environment: Environment): Workspace {
  const here = findWorkspace(cwd || process.cwd())
  const project = environment.CLAUDE_PROJECT_DIR || environment.GEMINI_PROJECT_DIR
  if (!project || mettleIn(here) !== 'nothing') return here
  const begun = findWorkspace(project)
  return mettleIn(begun) === 'nothing' ? here : begun
}

/** A full disk must not hold back what the agent needs to hear, least of all the gate's answer. */
async function leave(context: HookContext): Promise<void> {
  try {
    context.spool?.write()
  } catch (error) {
    await count(error, context.environment, context.workspace.root)
  }
}

/** These only ask what to show or whether to allow a step, so they are not recorded. */
const ASKING: ReadonlySet<Moment> = new Set(['before-tool', 'subagent-spawn', 'subagent-start'])

/** Every recording hook notes the path of the transcript, because other hooks may be lost, and does so before it starts a process that reads it. */
function noteTranscript({ call, session }: HookContext): void {
  const { transcript, client, agent, moment } = call
  if (transcript === undefined || ASKING.has(moment)) return
  try {
    if (session.notes.some((note) => note.transcript === transcript)) return
    session.note({ agent: agent?.id ?? '', transcript, client, session: call.session })
  } catch {}
}

async function count(error: unknown, environment: Environment, cwd: string): Promise<void> {
  const { countFailure } = await import('../count-failure.ts')
  await countFailure(error, environment, cwd)
}

/** The precomputed settings, or those read now if a file has changed. If that fails, the usable part applies: a stray comma must not stop the recording or the gate. */
async function settingsOf(
  workspace: Workspace,
  environment: Environment,
  onProblem: (problem: unknown) => void,
): Promise<() => HookSettings> {
  const userFile = join(configFolder(environment), 'config.json')
  const projectFile = join(workspace.root, PROJECT_FILE)
  const trust = trustPlace(workspace, environment)
  const file = join(workspace.hooks, 'ahead', 'settings.json')
  const precomputed = readPrecomputedSettings(file, { paths: [userFile, projectFile, trust.file], environment })
  if (precomputed !== undefined) return () => precomputed
  const { usableSettings } = await import('../../../machine/config/hook-settings.ts')
  const last = () => readPrecomputedSettings(file, { environment })
  return () => usableSettings({ userFile, projectFile, trust, environment }, { last, onProblem })
}

type Action = (context: HookContext) => HookAnswer | Promise<HookAnswer>

/** Each handler is loaded only for its event: every hook is a process, and reads nothing it does not need. */
const MOMENTS: Readonly<Record<Moment, () => Promise<Action>>> = {
  'session-start': async () => (await import('../moments/session-start.ts')).sessionStart,
  compaction: async () => (await import('../moments/start-again.ts')).compaction,
  prompt: async () => (await import('../moments/prompt.ts')).prompt,
  'subagent-spawn': async () => (await import('../moments/subagent-spawn.ts')).subagentSpawn,
  'subagent-start': async () => (await import('../moments/subagent-start.ts')).subagentStart,
  'before-tool': async () => (await import('../moments/before-tool.ts')).beforeTool,
  'after-tool': async () => (await import('../moments/after-tool.ts')).afterTool,
  'subagent-end': async () => (await import('../moments/turn-end.ts')).turnEnd,
  'turn-end': async () => (await import('../moments/turn-end.ts')).turnEnd,
  'session-end': async () => (await import('../moments/session-end.ts')).sessionEnd,
}

const GATE_ALONE = async () => (await import('../moments/before-tool.ts')).gateAlone

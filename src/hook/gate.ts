import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { HookAnswer, ToolStep } from '../agents/hook-call.ts'
import { commandIn } from '../agents/step.ts'
import type { BasePolicy } from '../domain/base-policy.ts'
import { digest } from '../domain/digest.ts'
import { type AdapterFinding, adapterOf, LONGEST_COMMAND } from '../engine/adapter-of.ts'
import { BASE_POLICY } from '../engine/gate.ts'
import type { GateRequest } from '../engine/gate-step.ts'
import { judgeStep } from '../engine/judge-step.ts'
import type { OverlayInForce } from '../engine/overlay.ts'
import { idOf } from '../engine/run-outcome.ts'
import type { SafetyFinding } from '../engine/safety/rules.ts'
import { safetyFindings } from '../engine/safety/safety.ts'
import { TOOL_TABLE } from '../engine/tool-table.ts'
import { openOverlayFile } from '../system/overlay-file.ts'
import { readRegularText } from '../system/regular-file.ts'
import type { HookContext } from './hook-context.ts'

/**
 * The gate's word on a step; undefined lets it pass. Some steps are refused whatever is known; for the rest it asks what is kept beside the journal. What cannot be read asks for every step that reaches an adapter: nobody
 * can tell which of them was gated. So does whatever else goes wrong: hooks let agents go on when they fail, a gate must not.
 */
export async function gate(context: HookContext, tool: ToolStep): Promise<HookAnswer['gate']> {
  const request = requestOf(context, tool)
  try {
    if (!context.setting<boolean>('hook.gate')) return undefined
    if (request !== undefined && isTooLong(request)) return unread()
    const found = foundIn(context, tool, context.setting<readonly string[]>('safety.off'))
    if (request === undefined && found.length === 0) return undefined
    const exact = found.length > 0 && request?.command === undefined ? wordsOf(tool) : {}
    const step = request ?? { tool: tool.name, run: context.run }
    return await judged(context, { ...step, ...exact }, found)
  } catch {
    const found = foundIn(context, tool, [])
    if (found.length > 0) return asked(found)
    return request === undefined ? undefined : unreadable(reachedBy(request).adapters[0]?.adapter)
  }
}

/** The safety rules that a step matches. A policy file that cannot be read makes none of them stricter; what it gates is asked about anyway. */
function foundIn(context: HookContext, tool: ToolStep, off: readonly string[]): SafetyFinding[] {
  const { call, environment, workspace } = context
  const place = { cwd: call?.cwd || workspace.root, root: workspace.root, home: environment?.HOME }
  return safetyFindings(tool, place, { off, stricter: stricterRules(context) })
}

function stricterRules(context: HookContext): BasePolicy['safety'] {
  try {
    return basePolicy(context)?.safety
  } catch {
    return undefined
  }
}

/** A step without a command as a person is asked about it: the same files with other contents are another question. */
function wordsOf({ name, files = [], input }: ToolStep): Pick<GateRequest, 'action'> {
  const what = files.length === 0 ? '' : ` ${files.join(', ')}`
  return { action: `${name}${what} (${digest(JSON.stringify(input ?? {})).slice(0, 8)})` }
}

async function judged(
  context: HookContext,
  request: GateRequest,
  safety: readonly SafetyFinding[],
): Promise<HookAnswer['gate']> {
  const base = basePolicy(context)
  const found = reachedBy(request, base)
  if (safety.length === 0 && found.adapters.length === 0 && !found.isUnread && base?.unclear !== 'ask')
    return undefined
  const refused = safety.filter(({ decision }) => decision === 'deny').map(({ because }) => because)
  if (refused.length > 0)
    return { decision: 'deny', reason: `Mettle's gate refuses this step: ${refused.join('; ')}.` }
  const overlays = base === undefined ? undefined : overlaysOf(context)
  if (base === undefined || overlays === undefined)
    return safety.length > 0 ? asked(safety) : unreadable(found.adapters[0]?.adapter)
  const known = { base, overlays }
  if (judgeStep({ ...found, risk: 'medium', safety }, known).decision === 'allow') return undefined
  // Most steps pass; what names one and asks a person is loaded when it has to be.
  const { stopStep } = await import('./stop-step.ts')
  return stopStep(context, request, { ...known, safety })
}

/** A person is asked, although nobody can look up what was answered before. */
function asked(safety: readonly SafetyFinding[]): HookAnswer['gate'] {
  const because = safety.map((finding) => finding.because).join('; ')
  return { decision: 'ask', reason: `Mettle's gate asks a person about this step: ${because}.` }
}

function isTooLong({ command = '' }: GateRequest): boolean {
  return command.length > LONGEST_COMMAND
}

function unread(): HookAnswer['gate'] {
  const reason = `Mettle's gate does not read commands of more than ${LONGEST_COMMAND} characters, so it cannot tell what this one reaches. Put what is long into a file.`
  return { decision: 'ask', reason }
}

/** Only commands and tools of servers reach adapters. A server may run commands, too; then both count. */
function requestOf({ run }: HookContext, { kind, name, command, input }: ToolStep): GateRequest | undefined {
  if (kind === 'shell') return command === undefined ? undefined : { tool: name, command, run }
  if (kind !== 'mcp') return undefined
  const server = /^mcp__(.+?)__/.exec(name)?.[1] ?? name.split(/[-_]/)[0]!
  const inner = commandIn(input).command
  return inner === undefined
    ? { tool: name, server, run }
    : { adapter: server, action: name, command: inner, run }
}

function reachedBy(request: GateRequest, base?: BasePolicy): AdapterFinding {
  const { adapter, action = '' } = request
  const found = adapterOf(request, tableOf(base))
  if (adapter === undefined) return found
  return { ...found, adapters: [{ adapter: idOf(adapter), step: action }, ...found.adapters] }
}

function tableOf(base: BasePolicy | undefined) {
  return [...(base?.tools ?? []), ...TOOL_TABLE]
}

function unreadable(adapter: string | undefined): HookAnswer['gate'] {
  if (adapter === undefined) return undefined
  const reason = `Mettle's gate cannot read what was decided about ${adapter}. The next command of a person reads it again: mettle status`
  return { decision: 'ask', reason }
}

/** What people decided. Hooks read the copy that was checked, as long as it is of the file as it stands. */
function basePolicy(context: HookContext): BasePolicy | undefined {
  const { root, hooks } = context.workspace
  const text = textIn(join(root, 'mettle.policy.json'))
  if (text === undefined) return BASE_POLICY
  try {
    const kept = JSON.parse(textIn(join(hooks, 'ahead', 'policy.json')) ?? '') as {
      of: string
      policy: BasePolicy
    }
    return kept.of === digest(text) ? kept.policy : undefined
  } catch {
    return undefined
  }
}

function overlaysOf({ workspace }: HookContext): readonly OverlayInForce[] | undefined {
  try {
    return openOverlayFile(workspace.hooks, () => undefined).read() ?? []
  } catch {
    return undefined
  }
}

/** Most often there is none, and an error takes longer to make than the file to look for. */
function textIn(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return readRegularText(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

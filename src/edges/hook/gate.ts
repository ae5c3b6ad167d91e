import { join } from 'node:path'
import type { BasePolicy } from '../../domain/base-policy.ts'
import { digest } from '../../domain/digest.ts'
import { orElse } from '../../domain/sets.ts'
import { type AdapterFinding, adapterOf, LONGEST_COMMAND } from '../../engine/governance/adapter-of.ts'
import { BASE_POLICY, type GateVerdict, isStricter } from '../../engine/governance/gate.ts'
import { judgeStep, type StepContext } from '../../engine/governance/judge-step.ts'
import { idOf } from '../../engine/governance/normalise-outcome.ts'
import type { ActiveOverlay } from '../../engine/governance/overlay.ts'
import type { GateRequest } from '../../engine/governance/read-gate-request.ts'
import { TOOL_TABLE } from '../../engine/governance/tool-table.ts'
import type { SafetyFinding } from '../../engine/safety/findings.ts'
import { folderOf, safetyFindings } from '../../engine/safety/safety.ts'
import { textIfThere } from '../../machine/files/regular-file.ts'
import { ACCEPTED, type GatePlace, gatePlace, isKept, OVERLAYS } from '../../machine/gate/gate-seal.ts'
import { readOverlays } from '../../machine/gate/overlay-file.ts'
import type { HookAnswer, ToolStep } from '../agents/hook-call.ts'
import { commandIn } from '../agents/step.ts'
import type { HookContext } from './hook-context.ts'

/** The gate's answer for a step; undefined lets it pass. If a policy cannot be read or anything fails, the gate asks about every step that reaches an adapter: other hooks let the agent continue when they fail, a gate must not. */
export async function gate(context: HookContext, tool: ToolStep): Promise<HookAnswer['gate']> {
  const request = requestOf(context, tool)
  try {
    if (!context.setting<boolean>('hook.gate')) return undefined
    if ((request?.command?.length ?? 0) > LONGEST_COMMAND) return unread()
    const off = context.setting<readonly string[]>('safety.off')
    const place = gatePlace(context.workspace, context.environment)
    const policies = await policiesOf(context, place)
    const safety = foundIn(context, tool, { off, policies })
    if (request === undefined && safety.length === 0) return undefined
    const exact = safety.length > 0 && request?.command === undefined ? wordsOf(tool) : {}
    const cwd = folderOf(tool.input, context.call?.cwd || context.workspace.root)
    const step = request ?? { tool: tool.name, run: context.run }
    return await judged(context, { ...step, ...exact, cwd }, { safety, policies, place })
  } catch {
    const found = foundIn(context, tool, { off: [] })
    if (found.length > 0) return asked(found)
    return request === undefined ? undefined : unreadable(reachedBy(request).adapters[0]?.adapter)
  }
}

/** The safety rules that a step matches. An unreadable policy file tightens none of them, but then the gate asks about its steps anyway. */
function foundIn(
  { call, environment, workspace }: HookContext,
  tool: ToolStep,
  { off, policies = [] }: { off: readonly string[]; policies?: readonly BasePolicy[] | undefined },
): SafetyFinding[] {
  const place = { cwd: call?.cwd || workspace.root, root: workspace.root, home: environment?.HOME }
  const stricter = policies.flatMap(({ safety = {} }) => Object.entries(safety))
  // A policy that denies sorts last, so it wins.
  const sorted = stricter.sort(([, one], [, other]) => Number(one === 'deny') - Number(other === 'deny'))
  return safetyFindings(tool, place, { off, stricter: Object.fromEntries(sorted) })
}

/** The question for a step without a command: the same files with different content are another question. */
function wordsOf({ name, files = [], input }: ToolStep): Pick<GateRequest, 'action'> {
  const what = files.length === 0 ? '' : ` ${files.join(', ')}`
  return { action: `${name}${what} (${digest(JSON.stringify(input ?? {})).slice(0, 8)})` }
}

interface Grounds {
  readonly safety: readonly SafetyFinding[]
  /** Undefined where one of them cannot be read. */
  readonly policies: readonly BasePolicy[] | undefined
  readonly place: GatePlace
}

async function judged(
  context: HookContext,
  request: GateRequest,
  { safety, policies, place }: Grounds,
): Promise<HookAnswer['gate']> {
  const refused = safety.filter(({ decision }) => decision === 'deny').map(({ because }) => because)
  if (refused.length > 0) return { decision: 'deny', reason: `Mettle's gate refuses this step: ${refused.join('; ')}.` }
  const unread = (adapter: string | undefined, toType?: string) =>
    safety.length > 0 ? asked(safety) : unreadable(adapter, toType)
  if (policies === undefined) return unread(reachedBy(request).adapters[0]?.adapter, 'mettle policy check')
  let overlays: readonly ActiveOverlay[] | undefined
  let strictest: { readonly known: StepContext; readonly judged: GateVerdict } | undefined
  for (const base of policies) {
    const found = reachedBy(request, base)
    const isReached = safety.length > 0 || found.adapters.length > 0 || found.isUnread
    if (!isReached && base.unclear !== 'ask') continue
    overlays ??= overlaysOf(place)
    if (overlays === undefined) return unread(found.adapters[0]?.adapter)
    const known = { base, overlays }
    const judged = judgeStep({ ...found, risk: 'medium', safety }, known)
    if (strictest === undefined || isStricter(judged, strictest.judged)) strictest = { known, judged }
  }
  if (strictest === undefined || strictest.judged.decision === 'allow') return undefined
  // Loaded only if a step is stopped, since most pass.
  const { stopStep } = await import('./stop-step.ts')
  return stopStep(context, request, { ...strictest.known, safety })
}

/** Asks a person without looking up earlier answers, which cannot be read now. */
function asked(safety: readonly SafetyFinding[]): HookAnswer['gate'] {
  const because = safety.map((finding) => finding.because).join('; ')
  return { decision: 'ask', reason: `Mettle's gate asks a person about this step: ${because}.` }
}

function unread(): HookAnswer['gate'] {
  const reason = `Mettle's gate does not read commands of more than ${LONGEST_COMMAND} characters, so it cannot check this one. Put the long part into a file.`
  return { decision: 'ask', reason }
}

/** Only commands and MCP tools reach adapters. An MCP tool may run a command; then both count. */
function requestOf({ run }: HookContext, { kind, name, command, input }: ToolStep): GateRequest | undefined {
  if (kind === 'shell') return command === undefined ? undefined : { tool: name, command, run }
  if (kind !== 'mcp') return undefined
  const server = /^mcp__(.+?)__/.exec(name)?.[1] ?? name.split(/[-_]/)[0]!
  const inner = commandIn(input).command
  return inner === undefined ? { tool: name, server, run } : { adapter: server, action: name, command: inner, run }
}

function reachedBy(request: GateRequest, base?: BasePolicy): AdapterFinding {
  const { adapter, action = '' } = request
  const found = adapterOf(request, [...(base?.tools ?? []), ...TOOL_TABLE])
  if (adapter === undefined) return found
  return { ...found, adapters: [{ adapter: idOf(adapter), step: action }, ...found.adapters] }
}

function unreadable(adapter: string | undefined, toType = 'mettle status'): HookAnswer['gate'] {
  if (adapter === undefined) return undefined
  const reason = `Mettle's gate cannot read the decisions about ${adapter}. To see why, and how to fix it, a person types: ${toType}`
  return { decision: 'ask', reason }
}

/** The policies a step has to pass: the current file, and what a person last accepted. Undefined if one is unreadable, or an accepted file is gone. */
async function policiesOf({ workspace }: HookContext, place: GatePlace): Promise<BasePolicy[] | undefined> {
  try {
    const text = textIfThere(join(workspace.root, 'mettle.policy.json'))
    if (text === undefined && !isKept(place, ACCEPTED)) return [BASE_POLICY]
    const { acceptedPolicies } = await import('./accepted-policies.ts')
    return acceptedPolicies(text, place)
  } catch {
    return undefined
  }
}

function overlaysOf(place: GatePlace): readonly ActiveOverlay[] | undefined {
  return orElse(() => (isKept(place, OVERLAYS) ? readOverlays(place) : []), undefined)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookAnswer, ToolStep } from '../agents/hook-call.ts'
import type { BasePolicy } from '../domain/base-policy.ts'
import { digest } from '../domain/digest.ts'
import { adapterOf } from '../engine/adapter-of.ts'
import { BASE_POLICY, type GateAnswer } from '../engine/gate.ts'
import { type GateRequest, type GateStep, judgeStep, questionOf, readStep } from '../engine/gate-step.ts'
import type { OverlayInForce } from '../engine/overlay.ts'
import { TOOL_TABLE } from '../engine/tool-table.ts'
import { openOverlayFile } from '../system/overlay-file.ts'
import type { HookContext } from './hook-context.ts'

/**
 * The gate's word on a step, from what is kept beside the journal; undefined lets it pass. What cannot be read asks for every step that reaches an adapter: nobody
 * can tell which of them was gated.
 */
export function gate(context: HookContext, tool: ToolStep): HookAnswer['gate'] {
  const request = requestOf(context, tool)
  if (request === undefined || !context.setting<boolean>('hook.gate')) return undefined
  const base = basePolicy(context)
  const found = adapterOf(request, [...(base?.tools ?? []), ...TOOL_TABLE])
  if (found.adapters.length === 0 && base?.unclear !== 'ask') return undefined
  const overlays = base === undefined ? undefined : overlaysOf(context)
  if (base === undefined || overlays === undefined) return unreadable(found.adapters[0]?.adapter)
  const known = { base, overlays }
  // Naming a step costs more than judging it, and most pass.
  const nameless: GateStep = { ...found, approval: '', action: '', risk: 'medium' }
  const verdict = judgeStep(nameless, known)
  if (verdict.decision === 'allow') return undefined
  const step = readStep(request, base)
  const answer = answerTo(context, step)
  const judged = answer === undefined ? verdict : judgeStep(step, { ...known, answer })
  if (judged.decision === 'allow') return undefined
  const because = judged.reasons.map((reason) => reason.because).join('; ')
  if (judged.decision === 'deny')
    return { decision: 'deny', reason: `Mettle's gate refuses this step: ${because}.` }
  ask(context, step, judged)
  return {
    decision: 'ask',
    reason: `Mettle's gate asks a person about this step: ${because}. To allow it: mettle approval answer ${step.approval} --allow --reason "…"`,
  }
}

/** Only commands and tools of servers reach adapters. */
function requestOf(context: HookContext, { kind, name, command }: ToolStep): GateRequest | undefined {
  const { run } = context
  if (kind === 'shell') return command === undefined ? undefined : { tool: name, command, run }
  if (kind !== 'mcp') return undefined
  const server = /^mcp__(.+?)__/.exec(name)?.[1] ?? name.split(/[-_]/)[0]!
  return { tool: name, server, run }
}

function unreadable(adapter: string | undefined): HookAnswer['gate'] {
  if (adapter === undefined) return undefined
  const reason = `Mettle's gate cannot read what was decided about ${adapter}. The next command of a person reads it again: mettle status`
  return { decision: 'ask', reason }
}

/** What people decided. Hooks read the copy that was checked, as long as it is of the file as it stands. */
function basePolicy(context: HookContext): BasePolicy | undefined {
  const { root, home } = context.workspace
  const text = textIn(join(root, 'mettle.policy.json'))
  if (text === undefined) return BASE_POLICY
  try {
    const kept = JSON.parse(textIn(join(home, 'ahead', 'policy.json')) ?? '') as {
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
    return openOverlayFile(workspace.home, () => undefined).read() ?? []
  } catch {
    return undefined
  }
}

function answerTo({ workspace, now }: HookContext, { approval }: GateStep): GateAnswer | undefined {
  try {
    const text = textIn(join(workspace.home, 'ahead', 'answers.json')) ?? '{"answers":[]}'
    const { answers } = JSON.parse(text) as { answers: (GateAnswer & { approval: string })[] }
    return answers.find((answer) => answer.approval === approval && answer.until > now)
  } catch {
    return undefined
  }
}

/** A question is left once in a session. */
function ask(context: HookContext, step: GateStep, verdict: ReturnType<typeof judgeStep>): void {
  const { approval } = step
  if (context.session.notes.some(({ asked }) => asked === approval)) return
  context.session.note({ agent: '', asked: approval })
  context.spool.add('approval-asked.v1', questionOf(step, verdict))
}

function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

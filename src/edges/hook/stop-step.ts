import { join } from 'node:path'
import type { GateAnswer, GateVerdict } from '../../engine/governance/gate.ts'
import { judgeStep, type StepContext } from '../../engine/governance/judge-step.ts'
import { type GateRequest, type GateStep, questionOf, readStep } from '../../engine/governance/read-gate-request.ts'
import type { SafetyFinding } from '../../engine/safety/findings.ts'
import { readRegularText } from '../../machine/files/regular-file.ts'
import { ANSWERS, gatePlace, unsealed } from '../../machine/gate/gate-seal.ts'
import type { HookAnswer } from '../agents/hook-call.ts'
import type { HookContext } from './hook-context.ts'
import { spoolOf } from './spool.ts'

/** The gate's answer to a step that is not simply allowed: a person's answer may allow it; otherwise it is denied or asked about. */
export function stopStep(
  context: HookContext,
  request: GateRequest,
  known: StepContext & { readonly safety: readonly SafetyFinding[] },
): HookAnswer['gate'] {
  const step = readStep(request, known.base, { found: known.safety, place: { root: context.workspace.root } })
  const answer = answerTo(context, step)
  const judged = judgeStep(step, answer === undefined ? known : { ...known, answer })
  if (judged.decision === 'allow') return undefined
  const because = judged.reasons.map((reason) => reason.because).join('; ')
  if (judged.decision === 'deny') return { decision: 'deny', reason: `Mettle's gate refuses this step: ${because}.` }
  ask(context, step, judged)
  return {
    decision: 'ask',
    reason: `Mettle's gate asks a person about this step: ${because}. To allow it: mettle approval answer ${step.approval} --allow --reason "…"`,
  }
}

/** An answer that was not sealed on this machine is none. */
function answerTo(context: HookContext, { approval }: GateStep): GateAnswer | undefined {
  const { workspace, environment, now } = context
  try {
    const text = readRegularText(join(workspace.hooks, 'ahead', ANSWERS))
    const body = unsealed(gatePlace(workspace, environment), ANSWERS, text)?.body ?? ''
    const answers = JSON.parse(body) as (GateAnswer & { approval: string })[]
    return answers.find((answer) => answer.approval === approval && answer.until > now)
  } catch {
    return undefined
  }
}

/** Spools a question, once per session. */
function ask(context: HookContext, step: GateStep, verdict: GateVerdict): void {
  const { approval } = step
  if (context.session.notes.some(({ asked }) => asked === approval)) return
  context.session.note({ agent: '', asked: approval })
  spoolOf(context).add('approval-asked', questionOf(step, verdict))
}

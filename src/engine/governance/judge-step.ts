import type { BasePolicy } from '../../domain/base-policy.ts'
import { type GateAnswer, type GateVerdict, gateOf } from './gate.ts'
import type { ActiveOverlay } from './overlay.ts'
import type { GateStep } from './read-gate-request.ts'

/** Everything needed to judge a step, wherever it was read. */
export interface StepContext {
  readonly base: BasePolicy
  readonly overlays: readonly ActiveOverlay[]
  readonly answer?: GateAnswer
}

export function judgeStep(
  step: Pick<GateStep, 'adapters' | 'risk' | 'unclear' | 'isUnread' | 'safety'>,
  { base, overlays, answer }: StepContext,
): GateVerdict {
  const adapters = step.adapters.map(({ adapter }) => {
    const overlay = overlays.find((item) => item.adapter === adapter)
    return overlay === undefined ? { adapter } : { adapter, overlay }
  })
  const { risk, unclear, isUnread, safety } = step
  const question = { adapters, risk, unclear, isUnread: isUnread || undefined, safety }
  return gateOf(answer === undefined ? question : { ...question, answer }, base)
}

import type { BasePolicy } from '../../domain/base-policy.ts'
import { UserError } from '../../domain/user-error.ts'
import { type GateRequest, readStep, type SafetyContext } from '../../engine/governance/read-gate-request.ts'
import type { LoopContext } from '../context.ts'
import type { OverlayKeeper } from '../views/active-overlays.ts'
import { type Gated, gate, gated, safetyContext, strictestOf } from './gate.ts'

/** Errors in the request or the configuration; they do not open the gate. */
const FIXABLE = ['usage', 'input', 'policy', 'config']

/** Asks the gate; if the journal cannot be used, answers from the data kept beside it, and reports and counts the failure. */
export async function gateSafely(context: LoopContext, request: GateRequest): Promise<Gated> {
  const answer = await answered(context, request)
  context.metrics?.record('mettle.gate.decisions', 1, { decision: answer.decision })
  return answer
}

async function answered(context: LoopContext, request: GateRequest): Promise<Gated> {
  try {
    return await gate(context, request)
  } catch (error) {
    if (isUserFixable(error)) throw error
    const failure = failureIn(error)
    count(context, failure)
    const { overlays, basePolicy, policies } = context
    const known = {
      policies: await (policies?.() ?? basePolicy().then((base) => [base])),
      overlays,
      safety: safetyContext(context),
    }
    return { ...gateWithoutJournal(request, known), failure }
  }
}

export function isUserFixable(error: unknown): boolean {
  return error instanceof UserError && FIXABLE.includes(error.code)
}

function failureIn(error: unknown): NonNullable<Gated['failure']> {
  return error instanceof UserError
    ? { code: error.code, message: error.message }
    : { code: 'bug', message: String(error) }
}

function count({ failures, nextId, now }: LoopContext, failure: NonNullable<Gated['failure']>): void {
  try {
    failures?.add({ id: nextId(), at: now(), part: 'gate', ...failure })
  } catch {
    // Even an uncounted failure is reported with the answer.
  }
}

/** The gate without a journal: the policy file and the kept overlays still apply. Nothing is recorded, and no answer is known. If the kept copy is damaged, it asks about every step of an adapter. */
export function gateWithoutJournal(
  request: GateRequest,
  known: {
    readonly policies: readonly BasePolicy[]
    readonly overlays: Pick<OverlayKeeper, 'read'>
    readonly safety?: SafetyContext | undefined
  },
): Gated {
  const all = known.policies.map((base) => {
    const step = readStep(request, base, known.safety)
    const adapters = step.adapters.map(({ adapter }) => adapter)
    return { judged: gated(step, { base, overlays: keptOverlays(known.overlays, adapters, base) }) }
  })
  return strictestOf(all).judged
}

function keptOverlays(keeper: Pick<OverlayKeeper, 'read'>, adapters: readonly string[], base: BasePolicy) {
  try {
    return keeper.read() ?? []
  } catch {
    const reason = 'neither the journal nor the copy of its overlays can be read'
    const asks = { riskMultiplier: 1, suggestedMaxRetries: base.maxRetries, requireApproval: true, reason, since: 0 }
    return adapters.map((adapter) => ({ adapter, ...asks }))
  }
}

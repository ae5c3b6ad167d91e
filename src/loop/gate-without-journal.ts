import type { BasePolicy } from '../domain/base-policy.ts'
import { type Gated, judgeStep } from './gate.ts'
import { type GateRequest, readStep } from './gate-step.ts'
import type { OverlayInForce, OverlayKeeper } from './overlays-in-force.ts'

/**
 * The gate while the journal cannot be used. The policy file and the overlays kept beside the journal still hold, so an adapter that was gated stays gated; one
 * that was free stays free. Nothing is recorded and no answer is known. Where what is kept is damaged, nobody can tell which adapters were gated, and
 * every step of one is asked about.
 */
export function gateWithoutJournal(
  request: GateRequest,
  { base, overlays }: { readonly base: BasePolicy; readonly overlays: OverlayKeeper },
): Gated {
  const step = readStep(request, base)
  const adapters = step.adapters.map(({ adapter }) => adapter)
  return judgeStep(step, { base, overlays: keptOverlays(overlays, adapters, base) })
}

function keptOverlays(
  keeper: OverlayKeeper,
  adapters: readonly string[],
  base: BasePolicy,
): readonly OverlayInForce[] {
  try {
    return keeper.read() ?? []
  } catch {
    const reason = 'neither the journal nor the overlays kept beside it can be read'
    const asks = {
      riskMultiplier: 1,
      suggestedMaxRetries: base.maxRetries,
      requireApproval: true,
      reason,
      since: 0,
    }
    return adapters.map((adapter) => ({ adapter, ...asks }))
  }
}

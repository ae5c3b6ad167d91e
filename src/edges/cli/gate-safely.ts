import type { Gated, GateRequest } from '../../loop/governance/gate.ts'
import { gateWithoutJournal, isUserFixable } from '../../loop/governance/gate-without-journal.ts'
import { gatePlace } from '../../machine/gate/gate-seal.ts'
import { readOverlays } from '../../machine/gate/overlay-file.ts'
import { readPolicies } from '../../machine/gate/policy-file.ts'
import { findWorkspace } from '../../machine/workspace.ts'
import type { CommandContext } from './context.ts'
import { countFailure } from './fail-open.ts'
import { openWithinDeadline } from './open-within-deadline.ts'

/** Asks the gate, also when the journal cannot even be opened. */
export async function gateSafely(context: CommandContext, request: GateRequest): Promise<Gated> {
  try {
    const mettle = await openWithinDeadline(context, 'gate.deadlineMs')
    return await mettle.gate(request)
  } catch (error) {
    return gateAnyway(context, request, error)
  }
}

/** The gate's word where the journal failed: it rests on what is kept beside it, and the failure is counted. What the caller can mend is thrown on. */
export async function gateAnyway(
  context: CommandContext,
  request: GateRequest,
  error: unknown,
): Promise<Gated> {
  if (isUserFixable(error)) throw error
  const { code, message } = countFailure(context, 'gate', error)
  const workspace = findWorkspace(context.cwd)
  const place = gatePlace(workspace, context.environment)
  const known = {
    policies: await readPolicies(workspace, place),
    overlays: { read: () => readOverlays(place) },
    safety: { place: { cwd: context.cwd, root: workspace.root } },
  }
  return { ...gateWithoutJournal(request, known), failure: { code, message } }
}

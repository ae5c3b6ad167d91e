import { UserError } from '../domain/user-error.ts'
import type { Gated } from '../loop/gate.ts'
import type { GateRequest } from '../loop/gate-step.ts'
import { gateWithoutJournal } from '../loop/gate-without-journal.ts'
import { openOverlayFile } from '../system/overlay-file.ts'
import { readBasePolicy } from '../system/policy-file.ts'
import { findWorkspace } from '../system/workspace.ts'
import type { CommandContext } from './context.ts'
import { countFailure } from './fail-open.ts'
import { openWithinDeadline } from './open-within-deadline.ts'

/** The gate's word, and what kept the journal from being asked. */
export interface SafelyGated extends Gated {
  readonly failure?: { readonly code: string; readonly message: string }
}

/** Errors of whoever asks or of what they configured; the gate does not open for them. */
const MENDABLE = ['usage', 'input', 'policy', 'config']

/** Asks the gate, and answers from what is kept beside the journal when that cannot be used. The failure is counted. */
export async function gateSafely(context: CommandContext, request: GateRequest): Promise<SafelyGated> {
  try {
    const mettle = await openWithinDeadline(context, 'gate.deadlineMs')
    return await mettle.gate(request)
  } catch (error) {
    if (error instanceof UserError && MENDABLE.includes(error.code)) throw error
    const { code, message } = countFailure(context, 'gate', error)
    const workspace = findWorkspace(context.cwd)
    const base = await readBasePolicy(workspace)
    const overlays = openOverlayFile(workspace.home, () => undefined)
    return { ...gateWithoutJournal(request, { base, overlays }), failure: { code, message } }
  }
}

import { randomUUID } from 'node:crypto'
import { UserError } from '../../domain/user-error.ts'
import type { Gated, GateRequest } from '../../loop/governance/gate.ts'
import { gateWithoutJournal, isUserFixable } from '../../loop/governance/gate-without-journal.ts'
import type { SwallowedFailure } from '../../loop/sessions/spool.ts'
import { openFailureLog } from '../../machine/failure-log.ts'
import { stateFolder } from '../../machine/files/user-folders.ts'
import { findWorkspace } from '../../machine/files/workspace.ts'
import { gatePlace } from '../../machine/gate/gate-seal.ts'
import { readOverlays } from '../../machine/gate/overlay-file.ts'
import { readPolicies } from '../../machine/gate/policy-file.ts'
import { type Mettle, readConfig } from '../../open.ts'
import type { CommandContext } from './context.ts'

/** Lets the agent continue: it must not stop because Mettle failed. The failure is logged outside the journal, printed on stderr, and shown by `mettle doctor`. Invalid calls are still errors. */
export function failOpen(context: CommandContext, part: SwallowedFailure['part'], error: unknown): void {
  if (error instanceof UserError && (error.code === 'usage' || error.code === 'input')) throw error
  const { code, message, hint, isCounted } = countFailure(context, part, error)
  const failure = { code, message }
  context.show(part === 'inject' ? { block: '', items: [], failure } : { failure }, () => '')
  const lost = part === 'inject' ? 'Nothing this time' : 'Nothing was recorded'
  context.note(`${lost}: ${message}\n${isCounted ? 'mettle doctor' : hint}`)
}

/** Logs a failure outside the journal, so that a failing journal cannot lose it. A project without a journal has nothing to log. */
export function countFailure(
  context: CommandContext,
  part: SwallowedFailure['part'],
  error: unknown,
): { code: string; message: string; hint: string; isCounted: boolean } {
  const { code, message, hint } =
    error instanceof UserError ? error : { code: 'bug', message: String(error), hint: 'mettle doctor' }
  const isCounted =
    code !== 'not-initialised' && count(context, { id: randomUUID(), at: context.now(), part, code, message })
  return { code, message, hint, isCounted }
}

function count(context: CommandContext, failure: SwallowedFailure): boolean {
  try {
    openFailureLog(stateFolder(context.environment), findWorkspace(context.cwd).home).add(failure)
    return true
  } catch {
    return false
  }
}

/** Opens the journal, but waits for a locked one only until the deadline, not as long as other commands. */
export async function openWithinDeadline(
  context: CommandContext,
  key: 'inject.deadlineMs' | 'gate.deadlineMs',
): Promise<Mettle> {
  const { values } = readConfig(findWorkspace(context.cwd), context.environment, context.settings)
  return context.openMettle({ flags: [`store.waitMs=${values[key]}`, ...context.settings] })
}

/** Asks the gate, also when the journal cannot even be opened. */
export async function gateSafely(context: CommandContext, request: GateRequest): Promise<Gated> {
  try {
    const mettle = await openWithinDeadline(context, 'gate.deadlineMs')
    return await mettle.gate(request)
  } catch (error) {
    return gateAnyway(context, request, error)
  }
}

/** The gate's decision when the journal failed: it uses what is kept beside the journal, and counts the failure. Errors that the caller can fix are rethrown. */
export async function gateAnyway(context: CommandContext, request: GateRequest, error: unknown): Promise<Gated> {
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

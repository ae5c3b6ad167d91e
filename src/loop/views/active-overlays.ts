import { type AdapterRecord, asOf, isTight } from '../../engine/governance/adapter-record.ts'
import type { ActiveOverlay } from '../../engine/governance/overlay.ts'
import { ADAPTER, documentId } from '../../projection/documents/governance-documents.ts'
import type { LoopContext } from '../context.ts'

/** Stores the active overlays for the gate, for when the journal is unavailable. `undefined`: none was ever stored. Reading damaged ones throws; storing never does, because the overlay has already changed. */
export interface OverlayKeeper {
  read(): readonly ActiveOverlay[] | undefined
  keep(overlays: readonly ActiveOverlay[], head: OverlayHead): void
}

/** The journal that the overlays come from, and its position. */
export interface OverlayHead {
  readonly journal: string
  readonly position: number
  /** A person accepted this journal over anything stored before. */
  readonly isAccepted?: boolean
}

const MOST = 10_000

/** The journal's records of some adapters; unknown ones are left out. */
export async function adapterRecords(context: LoopContext, adapters: readonly string[]) {
  const { journal, policy } = context
  if (adapters.length === 0) return []
  const documents = await journal.documents(adapters.map((id) => ({ kind: ADAPTER, id: documentId(id) })))
  return documents.map((document) => asOf(document.body, context.now(), policy))
}

/** The adapters with a restrictive overlay, as of now. */
export async function tightAdapters({ journal, policy, now }: LoopContext, limit = MOST): Promise<AdapterRecord[]> {
  const documents = await journal.list(ADAPTER, { states: ['tight'], limit })
  return documents.map(({ body }) => asOf(body, now(), policy)).filter((record) => isTight(record, policy))
}

/** Stores the active overlays, once the facts that may have changed them are recorded. */
export async function keepOverlays(context: LoopContext, isAccepted = false): Promise<void> {
  const head = await context.journal.head()
  const tight = await tightAdapters(context)
  context.overlays.keep(tight.map(inForce), { ...head, isAccepted })
}

/** Rewrites them if the stored copy is missing, damaged or outdated, or if time alone may loosen a gate. */
export async function repairOverlays(context: LoopContext): Promise<void> {
  try {
    const kept = context.overlays.read()
    if (kept !== undefined && (kept.length === 0 || context.policy.policy.ratchet === 'strict')) return
  } catch {
    // Unreadable: rewritten below.
  }
  await keepOverlays(context)
}

export function inForce(record: AdapterRecord): ActiveOverlay {
  const { adapter, overlay, since } = record
  return { adapter, ...overlay, reason: reasonOf(record), since }
}

/** The person's reason, if only they require approval; else the evidence's. */
function reasonOf({ overlay, wanted, reason, decision }: AdapterRecord): string {
  const isAskedByHand = overlay.requireApproval && !wanted.requireApproval
  return isAskedByHand && decision?.kind === 'tightened' ? `tightened by ${decision.by}, ${decision.reason}` : reason
}

import { type AdapterRecord, asOf, isTight } from '../../engine/governance/adapter-record.ts'
import type { ActiveOverlay } from '../../engine/governance/overlay.ts'
import { ADAPTER, documentId } from '../../projection/documents/governance-documents.ts'
import type { LoopContext } from '../context.ts'

/** Keeps the overlays in force for the gate to read when the journal cannot be. `undefined`: none was ever kept. Reading what is damaged throws; keeping never does, for the overlay has already moved. */
export interface OverlayKeeper {
  read(): readonly ActiveOverlay[] | undefined
  keep(overlays: readonly ActiveOverlay[], head: OverlayHead): void
}

/** The journal that the overlays follow from, and how far it has come. */
export interface OverlayHead {
  readonly journal: string
  readonly position: number
  /** A person says that this journal counts, whatever was kept before. */
  readonly isAccepted?: boolean
}

const MOST = 10_000

/** What the journal says of some adapters; those it does not know are left out. */
export async function adapterRecords(context: LoopContext, adapters: readonly string[]) {
  const { journal, policy } = context
  if (adapters.length === 0) return []
  const documents = await journal.documents(adapters.map((id) => ({ kind: ADAPTER, id: documentId(id) })))
  return documents.map((document) => asOf(document.body, context.now(), policy))
}

/** The adapters whose overlay asks for more than none would, as of now. */
export async function tightAdapters({ journal, policy, now }: LoopContext, limit = MOST): Promise<AdapterRecord[]> {
  const documents = await journal.list(ADAPTER, { states: ['tight'], limit })
  return documents.map(({ body }) => asOf(body, now(), policy)).filter((record) => isTight(record, policy))
}

/** Writes down the overlays in force, once the facts that may have moved them are in the journal. */
export async function keepOverlays(context: LoopContext, isAccepted = false): Promise<void> {
  const head = await context.journal.head()
  const tight = await tightAdapters(context)
  context.overlays.keep(tight.map(inForce), { ...head, isAccepted })
}

/** Writes them again where what is kept is missing, damaged or not the last one, and where time alone may open a gate. */
export async function repairOverlays(context: LoopContext): Promise<void> {
  try {
    const kept = context.overlays.read()
    if (kept !== undefined && (kept.length === 0 || context.policy.policy.ratchet === 'strict')) return
  } catch {
    // As below.
  }
  await keepOverlays(context)
}

export function inForce(record: AdapterRecord): ActiveOverlay {
  const { adapter, overlay, since } = record
  return { adapter, ...overlay, reason: reasonOf(record), since }
}

/** A person's word, where approval is asked for by nothing else; else what the evidence says. */
function reasonOf({ overlay, wanted, reason, decision }: AdapterRecord): string {
  const isAskedByHand = overlay.requireApproval && !wanted.requireApproval
  return isAskedByHand && decision?.kind === 'tightened' ? `tightened by ${decision.by}, ${decision.reason}` : reason
}

import type { AdapterRecord } from '../../engine/governance/adapter-record.ts'
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
export async function adapterRecords({ journal }: LoopContext, adapters: readonly string[]) {
  if (adapters.length === 0) return []
  const documents = await journal.documents(adapters.map((id) => ({ kind: ADAPTER, id: documentId(id) })))
  return documents.map((document) => document.body)
}

/** Writes down the overlays in force, once the facts that may have moved them are in the journal. */
export async function keepOverlays({ journal, overlays }: LoopContext, isAccepted = false): Promise<void> {
  const head = await journal.head()
  const documents = await journal.list(ADAPTER, { states: ['tight'], limit: MOST })
  overlays.keep(
    documents.map((document) => inForce(document.body)),
    { ...head, isAccepted },
  )
}

/** Writes them again where what is kept is missing, damaged or not the last one. */
export async function repairOverlays(context: LoopContext): Promise<void> {
  try {
    if (context.overlays.read() !== undefined) return
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
  return isAskedByHand && decision?.kind === 'tightened'
    ? `tightened by ${decision.by}, ${decision.reason}`
    : reason
}

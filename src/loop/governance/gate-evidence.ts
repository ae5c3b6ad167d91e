import { type AdapterRecord, reliabilityOfRecord } from '../../engine/governance/adapter-record.ts'
import { FAILURE, type FailureRecord } from '../../projection/documents/governance-documents.ts'
import type { LoopContext } from '../context.ts'

export interface AdapterEvidence {
  readonly adapter: string
  readonly runs: number
  readonly reliability?: number
  /** The way in which it fails most often. */
  readonly failure?: {
    readonly failureType: string
    readonly occurrences: number
    readonly lastSeenAt: number
  }
  readonly overlay: AdapterRecord['overlay']
  readonly since: number
  readonly decision?: AdapterRecord['decision']
}

export async function evidenceOf(context: LoopContext, record: AdapterRecord): Promise<AdapterEvidence> {
  const { adapter, sums, overlay, since, decision } = record
  const [worst] = await context.journal.list(FAILURE, { states: [adapter], limit: 1 })
  const score = reliabilityOfRecord(record, context.policy)?.score
  return {
    adapter,
    runs: sums.runs,
    overlay,
    since,
    reliability: score,
    failure: worst && failureIn(worst.body),
    decision,
  }
}

function failureIn({ failureType, occurrences, lastSeenAt }: FailureRecord) {
  return { failureType, occurrences, lastSeenAt }
}

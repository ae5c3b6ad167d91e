import { type DocumentReader, defineDocument, makeDocument } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { EventOf } from '../domain/read-event.ts'
import type { ApprovalState } from '../domain/values/gate.ts'
import { partFor } from './documents/fold-documents.ts'

export const APPROVAL = defineDocument<ApprovalRecord>('approval')

/** A step that the gate stopped, the latest question about it, and the latest answer. */
export interface ApprovalRecord extends PayloadOf<'approval-asked'> {
  readonly run?: string
  /** How often the gate has asked about it. */
  readonly asked: number
  readonly askedAt: number
  readonly answer?: {
    readonly answer: 'allow' | 'deny'
    readonly by: string
    readonly reason?: string
    readonly at: number
  }
}

/** Questions of the gate. One step is one approval, however often it is asked about; a new question drops the old answer. */
export const approvals = partFor(['approval-asked', 'approval-answered'], {
  needs: ({ payload }) => [{ kind: APPROVAL, id: payload.approval }],
  fold(event, read) {
    const record = foldApproval(event, read)
    if (record === undefined) return undefined
    const adapters = event.type === 'approval-asked' ? event.payload.adapters : []
    const { approval, askedAt } = record
    return {
      // The latest question comes first.
      documents: [makeDocument(APPROVAL, approval, record, { state: approvalState(record), rank: askedAt })],
      subjects: [`approval/${approval}`, ...adapters.map((adapter) => `adapter/${adapter}`)],
    }
  },
})

function foldApproval(
  event: EventOf<'approval-asked'> | EventOf<'approval-answered'>,
  read: DocumentReader,
): ApprovalRecord | undefined {
  const record = read.get(APPROVAL, event.payload.approval)?.body
  if (event.type === 'approval-asked') {
    const run = event.run === undefined ? {} : { run: event.run }
    return { ...event.payload, ...run, asked: (record?.asked ?? 0) + 1, askedAt: event.occurredAt }
  }
  const { approval: _, ...answer } = event.payload
  return record && { ...record, answer: { ...answer, at: event.occurredAt } }
}

export function approvalState({ answer }: ApprovalRecord): ApprovalState {
  if (answer === undefined) return 'open'
  return answer.answer === 'allow' ? 'allowed' : 'refused'
}

import { type DocumentReader, defineDocument, type Folded, makeDocument } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import type { ApprovalState } from '../domain/values/gate.ts'
import type { Part } from './documents/fold-documents.ts'

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
export const approvals: Part = {
  needs: (event) =>
    event.type === 'approval-asked' || event.type === 'approval-answered'
      ? [{ kind: APPROVAL, id: event.payload.approval }]
      : [],
  fold(event, read): Folded {
    const record = foldApproval(event, read)
    if (record === undefined) return { documents: [], subjects: [] }
    const adapters = event.type === 'approval-asked' ? event.payload.adapters : []
    return {
      documents: [approvalDocument(record)],
      subjects: [`approval/${record.approval}`, ...adapters.map((adapter) => `adapter/${adapter}`)],
    }
  },
}

function foldApproval(event: KnownEvent, read: DocumentReader): ApprovalRecord | undefined {
  if (event.type === 'approval-asked') {
    const asked = (approvalRecord(read, event.payload.approval)?.asked ?? 0) + 1
    const run = event.run === undefined ? {} : { run: event.run }
    return { ...event.payload, ...run, asked, askedAt: event.occurredAt }
  }
  if (event.type !== 'approval-answered') return undefined
  const record = approvalRecord(read, event.payload.approval)
  if (record === undefined) return undefined
  const { approval: _, ...answer } = event.payload
  return { ...record, answer: { ...answer, at: event.occurredAt } }
}

function approvalRecord(read: DocumentReader, id: string): ApprovalRecord | undefined {
  return read.get(APPROVAL, id)?.body
}

export function approvalState({ answer }: ApprovalRecord): ApprovalState {
  if (answer === undefined) return 'open'
  return answer.answer === 'allow' ? 'allowed' : 'refused'
}

/** The latest question comes first. */
function approvalDocument(record: ApprovalRecord) {
  const { approval, askedAt } = record
  return makeDocument(APPROVAL, approval, record, { state: approvalState(record), rank: askedAt })
}

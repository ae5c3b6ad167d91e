import { MINUTE_MS } from '../../domain/numbers.ts'
import type { ApprovalState } from '../../domain/values/gate.ts'
import { type ApprovalRecord, approvalState } from '../../projection/fold-approvals.ts'
import type { LoopContext } from '../context.ts'

export interface ApprovalView extends ApprovalRecord {
  readonly state: ApprovalState
  /** When the answer expires; the gate then asks again. */
  readonly until?: number
}

export function viewOf({ settings }: LoopContext, record: ApprovalRecord): ApprovalView {
  const { answer } = record
  const until = answer === undefined ? undefined : answer.at + settings.approvalMinutes * MINUTE_MS
  return { ...record, state: approvalState(record), until }
}

import type { BasePolicy } from '../../domain/base-policy.ts'
import { orElse } from '../../domain/sets.ts'
import { type AdapterRecord, isTight, reliabilityOfRecord } from '../../engine/governance/adapter-record.ts'
import { type GateAnswer, type GateVerdict, isStricter } from '../../engine/governance/gate.ts'
import { judgeStep, type StepContext } from '../../engine/governance/judge-step.ts'
import type { ActiveOverlay } from '../../engine/governance/overlay.ts'
import {
  adaptersOf,
  type GateRequest,
  type GateStep,
  questionOf,
  readStep,
  type SafetyContext,
} from '../../engine/governance/read-gate-request.ts'
import { FAILURE } from '../../projection/documents/governance-documents.ts'
import { APPROVAL } from '../../projection/fold-approvals.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { appendFact, approvalStream, unlessTaken } from '../journal/append-facts.ts'
import { adapterRecords, inForce, keepOverlays } from '../views/active-overlays.ts'
import { type ApprovalView, viewOf } from '../views/approval-view.ts'

export type { GateRequest }

/** The gate's decision on a step, with all its evidence. */
export interface Gated extends GateVerdict, Omit<GateStep, 'adapters'> {
  readonly adapters: readonly string[]
  /** The journal's evidence on the adapters; those without runs are left out. */
  readonly evidence: readonly AdapterEvidence[]
  /** The question is in the journal and waits for an answer. */
  readonly recorded: boolean
  /** Why the journal could not be used; the answer then uses only what is kept beside it. */
  readonly failure?: { readonly code: string; readonly message: string }
}

/** Whether a step may be taken now. If a person can lift a stop, the question is recorded once; an answer is valid for `gate.approvalMinutes`. An allowed step leaves no trace. */
export async function gate(context: LoopContext, request: GateRequest): Promise<Gated> {
  const policies = await (context.policies?.() ?? context.basePolicy().then((base) => [base]))
  const all = await Promise.all(policies.map((base) => judgedBy(context, request, base)))
  const { step, records, approval, judged } = strictestOf(all)
  const evidence = await Promise.all(records.map((record) => evidenceOf(context, record)))
  if (judged.decision !== 'needs-approval') return { ...judged, evidence }
  const isOpen = approval !== undefined && approval.answer === undefined
  if (!isOpen) await ask(context, { step, verdict: judged }, (approval?.asked ?? 0) + 1)
  return { ...judged, evidence, recorded: true }
}

async function judgedBy(context: LoopContext, request: GateRequest, base: BasePolicy) {
  const step = readStep(request, base, safetyContext(context))
  const records = await adapterRecords(context, adaptersOf(step))
  const approval = await bodyOf(context.journal, APPROVAL, step.approval)
  await repairFile(context, adaptersOf(step), records)
  const answer = approval === undefined ? undefined : answerNow(viewOf(context, approval), context.now())
  const judged = gated(step, { base, overlays: [...otherOverlays(context, records), ...records.map(inForce)], answer })
  return { step, records, approval, judged }
}

/** Kept overlays of adapters for which this journal has none: after it was deleted or truncated, they apply until a person accepts that. */
function otherOverlays({ overlays, policy }: LoopContext, records: readonly AdapterRecord[]) {
  const known = new Set(records.filter((record) => isTight(record, policy)).map(({ adapter }) => adapter))
  return orElse(() => (overlays.read() ?? []).filter(({ adapter }) => !known.has(adapter)), [])
}

/** The first of several equally strict. */
export function strictestOf<T extends { readonly judged: GateVerdict }>(all: readonly T[]): T {
  return all.reduce((best, one) => (isStricter(one.judged, best.judged) ? one : best))
}

/** The machine's folders and the owner's choices, for the safety rules. */
export function safetyContext({ place, settings }: Pick<LoopContext, 'place' | 'settings'>): SafetyContext {
  const { safetyOff: off } = settings
  return { place, off }
}

/** The verdict on a step from given data, whatever its source. */
export function gated(step: GateStep, known: StepContext): Gated {
  return { ...step, ...judgeStep(step, known), adapters: adaptersOf(step), evidence: [], recorded: false }
}

function answerNow({ answer, until }: ApprovalView, now: number): GateAnswer | undefined {
  if (answer === undefined || until === undefined || now >= until) return undefined
  return { answer: answer.answer, by: answer.by, until, reason: answer.reason }
}

/** Records a question; simultaneous identical ones count once. */
async function ask(
  context: LoopContext,
  { step, verdict }: { step: GateStep; verdict: GateVerdict },
  time: number,
): Promise<void> {
  const { approval, run } = step
  const place = { stream: approvalStream(approval), key: `approval/${approval}/${time}`, run }
  const draft = { type: 'approval-asked' as const, payload: questionOf(step, verdict), ...place }
  await unlessTaken(() => appendFact(context, draft), undefined)
}

/** Updates the overlays kept beside the journal, which differ if another machine has moved them. */
async function repairFile(
  context: LoopContext,
  adapters: readonly string[],
  records: readonly AdapterRecord[],
): Promise<void> {
  const among = (list: readonly ActiveOverlay[]) =>
    list
      .filter(({ adapter }) => adapters.includes(adapter))
      .map(({ adapter, riskMultiplier, suggestedMaxRetries, requireApproval }) =>
        [adapter, riskMultiplier, suggestedMaxRetries, requireApproval].join(' '),
      )
      .sort()
      .join()
  try {
    const tight = records.filter((record) => isTight(record, context.policy))
    if (among(context.overlays.read() ?? []) === among(tight.map(inForce))) return
  } catch {
    // An unreadable copy is rewritten.
  }
  await keepOverlays(context)
}

interface AdapterEvidence {
  readonly adapter: string
  readonly runs: number
  readonly reliability?: number
  /** Its most frequent failure. */
  readonly failure?: { readonly failureType: string; readonly occurrences: number; readonly lastSeenAt: number }
  readonly overlay: AdapterRecord['overlay']
  readonly since: number
  readonly decision?: AdapterRecord['decision']
}

async function evidenceOf(context: LoopContext, record: AdapterRecord): Promise<AdapterEvidence> {
  const { adapter, sums, overlay, since, decision } = record
  const [worst] = await context.journal.list(FAILURE, { states: [adapter], limit: 1 })
  const { failureType = '', occurrences = 0, lastSeenAt = 0 } = worst?.body ?? {}
  return {
    adapter,
    runs: sums.runs,
    overlay,
    since,
    reliability: reliabilityOfRecord(record, context.policy)?.score,
    failure: worst && { failureType, occurrences, lastSeenAt },
    decision,
  }
}

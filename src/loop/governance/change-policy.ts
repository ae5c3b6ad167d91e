import { withoutUndefined } from '../../domain/sets.ts'
import { notFound, UserError } from '../../domain/user-error.ts'
import type { RiskLevel } from '../../domain/values/gate.ts'
import { idOf } from '../../engine/governance/normalise-outcome.ts'
import type { Overlay } from '../../engine/governance/overlay.ts'
import { THRESHOLD_KEYS, type ThresholdKey } from '../../engine/governance/thresholds.ts'
import { ADAPTER, documentId, FAILURE, failureId } from '../../projection/documents/governance-documents.ts'
import { overlayText } from '../../report/wording.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPayload } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { appendFact, appendFacts, BY_PERSON, type Draft } from '../journal/append-facts.ts'
import {
  type AdapterView,
  adapterView,
  failuresOf,
  knownAdapter,
  looserIn,
  thresholdsOf,
} from '../views/policy-view.ts'

interface Decision {
  readonly by: string
  readonly reason: string
}

export interface OverlayRequest extends Decision, Partial<Overlay> {
  readonly adapter: string
}

export interface OverlayChanged {
  readonly before: Overlay
  readonly after: Overlay
  readonly adapter: AdapterView
}

/** Loosens an overlay in the named fields, or else as the evidence suggests. It tightens again only if both the whole record and the runs since then ask for it. */
export async function loosenOverlay(context: LoopContext, request: OverlayRequest): Promise<OverlayChanged> {
  const record = await knownAdapter(context, request.adapter)
  const named = fieldsOf(request)
  const fields = Object.keys(named).length === 0 ? looserIn(record) : named
  refuseUnless(Object.keys(fields).length > 0, {
    why: `The evidence suggests nothing looser for ${record.adapter}: ${record.reason}.`,
    next: `To loosen it anyway: mettle policy loosen ${record.adapter} --no-approval --reason "…"`,
  })
  refuseUnless(isLooser(fields, record.overlay), {
    why: `The active overlay of ${record.adapter} is no stricter: ${overlayText(record.overlay)}.`,
    next: 'Name what to loosen (mettle policy loosen --help), or ask for more: mettle policy tighten',
  })
  return changeOverlay(context, 'overlay-loosened', { ...request, ...fields, adapter: record.adapter })
}

/** Tightens an adapter's overlay beyond the evidence, until a person loosens it. The adapter may be unknown. */
export async function tightenOverlay(context: LoopContext, request: OverlayRequest): Promise<OverlayChanged> {
  const fields = fieldsOf(request)
  const before = await overlayNow(context, request.adapter)
  refuseUnless(isLooser(before, { ...before, ...fields }), {
    why: `The active overlay of ${idOf(request.adapter)} is no looser: ${overlayText(before)}.`,
    next: 'Name what to tighten: mettle policy tighten --help',
  })
  return changeOverlay(context, 'overlay-set', { ...request, adapter: idOf(request.adapter) })
}

async function changeOverlay(
  context: LoopContext,
  type: 'overlay-set' | 'overlay-loosened',
  request: OverlayRequest,
): Promise<OverlayChanged> {
  const { adapter, by, reason } = request
  const before = await overlayNow(context, adapter)
  const payload = await checkPayload(type, { adapter, by, reason, ...fieldsOf(request) })
  await appendFacts(context, [{ type, payload, stream: adapterStream(adapter), provenance: BY_PERSON } as Draft])
  const after = await adapterView(context, adapter)
  return { before, after: after.overlay, adapter: after }
}

async function overlayNow({ journal, policy }: LoopContext, adapter: string): Promise<Overlay> {
  const record = await bodyOf(journal, ADAPTER, documentId(idOf(adapter)))
  const none = { riskMultiplier: 1, suggestedMaxRetries: policy.overlay.maxRetries, requireApproval: false }
  return record?.overlay ?? none
}

function fieldsOf({ riskMultiplier, suggestedMaxRetries, requireApproval }: Partial<Overlay>): Partial<Overlay> {
  return withoutUndefined({ riskMultiplier, suggestedMaxRetries, requireApproval })
}

/** Whether some field is looser, and none is stricter. */
function isLooser(fields: Partial<Overlay>, than: Overlay): boolean {
  const { riskMultiplier, suggestedMaxRetries, requireApproval } = { ...than, ...fields }
  const steps = [
    than.riskMultiplier - riskMultiplier,
    suggestedMaxRetries - than.suggestedMaxRetries,
    Number(than.requireApproval) - Number(requireApproval),
  ]
  return steps.some((step) => step > 0) && steps.every((step) => step >= 0)
}

export interface ThresholdRequest extends Decision {
  readonly risk: RiskLevel
  /** Left out, the threshold that the evidence suggests. */
  readonly threshold?: number
}

export interface ThresholdChanged {
  readonly key: ThresholdKey
  readonly before: number
  readonly after: number
}

/** Sets the share of votes that must approve. A raised threshold stays until a person lowers it. */
export async function setThreshold(context: LoopContext, request: ThresholdRequest): Promise<ThresholdChanged> {
  const { risk, by, reason } = request
  const key = THRESHOLD_KEYS[risk]
  const { inForce, suggested } = await thresholdsOf(context)
  const threshold = request.threshold ?? suggested[key]
  const { minThreshold, maxThreshold } = context.policy.thresholds
  refuseUnless(threshold >= minThreshold && threshold <= maxThreshold, {
    why: `${threshold} is not within ${minThreshold} and ${maxThreshold}.`,
    next: `Give a share from ${minThreshold} to ${maxThreshold}.`,
  })
  refuseUnless(threshold !== inForce[key], {
    why: `The ${risk}-risk threshold is ${threshold} already.`,
    next: 'mettle policy show',
  })
  const payload = await checkPayload('threshold-set', { risk, threshold, by, reason })
  await appendFacts(context, [{ type: 'threshold-set', payload, stream: 'thresholds', provenance: BY_PERSON }])
  return { key, before: inForce[key], after: threshold }
}

export interface AcknowledgeRequest extends Decision {
  readonly adapter: string
  readonly failureType: string
}

export interface FailureAcknowledged {
  readonly adapter: AdapterView
  readonly failureType: string
  /** Occurrences at that time. */
  readonly occurrences: number
}

/** Marks a recurring failure as fixed: its count restarts at zero. The overlay stays until loosened. */
export async function acknowledgeFailure(
  context: LoopContext,
  request: AcknowledgeRequest,
): Promise<FailureAcknowledged> {
  const { by, reason } = request
  const { adapter } = await knownAdapter(context, request.adapter)
  const failureType = idOf(request.failureType)
  const failure = await bodyOf(context.journal, FAILURE, failureId({ adapterId: adapter, failureType }))
  const occurrences = failure?.occurrences ?? 0
  if (occurrences === 0) throw await noSuchFailure(context, adapter, failureType)
  const place = { stream: adapterStream(adapter), provenance: BY_PERSON }
  const said = { adapter, failureType, by, reason }
  await appendFact(context, await checkedDraft('failure-acknowledged', said, place))
  return { adapter: await adapterView(context, adapter), failureType, occurrences }
}

async function noSuchFailure(context: LoopContext, adapter: string, failureType: string): Promise<UserError> {
  const open = (await failuresOf(context, adapter)).filter(({ occurrences }) => occurrences > 0)
  const known = open.map((failure) => failure.failureType).join(', ')
  return notFound(
    `${adapter} has no open failure '${failureType}'.`,
    known === '' ? `mettle policy show ${adapter}` : `It has: ${known}`,
  )
}

export interface AnnotateRequest {
  readonly adapter: string
  readonly text: string
  readonly by: string
}

/** Adds a note to an adapter, shown in policy and reports. */
export async function annotateAdapter(context: LoopContext, request: AnnotateRequest): Promise<AdapterView> {
  const adapter = idOf(request.adapter)
  const place = { stream: adapterStream(adapter), provenance: BY_PERSON }
  await appendFact(context, await checkedDraft('adapter-annotated', { ...request, adapter }, place))
  return adapterView(context, adapter)
}

function adapterStream(adapter: string): string {
  return `adapter/${documentId(adapter)}`
}

function refuseUnless(holds: boolean, { why, next }: { why: string; next: string }): void {
  if (!holds) throw new UserError('nothing-to-change', why, next)
}

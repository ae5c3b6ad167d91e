import { type DocumentKey, type DocumentReader, type Folded, makeDocument } from '../domain/document.ts'
import type { EventType } from '../domain/events/catalogue.ts'
import type { EventOf, KnownEvent } from '../domain/read-event.ts'
import { withMembers, withoutUndefined } from '../domain/sets.ts'
import { annotated, explained, loosened, tightened, withFailures } from '../engine/governance/adapter-record.ts'
import { addSkillRun, reviseAfterRollback, reviseAgent } from '../engine/governance/agent-profile.ts'
import { constraintSuggestions } from '../engine/governance/constraint-suggestions.ts'
import {
  countedOutcome,
  countedUses,
  type GovernedOutcome,
  type GovernedRun,
  governedOutcome,
  governsAnything,
  NEW_GOVERNED_RUN,
  withSeen,
} from '../engine/governance/governed-run.ts'
import { idOf } from '../engine/governance/normalise-outcome.ts'
import type { Overlay } from '../engine/governance/overlay.ts'
import { THRESHOLD_KEYS, withRunAtRisk, withThreshold } from '../engine/governance/thresholds.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { DraftDocuments, NOTHING, partOf, type Step } from './documents/fold-documents.ts'
import {
  ADAPTER,
  AGENT,
  type AgentRecord,
  adapterDocument,
  adapterRecord,
  agentRecord,
  type Change,
  CYCLE,
  type CycleRecord,
  cycleDocument,
  cycleRecord,
  documentId,
  FAILURE,
  failureDocument,
  failureId,
  failureRecord,
  SKILL,
  skillDocument,
  skillRecord,
  THRESHOLDS,
  thresholdRecord,
} from './documents/governance-documents.ts'
import { adaptersOf, foldAdapters } from './fold-adapters.ts'

const MOST_STEPS = 20

/** The news of an event about a run: its outcome, or that its work was taken back. */
export interface RunNews {
  readonly run: string
  readonly outcome: GovernedOutcome
  readonly rolledBack: boolean
  /** The outcome was counted before; only the rollback is new. */
  readonly isLate: boolean
  readonly at: number
}

/** The agents that voted on a run learn from it; a late rollback costs only its own part. */
export function foldAgents(news: RunNews, sheet: DraftDocuments, policy: Policy) {
  const moved = Object.entries(news.outcome.agents).map(([id, confidence]) => {
    const before = agentRecord(sheet, id)
    const after = revised(before, confidence, news, policy)
    sheet.put(makeDocument(AGENT, after.agent, after, { rank: after.reliability }))
    return [after.agent, { before: before.reliability, after: after.reliability }] as const
  })
  return Object.fromEntries(moved)
}

function revised(record: AgentRecord, confidence: number, news: RunNews, policy: Policy): AgentRecord {
  const { outcome, rolledBack, isLate } = news
  const { result, humanOverride } = outcome
  const vote = outcome.votes?.[record.agent]
  const effect = { result, rollback: rolledBack, humanOverride, confidence, vote }
  const reliability = isLate
    ? reviseAfterRollback(record.reliability, effect, policy.agentProfile)
    : reviseAgent(record.reliability, effect, policy.agentProfile).reliability
  const step = { run: news.run, at: news.at, result, before: record.reliability, after: reliability }
  return withMembers(record, {
    reliability,
    runs: record.runs + (isLate ? 0 : 1),
    successes: record.successes + (!isLate && result === 'success' ? 1 : 0),
    failures: record.failures + (!isLate && result === 'failure' ? 1 : 0),
    updatedAt: Math.max(record.updatedAt, news.at),
    steps: [step, ...record.steps].slice(0, MOST_STEPS),
  })
}

/** Only the threshold of the run's own risk moves. Returns the changes, and the thresholds that could be lower now. */
export function foldThresholds(
  news: RunNews,
  sheet: DraftDocuments,
  policy: Policy,
): { policyDiff: { [key: string]: Change }; looser: { [key: string]: Change } } {
  const { risk, result, humanOverride } = news.outcome
  if (risk === undefined || (news.isLate && result === 'failure')) return { policyDiff: {}, looser: {} }
  const before = thresholdRecord(sheet, policy)
  const effect = { result, rollback: news.rolledBack, humanOverride }
  const after = withRunAtRisk(before, { ...effect, riskLevel: risk, at: news.at }, policy)
  if (after === before) return { policyDiff: {}, looser: {} }
  sheet.put(makeDocument(THRESHOLDS, THRESHOLDS, after))
  const key = THRESHOLD_KEYS[risk]
  const isMoved = after.inForce[key] !== before.inForce[key]
  const isLooser = after.suggested[key] < after.inForce[key]
  return {
    policyDiff: isMoved ? { [key]: { before: before.inForce[key], after: after.inForce[key] } } : {},
    looser: isLooser ? { [key]: { before: after.inForce[key], after: after.suggested[key] } } : {},
  }
}

/** Replaces a run's earlier evidence about its skills. */
export function foldSkills(
  before: GovernedOutcome | undefined,
  after: GovernedOutcome | undefined,
  sheet: DraftDocuments,
  policy: Policy,
): { [skill: string]: Change<number> } {
  const ids = [...new Set([...(before?.skills ?? []), ...(after?.skills ?? [])])]
  const moved = ids.map((id) => {
    const known = skillRecord(sheet, id)
    let { sums } = known
    if (before?.skills.includes(id)) sums = addSkillRun(sums, before.result, -1)
    if (after?.skills.includes(id)) sums = addSkillRun(sums, after.result)
    const lastUsedAt = Math.max(known.lastUsedAt, after?.at ?? 0)
    const next = skillDocument(withMembers(known, { sums, lastUsedAt }), policy)
    sheet.put(next)
    return [known.skill, { before: skillDocument(known, policy).rank, after: next.rank }] as const
  })
  return Object.fromEntries(moved)
}

/** Folds an event that affects governance through its run, if it names one. */
const governing = <T extends EventType>(runOf: (event: EventOf<T>) => string | undefined): Step<T> => ({
  needs(event, read) {
    const run = runOf(event as never)
    return run === undefined ? [] : runNeeds(event, run, read)
  },
  fold(event, read, policy) {
    const run = runOf(event as never)
    return run === undefined ? undefined : foldRunNews(event, run, { read, policy })
  },
})

/** The evidence about adapters, agents, skills and thresholds: from outcomes, and from late truth. */
export const governance = partOf({
  'outcome-recorded': governing(({ payload: { run, task } }) => (task === undefined ? run : undefined)),
  'run-reverted': governing(({ payload }) => payload.run),
  'approval-answered': governing(({ run }) => run),
  'adapter-observed': governing(({ run }) => run),
})

function runNeeds(event: KnownEvent, run: string, read: DocumentReader): DocumentKey[] {
  const before = cycleRecord(read, run).governed
  const runs = [before, afterEvent(before, event)]
  const seen = runs.flatMap((one) => Object.entries(one.seen ?? {}))
  return [
    { kind: CYCLE, id: run },
    ...runs.flatMap(({ outcome }) => outcomeNeeds(outcome)),
    ...seen.flatMap(([adapterId, { failureType = '' }]) => [
      adapterKey(adapterId),
      { kind: FAILURE, id: failureId({ adapterId, failureType }) },
    ]),
  ]
}

function outcomeNeeds(outcome: GovernedOutcome | undefined): DocumentKey[] {
  if (outcome === undefined) return []
  const keys = (kind: string, ids: readonly string[]) => ids.map((id) => ({ kind, id: documentId(id) }))
  return [
    ...keys(ADAPTER, adaptersOf(countedUses({ ...NEW_GOVERNED_RUN, outcome }))),
    ...keys(AGENT, Object.keys(outcome.agents)),
    ...keys(SKILL, outcome.skills),
    ...(outcome.failure === undefined ? [] : [{ kind: FAILURE, id: failureId(outcome.failure) }]),
    ...(outcome.risk === undefined ? [] : [{ kind: THRESHOLDS, id: THRESHOLDS }]),
  ]
}

/** The state of the run after the event. The first outcome counts, unless only the agent reported it and somebody else has now observed it. */
function afterEvent(run: GovernedRun, event: KnownEvent): GovernedRun {
  switch (event.type) {
    case 'outcome-recorded': {
      const outcome = governedOutcome(event.payload, event.occurredAt)
      if (outcome === undefined || !governsAnything(outcome)) return run
      if (run.outcome !== undefined && (run.outcome.isClaim !== true || outcome.isClaim)) return run
      return withMembers(run, { outcome, rolledBack: run.rolledBack || event.payload.rollback === true })
    }
    case 'run-reverted':
      return run.rolledBack ? run : { ...run, rolledBack: true }
    case 'approval-answered':
      return answered(run, event.payload)
    case 'adapter-observed':
      return withSeen(run, event.payload, event.occurredAt)
    default:
      return run
  }
}

/** A refusal counts whenever it arrives. If it is reversed before the run ends, it never counted. */
function answered(
  run: GovernedRun,
  { approval, answer }: { readonly approval: string; readonly answer: 'allow' | 'deny' },
): GovernedRun {
  const isKnown = run.refused.includes(approval)
  if (answer === 'deny') return isKnown ? run : { ...run, refused: [...run.refused, approval] }
  if (!isKnown || run.outcome !== undefined) return run
  return { ...run, refused: run.refused.filter((id) => id !== approval) }
}

function foldRunNews(
  event: KnownEvent,
  run: string,
  { read, policy }: { read: DocumentReader; policy: Policy },
): Folded {
  const known = cycleRecord(read, run)
  const governed = afterEvent(known.governed, event)
  // An event that changes nothing is still linked, for a person who asks why.
  if (governed === known.governed)
    return event.type === 'adapter-observed' ? { ...NOTHING, subjects: [subjectOf(event.payload)] } : NOTHING
  const before = countedOutcome(known.governed)
  const after = countedOutcome(governed)
  const sheet = new DraftDocuments(read)
  const { adapters, overlays } = foldAdapters(known.governed, governed, sheet, policy)
  const skills = before === after ? {} : foldSkills(before, after, sheet, policy)
  const votes = foldVotes({ known, governed, run, event }, sheet, policy)
  sheet.put(
    cycleDocument({
      run,
      governed,
      policyDiff: spanned(known.policyDiff, { ...overlays, ...votes.policyDiff }),
      looser: { ...known.looser, ...votes.looser },
      agents: spanned(known.agents, votes.agents),
      skills: spanned(known.skills, skills),
      suggestions: after === undefined ? [] : suggestionsAfter(known, governed, event),
    }),
  )
  return { documents: sheet.documents(), subjects: adapters.map((adapter) => subjectOf({ adapter })) }
}

/** Agents and thresholds learn once from an outcome, and once more from a later rollback. */
function foldVotes(
  given: { known: CycleRecord; governed: GovernedRun; run: string; event: KnownEvent },
  sheet: DraftDocuments,
  policy: Policy,
) {
  const before = countedOutcome(given.known.governed)
  const outcome = countedOutcome(given.governed)
  const isRollback = given.governed.rolledBack && !given.known.governed.rolledBack
  if (outcome === undefined || (outcome === before && !isRollback)) return { agents: {}, policyDiff: {}, looser: {} }
  const { rolledBack } = given.governed
  const news = { run: given.run, outcome, rolledBack, isLate: outcome === before, at: given.event.occurredAt }
  return { agents: foldAgents(news, sheet, policy), ...foldThresholds(news, sheet, policy) }
}

function suggestionsAfter(known: CycleRecord, governed: GovernedRun, event: KnownEvent) {
  const { outcome, rolledBack } = governed
  if (outcome === undefined) return []
  const issues = event.type === 'outcome-recorded' ? (event.payload.issues ?? []) : []
  const failureType = outcome.failure?.failureType
  const { result, humanOverride } = outcome
  const effect = { result, rollback: rolledBack, humanOverride, issues }
  const now = constraintSuggestions({ ...effect, failureType })
  const others = known.suggestions.filter((item) => now.every((one) => one.constraint !== item.constraint))
  return [...others, ...now]
}

/** The change from before the run until now. */
function spanned<T>(
  known: { readonly [key: string]: { readonly before: T; readonly after: T } },
  more: { readonly [key: string]: { readonly before: T; readonly after: T } },
): { [key: string]: { before: T; after: T } } {
  const merged = { ...known }
  for (const [key, { before, after }] of Object.entries(more)) {
    const first = Object.hasOwn(known, key) ? known[key]!.before : before
    merged[key] = { before: first, after }
  }
  return merged
}

/** The same for people's policy decisions. */
export const decisions = partOf({
  'overlay-set': {
    needs: ({ payload }) => [adapterKey(payload.adapter)],
    fold({ payload, occurredAt: at }, read, policy) {
      const { adapter, by, reason } = payload
      const record = adapterRecord(read, idOf(adapter), policy)
      return aboutAdapter(tightened(record, overlayIn(payload), { by, reason, at }), policy)
    },
  },
  'overlay-loosened': {
    needs: ({ payload }) => [adapterKey(payload.adapter)],
    fold({ payload, occurredAt: at }, read, policy) {
      const { adapter, by, reason } = payload
      const record = adapterRecord(read, idOf(adapter), policy)
      const after = loosened(record, overlayIn(payload), { by, reason, at })
      return aboutAdapter(explained(after, policy), policy)
    },
  },
  'adapter-annotated': {
    needs: ({ payload }) => [adapterKey(payload.adapter)],
    fold({ payload: { adapter, text, by }, occurredAt: at }, read, policy) {
      return aboutAdapter(annotated(adapterRecord(read, idOf(adapter), policy), { text, by, at }), policy)
    },
  },
  'failure-acknowledged': {
    needs: ({ payload }) => [adapterKey(payload.adapter), { kind: FAILURE, id: failureId(failureOf(payload)) }],
    fold: foldAcknowledgement,
  },
  'threshold-set': {
    needs: () => [{ kind: THRESHOLDS, id: THRESHOLDS }],
    fold({ payload, occurredAt: at }, read, policy) {
      const record = withThreshold(thresholdRecord(read, policy), { ...payload, at })
      return { documents: [makeDocument(THRESHOLDS, THRESHOLDS, record)], subjects: [] }
    },
  },
})

function foldAcknowledgement(event: EventOf<'failure-acknowledged'>, read: DocumentReader, policy: Policy): Folded {
  const { by, reason } = event.payload
  const failure = failureOf(event.payload)
  const at = event.occurredAt
  const fixed = { ...failureRecord(read, failure), occurrences: 0, acknowledged: { by, reason, at } }
  const adapter = withFailures(
    adapterRecord(read, failure.adapterId, policy),
    { failureType: failure.failureType, occurrences: 0, at },
    policy,
  )
  const { documents, subjects } = aboutAdapter(adapter, policy)
  return { documents: [failureDocument(fixed), ...documents], subjects }
}

function aboutAdapter(record: Parameters<typeof adapterDocument>[0], policy: Policy): Folded {
  return { documents: [adapterDocument(record, policy)], subjects: [`adapter/${record.adapter}`] }
}

const adapterKey = (adapter: string) => ({ kind: ADAPTER, id: documentId(idOf(adapter)) })
const subjectOf = ({ adapter }: { readonly adapter: string }) => `${ADAPTER}/${adapterKey(adapter).id}`

function failureOf({ adapter, failureType }: { adapter: string; failureType: string }) {
  return { adapterId: idOf(adapter), failureType: idOf(failureType) }
}

function overlayIn(fields: { readonly [K in keyof Overlay]?: Overlay[K] | undefined }): Partial<Overlay> {
  const { riskMultiplier, suggestedMaxRetries, requireApproval } = fields
  return withoutUndefined({ riskMultiplier, suggestedMaxRetries, requireApproval })
}

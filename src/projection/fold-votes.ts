import {
  addSkillRun,
  reviseAfterRollback,
  reviseAgent,
  takeSkillRun,
} from '../engine/governance/agent-profile.ts'
import type { GovernedOutcome } from '../engine/governance/governed-run.ts'
import { THRESHOLD_KEYS, withRunAtRisk } from '../engine/governance/thresholds.ts'
import type { Policy } from '../engine/laws/policy.ts'
import {
  type AgentRecord,
  agentDocument,
  agentRecord,
  type Change,
  skillDocument,
  skillRecord,
  thresholdDocument,
  thresholdRecord,
} from './documents/governance-documents.ts'
import type { DraftDocuments } from './fold-documents.ts'

const MOST_STEPS = 20

/** What an event adds to what is known of a run: its outcome, or that its work was taken back after all. */
export interface RunNews {
  readonly run: string
  readonly outcome: GovernedOutcome
  readonly rolledBack: boolean
  /** The outcome was counted before; only the rollback is new. */
  readonly isLate: boolean
  readonly at: number
}

/** The agents that voted on a run learn from it; a rollback that becomes known late costs its own part alone. */
export function foldAgents(
  news: RunNews,
  sheet: DraftDocuments,
  policy: Policy,
): { [agent: string]: Change<number> } {
  const moved = Object.entries(news.outcome.agents).map(([id, confidence]) => {
    const before = agentRecord(sheet, id)
    const after = revised(before, confidence, news, policy)
    sheet.put(agentDocument(after))
    return [after.agent, { before: before.reliability, after: after.reliability }] as const
  })
  return Object.fromEntries(moved)
}

function revised(record: AgentRecord, confidence: number, news: RunNews, policy: Policy): AgentRecord {
  const { outcome, rolledBack, isLate } = news
  const { result, humanOverride } = outcome
  const effect = { result, rollback: rolledBack, humanOverride, confidence }
  const reliability = isLate
    ? reviseAfterRollback(record.reliability, effect, policy.agentProfile)
    : reviseAgent(record.reliability, effect, policy.agentProfile).reliability
  const step = { run: news.run, at: news.at, result, before: record.reliability, after: reliability }
  return {
    ...record,
    reliability,
    runs: record.runs + (isLate ? 0 : 1),
    successes: record.successes + (!isLate && result === 'success' ? 1 : 0),
    failures: record.failures + (!isLate && result === 'failure' ? 1 : 0),
    updatedAt: Math.max(record.updatedAt, news.at),
    steps: [step, ...record.steps].slice(0, MOST_STEPS),
  }
}

/** Only the threshold of the run's own risk moves. Returns what changed, and what could be lower by now. */
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
  sheet.put(thresholdDocument(after))
  const key = THRESHOLD_KEYS[risk]
  const isMoved = after.inForce[key] !== before.inForce[key]
  const isLooser = after.suggested[key] < after.inForce[key]
  return {
    policyDiff: isMoved ? { [key]: { before: before.inForce[key], after: after.inForce[key] } } : {},
    looser: isLooser ? { [key]: { before: after.inForce[key], after: after.suggested[key] } } : {},
  }
}

/** Puts what a run says about its skills in the place of what it said before. */
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
    if (before?.skills.includes(id)) sums = takeSkillRun(sums, before.result)
    if (after?.skills.includes(id)) sums = addSkillRun(sums, after.result)
    const lastUsedAt = Math.max(known.lastUsedAt, after?.at ?? 0)
    const next = skillDocument({ ...known, sums, lastUsedAt }, policy)
    sheet.put(next)
    return [known.skill, { before: skillDocument(known, policy).rank, after: next.rank }] as const
  })
  return Object.fromEntries(moved)
}

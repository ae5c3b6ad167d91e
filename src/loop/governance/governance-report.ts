import { sourceReport } from '../../compat/formats/learning-json.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { type ByType, byType, type KnownEvent, typesIn } from '../../domain/read-event.ts'
import { countedOutcome, countedUses } from '../../engine/governance/governed-run.ts'
import { idOf } from '../../engine/governance/normalise-outcome.ts'
import { CYCLE, type CycleRecord } from '../../projection/documents/governance-documents.ts'
import { APPROVAL } from '../../projection/fold-approvals.ts'
import {
  type GovernanceFigures,
  governanceFigures,
  type PolicyDecision,
  type ReportedRun,
} from '../../report/governance-report.ts'
import { overlayText } from '../../report/wording.ts'
import type { LoopContext } from '../context.ts'
import { type PolicyChange, type PolicyView, policyChanges, policyView } from '../views/policy-view.ts'

export interface GovernanceReport
  extends GovernanceFigures,
    Pick<PolicyView, 'ratchet' | 'thresholds' | 'agents' | 'skills'> {
  readonly generatedAt: number
  readonly totalOutcomes: number
  /** How many of the newest the weeks and suggestions cover. */
  readonly read: number
  readonly approvals: { readonly open: number; readonly allowed: number; readonly refused: number }
  readonly policyDiff: readonly PolicyChange[]
  readonly decisions: readonly PolicyDecision[]
  /** The same in the fields that the other system's programs expect. */
  readonly compat: ReturnType<typeof sourceReport>
}

const MOST_RUNS = 5_000
const MOST_DECISIONS = 20

/** How adapters, agents and skills perform, the active policy, and people's decisions, over the newest 5,000 graded runs. */
export async function governanceReport(context: LoopContext): Promise<GovernanceReport> {
  const { journal } = context
  const view = await policyView(context)
  const base = await context.basePolicy()
  const notes = Object.entries(base.adapters).flatMap(([name, { note }]) =>
    note === undefined ? [] : [[idOf(name), note] as const],
  )
  const cycles = await journal.list(CYCLE, { limit: MOST_RUNS })
  const runs = cycles.flatMap(({ body }) => reportedRun(body))
  const { ratchet, thresholds, agents, skills, adapters } = view
  const generatedAt = context.now()
  const totalOutcomes = await journal.count(CYCLE, ['changed', 'same'])
  return {
    generatedAt,
    totalOutcomes,
    read: cycles.length < MOST_RUNS ? totalOutcomes : runs.length,
    compat: sourceReport(view, totalOutcomes, generatedAt),
    ...governanceFigures({ adapters, runs, notes: new Map(notes) }, generatedAt),
    ratchet,
    thresholds,
    agents,
    skills: [...skills].sort((a, b) => b.score - a.score),
    approvals: {
      open: await journal.count(APPROVAL, ['open']),
      allowed: await journal.count(APPROVAL, ['allowed']),
      refused: await journal.count(APPROVAL, ['refused']),
    },
    policyDiff: await policyChanges(context, { limit: 5 }),
    decisions: await decisions(context),
  }
}

function reportedRun({ run, governed, suggestions }: CycleRecord): ReportedRun[] {
  const outcome = countedOutcome(governed)
  const counted = countedUses(governed)
  const graded = outcome ?? counted.uses[0]
  if (graded === undefined) return []
  const { at, success, qualityScore } = graded
  return [{ run, at, success, qualityScore, suggestions, counted }]
}

async function decisions({ journal }: LoopContext): Promise<PolicyDecision[]> {
  const stored = await journal.read({ types: typesIn(DECIDED), newestFirst: true, limit: MOST_DECISIONS })
  return stored.flatMap((event) => {
    const known = readEvent(event) as KnownEvent | undefined
    const what = known && byType(DECIDED, known)
    if (what === undefined) return []
    const { by, reason = '' } = known!.payload as { by: string; reason?: string }
    return [{ at: event.occurredAt, by, what, reason }]
  })
}

const DECIDED: ByType<string> = {
  'overlay-set': ({ payload }) => `tightened ${payload.adapter}: ${changed(payload)}`,
  'overlay-loosened': ({ payload }) => `loosened ${payload.adapter}: ${changed(payload)}`,
  'threshold-set': ({ payload }) => `set the ${payload.risk}-risk threshold to ${payload.threshold}`,
  'failure-acknowledged': ({ payload }) => `marked ${payload.failureType} of ${payload.adapter} as fixed`,
  'approval-answered': ({ payload: { answer, approval } }) =>
    `${answer === 'allow' ? 'allowed' : 'refused'} ${approval}`,
}

/** Only the parts of an overlay that were named. */
function changed(fields: {
  readonly riskMultiplier?: number | undefined
  readonly suggestedMaxRetries?: number | undefined
  readonly requireApproval?: boolean | undefined
}): string {
  const { riskMultiplier = 1, suggestedMaxRetries = 0, requireApproval = false } = fields
  const [risk, retries, approval] = overlayText({ riskMultiplier, suggestedMaxRetries, requireApproval }).split(', ')
  return [
    ...(fields.riskMultiplier === undefined ? [] : [risk]),
    ...(fields.suggestedMaxRetries === undefined ? [] : [retries]),
    ...(fields.requireApproval === undefined ? [] : [approval]),
  ].join(', ')
}

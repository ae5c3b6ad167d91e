import { didYouMean, notFound } from '../../domain/user-error.ts'
import { type Calibration, calibrationOf } from '../../engine/belief/calibration.ts'
import { idOf } from '../../engine/governance/normalise-outcome.ts'
import {
  BASELINE,
  CALIBRATION,
  calibrationSums,
  POSTERIOR,
  REVIEWER,
} from '../../projection/documents/belief-documents.ts'
import {
  type AgentStep,
  type Change,
  CYCLE,
  type CycleRecord,
  documentId,
  SKILL,
} from '../../projection/documents/governance-documents.ts'
import type { LoopContext } from '../context.ts'
import { ALL, bodyOf, listed } from '../facts/cached-lists.ts'
import { readerOf } from '../facts/facts-about.ts'
import { agentOf } from '../views/policy-view.ts'
import { type Suggestion, suggestDecisions } from './suggest-promotions.ts'

export interface CalibrationReport extends Calibration {
  readonly profile: LoopContext['settings']['profile']
  /** How many more predictions the figures need to be meaningful. */
  readonly missing: number
  /** Patterns with an observation, contexts with a run, reviewers whose word was checked. */
  readonly knows: { readonly patterns: number; readonly contexts: number; readonly reviewers: number }
  /** Patterns whose outcomes are strong enough to suggest a promotion, strongest first. */
  readonly promotable: readonly Promotable[]
}

export type Promotable = Pick<Suggestion, 'pattern' | 'text' | 'eValue'>

/** How well receipts' predictions match how runs ended. */
export async function calibration(context: LoopContext): Promise<CalibrationReport> {
  const { journal, policy, settings } = context
  const keys = [{ kind: CALIBRATION, id: CALIBRATION }]
  const known = calibrationOf(calibrationSums(readerOf(await journal.documents(keys))), policy.bayes)
  const [baselines, reviewers, patterns] = await Promise.all([
    journal.count(BASELINE),
    journal.count(REVIEWER),
    journal.count(POSTERIOR),
  ])
  const suggestions = await suggestDecisions(context)
  return {
    profile: settings.profile,
    ...known,
    missing: Math.max(0, policy.bayes.leastPredictions - known.predictions),
    knows: { patterns, contexts: Math.max(0, baselines - 1), reviewers },
    promotable: suggestions
      .filter(({ action }) => action === 'promote')
      .map(({ pattern, text, eValue }) => ({ pattern, text, eValue })),
  }
}

const MOST_READ = 5_000

export interface ReliabilityHistory {
  readonly name: string
  /** Over the newest graded runs, oldest first. */
  readonly moments: readonly Omit<AgentStep, 'result'>[]
  /** How many graded runs were read (the newest), and how many there are. */
  readonly read: { readonly runs: number; readonly total: number }
}

export async function agentHistory(context: LoopContext, name: string): Promise<ReliabilityHistory> {
  const { agent } = await agentOf(context, name)
  return momentsOf(context, ({ agents }) => agents, agent)
}

export async function skillHistory(context: LoopContext, name: string): Promise<ReliabilityHistory> {
  const skill = await knownSkill(context, name)
  return momentsOf(context, ({ skills }) => skills, skill)
}

async function knownSkill({ journal }: LoopContext, name: string): Promise<string> {
  const id = documentId(idOf(name))
  if ((await bodyOf(journal, SKILL, id)) !== undefined) return id
  const known = (await journal.list(SKILL, { limit: ALL })).map(({ id }) => id)
  throw notFound(`No recorded run has used a skill '${name}'.${didYouMean(name, known)}`, 'mettle policy show')
}

async function momentsOf(
  { journal }: LoopContext,
  of: (cycle: CycleRecord) => { readonly [name: string]: Change<number> },
  name: string,
): Promise<ReliabilityHistory> {
  const cycles = (await listed(journal, CYCLE, { limit: MOST_READ })).map(({ body }) => body)
  const moments = cycles.flatMap((cycle) => {
    const [changes, at] = [of(cycle), cycle.governed.outcome?.at]
    if (at === undefined || !Object.hasOwn(changes, name)) return []
    return [{ at, run: cycle.run, ...changes[name]! }]
  })
  return { name, moments: moments.reverse(), read: { runs: cycles.length, total: await journal.count(CYCLE) } }
}

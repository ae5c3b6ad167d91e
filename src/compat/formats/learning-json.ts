import * as z from 'zod'
import { category } from '../../domain/fields.ts'
import { idProblem } from '../../domain/id.ts'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import type { RunStatus } from '../../domain/values/outcome.ts'
import { LABEL_STATUSES } from '../../domain/values/pattern.ts'
import type { SkillStats } from '../../engine/governance/agent-profile.ts'
import type { FailurePattern } from '../../engine/governance/failures.ts'
import { type RunOutcomeRecord, resultOf } from '../../engine/governance/normalise-outcome.ts'
import type { Overlay } from '../../engine/governance/overlay.ts'
import type { Reliability } from '../../engine/governance/reliability.ts'
import { THRESHOLD_POLICY } from '../../engine/governance/thresholds.ts'
import { type ForeignLearning, passed, type Read } from './foreign-record.ts'
import {
  citationOf,
  count,
  type Fields,
  instant,
  isFields,
  label,
  labels,
  maybe,
  parseJson,
  place,
  prose,
  readAs,
} from './json-value.ts'

const LONGEST_LESSON = 2_000

const classifiedSchema = z.object({
  id: maybe(label),
  category,
  trigger: maybe(z.string().max(200)),
  summary: z.string().trim().min(20).max(LONGEST_LESSON),
  detail: maybe(prose),
  applies_to: maybe(labels),
  context: maybe(z.union([place, labels])),
  source_file: maybe(z.string().max(4_096)),
  source_line: maybe(count),
  validation: maybe(z.object({ status: z.enum(LABEL_STATUSES), reason: maybe(prose) })),
})

/** The learnings of a classified file, without those rejected there. */
export function readClassified(file: Fields): Read[] {
  const run = typeof file.run_id === 'string' && file.run_id !== '' ? file.run_id : undefined
  const at = instant.safeParse(file.captured_at ?? file.last_updated)
  const learnings = Array.isArray(file.learnings) ? file.learnings : []
  return learnings.map((value: unknown) => {
    const status = isFields(value) && isFields(value.validation) ? value.validation.status : undefined
    if (status === 'rejected') return passed('it was rejected when it was classified')
    return readAs(classifiedSchema, value, (entry) => ({
      kind: 'learning',
      agent: 'classified',
      lesson: entry.summary,
      category: entry.category,
      appliesTo: entry.applies_to ?? ['*'],
      ...withoutUndefined({
        whatHappened: entry.detail,
        trigger: entry.trigger,
        citation: citationOf(
          entry.source_file === undefined
            ? Array.isArray(entry.context)
              ? undefined
              : entry.context
            : { file: entry.source_file, line: entry.source_line },
        ),
        run,
        at: at.success ? at.data : undefined,
      }),
    }))
  })
}

export type StoredRun = RunOutcomeRecord & { readonly createdAt: string }

/** The journal's data on an adapter. */
interface KnownAdapter {
  readonly adapter: string
  readonly reliability?: Omit<Reliability, 'quality'>
  readonly overlay: Overlay
  readonly reason: string
  readonly since: number
  readonly lastRunAt: number
  readonly failures: readonly FailurePattern[]
}

const iso = (at: number) => new Date(at).toISOString()

/** Adapters, in the fields that readers of `learning-store.json` expect. */
export function sourcePolicy(adapters: readonly KnownAdapter[]) {
  return {
    patterns: adapters
      .flatMap(({ failures }) => failures.filter(({ occurrences }) => occurrences > 0))
      .map(({ id, adapterId, failureType, fixSuggestion, confidence, occurrences, lastSeenAt }) => ({
        ...{ id, adapterId, failureType, fixSuggestion, confidence, occurrences },
        lastSeenAt: iso(lastSeenAt),
      }))
      .sort((a, b) => b.occurrences - a.occurrences || (a.id < b.id ? -1 : 1)),
    reliability: adapters.flatMap(({ adapter: adapterId, reliability, lastRunAt }) => {
      if (reliability === undefined) return []
      const { successRate, avgRetries, score: reliabilityScore, runs: totalRuns } = reliability
      return [{ adapterId, successRate, avgRetries, reliabilityScore, totalRuns, updatedAt: iso(lastRunAt) }]
    }),
    policyOverlays: adapters.map(({ adapter: adapterId, overlay, reason, since, lastRunAt }) => ({
      adapterId,
      ...overlay,
      reason,
      updatedAt: iso(Math.max(since, lastRunAt)),
    })),
  }
}

/** The learning report by its documented fields, with the state that each outcome updates. */
export function sourceReport(view: SourceState, totalOutcomes: number, now: number) {
  const { patterns, reliability, policyOverlays: overlays } = sourcePolicy(view.adapters)
  const ranked = reliability.toSorted((a, b) => b.reliabilityScore - a.reliabilityScore)
  return {
    generatedAt: iso(now),
    totalOutcomes,
    topPatterns: patterns.slice(0, 5),
    weakest: ranked.toReversed().slice(0, 3),
    strongest: ranked.slice(0, 3),
    overlays,
    reliability,
    updatedState: updatedState(view),
  }
}

/** `learning-store.json`: the outcomes, and what follows from them and from sessions by now. */
export function learningStore(runs: readonly StoredRun[], adapters: readonly KnownAdapter[]) {
  const outcomes = runs.map((run) => ({ ...run, status: statusOf(run) }))
  const policy = sourcePolicy(adapters)
  const times = [...outcomes.map(({ createdAt }) => createdAt), ...policy.reliability.map((one) => one.updatedAt)]
  return { version: 1, outcomes, ...policy, updatedAt: times.sort().at(-1) ?? iso(0) }
}

/** The stored adapters, agents, skills and thresholds of a project. */
export interface SourceState {
  readonly adapters: readonly KnownAdapter[]
  readonly agents: readonly {
    readonly agent: string
    readonly baseWeight: number
    readonly reliability: number
    readonly canVeto: boolean
    readonly runs: number
    readonly successes: number
    readonly failures: number
    readonly updatedAt: number
  }[]
  readonly skills: readonly ({ readonly skill: string; readonly lastUsedAt: number } & SkillStats)[]
  readonly thresholds: { readonly inForce: object; readonly updatedAt: number }
}

/** The state that each outcome updates, under the other system's names. */
function updatedState({ agents, skills, thresholds }: SourceState) {
  return {
    agentProfiles: Object.fromEntries(
      agents.map(({ runs: totalRuns, updatedAt, agent, baseWeight, reliability, canVeto, successes, failures }) => {
        const profile = { agent, baseWeight, reliability, canVeto, totalRuns, successes, failures }
        return [agent, { ...profile, lastUpdatedAt: iso(updatedAt) }]
      }),
    ),
    thresholdPolicy: { ...THRESHOLD_POLICY, ...thresholds.inForce, lastUpdatedAt: iso(thresholds.updatedAt) },
    skillStats: Object.fromEntries(
      skills.map(({ skill: skillId, runs, successes, failures, score, lastUsedAt }) => [
        skillId,
        { skillId, runs, successes, failures, score, lastUsedAt: iso(lastUsedAt) },
      ]),
    ),
  }
}

/** The files below `.ck/learning`, by path, except the outcomes, the report and the graph. */
export function sourceState(state: SourceState): [path: string, content: object][] {
  const { agentProfiles, thresholdPolicy, skillStats } = updatedState(state)
  return [
    ...Object.entries(agentProfiles).map(([agent, profile]): [string, object] => [
      `agents/${encodeURIComponent(agent)}.json`,
      profile,
    ]),
    ['skills/skill-stats.json', skillStats],
    ['policies/threshold-policy.json', thresholdPolicy],
  ]
}

function statusOf(run: StoredRun): RunStatus {
  const result = resultOf(run)
  return result === 'failure' ? 'failed' : result
}

/** The content of a file in `.learnings/pending`. */
export type Pending =
  | ForeignLearning
  | { readonly kind: 'nothing'; readonly agent: string; readonly reason: string; readonly run?: string }
  | { readonly kind: 'refused'; readonly reason: string }

const LONGEST = 2_000

const schema = z.object({
  what_happened: maybe(prose),
  why: maybe(prose),
  fix_applied: maybe(prose),
  pattern_to_remember: z.string().trim().min(20).max(LONGEST),
  trigger: maybe(z.string().max(200)),
  category: maybe(category),
  applies_to: maybe(labels),
  context: maybe(place),
  captured_at: maybe(instant),
})

/** Reads a pending file: `pattern_to_remember`, or that the agent learned nothing and why. If the entry does not name its author, the file name `AGENT-ID.json` does. */
export function readPendingText(text: string, fileName: string): Pending {
  const parsed = parseJson(text.replace(/^\ufeff/, ''))
  if ('problem' in parsed) return { kind: 'refused', reason: parsed.problem }
  if (!isFields(parsed.value)) return { kind: 'refused', reason: 'it is not a JSON object' }
  return readPending(parsed.value, fileName)
}

export function readPending(value: Fields, fileName: string): Pending {
  const { run_id: run } = value
  // An invalid run id is dropped; the learning is valid without it.
  const isRun = typeof run === 'string' && idProblem(run) === undefined
  const who = { agent: agentOf(value, fileName), run: isRun ? run : undefined }
  if (value.no_learnings === true) {
    const reason = typeof value.reason === 'string' ? value.reason.trim().slice(0, LONGEST) : ''
    return { kind: 'nothing', reason: reason || 'no reason given', ...who }
  }
  const checked = schema.safeParse(value)
  if (!checked.success)
    return {
      kind: 'refused',
      reason: checked.error.issues.map((issue) => schemaProblem(issue, value, 'the entry')).join('; '),
    }
  return { kind: 'learning', ...who, ...learningOf(checked.data) }
}

function learningOf(entry: z.output<typeof schema>): Omit<ForeignLearning, 'kind' | 'agent'> {
  const { file, function: tag } = entry.context ?? {}
  const context = withoutUndefined({
    files: file === undefined ? undefined : [file],
    tags: tag === undefined ? undefined : [tag],
  })
  return {
    lesson: entry.pattern_to_remember,
    appliesTo: entry.applies_to === undefined || entry.applies_to.length === 0 ? ['*'] : entry.applies_to,
    whatHappened: entry.what_happened,
    why: entry.why,
    fixApplied: entry.fix_applied,
    trigger: entry.trigger,
    category: entry.category,
    citation: citationOf(entry.context),
    context: Object.keys(context).length === 0 ? undefined : context,
    at: entry.captured_at,
  }
}

/** `plan-writer-a1b2c3.json` was written by the plan-writer. */
function agentOf(value: Fields, fileName: string): string {
  const named = [value.agent, value.agent_name, value.agent_type].find(
    (name) => typeof name === 'string' && name.trim() !== '',
  )
  if (typeof named === 'string') return named.trim().slice(0, 200)
  return /^(.+?)-[^-]+\.json$/i.exec(fileName)?.[1]?.slice(0, 200) ?? 'agent'
}

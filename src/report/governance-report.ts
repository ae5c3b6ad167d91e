import { DAY_MS } from '../domain/numbers.ts'
import { present } from '../domain/sets.ts'
import type { OverlayDecision } from '../engine/governance/adapter-record.ts'
import type { ConstraintSuggestion } from '../engine/governance/constraint-suggestions.ts'
import type { FailurePattern } from '../engine/governance/failures.ts'
import type { RunUse } from '../engine/governance/governed-run.ts'
import type { Failure } from '../engine/governance/normalise-outcome.ts'
import type { Overlay } from '../engine/governance/overlay.ts'
import { counted } from './standing-words.ts'

const WEEK_MS = 7 * DAY_MS
const MOST_ADAPTERS = 3
const MOST_FAILURES = 5

export interface ReportedAdapter {
  readonly adapter: string
  readonly reliability?: { readonly score: number; readonly runs: number }
  readonly overlay: Overlay
  readonly suggested: Partial<Overlay>
  readonly reason: string
  readonly since: number
  readonly lastRunAt: number
  readonly tight: boolean
  readonly stale: boolean
  readonly annotations: readonly { readonly text: string; readonly by: string }[]
  readonly failures: readonly ReportedFailure[]
}

export type ReportedFailure = Omit<FailurePattern, 'adapterId' | 'failureType'>

export interface ReportedRun {
  readonly run: string
  readonly at: number
  readonly success: boolean
  readonly qualityScore: number
  readonly suggestions: readonly ConstraintSuggestion[]
  /** The run's adapters and failures. */
  readonly counted: { readonly uses: readonly RunUse[]; readonly failures: readonly Failure[] }
}

/** A person's change, and its reason. */
export interface PolicyDecision extends Omit<OverlayDecision, 'kind'> {
  readonly what: string
}

export interface GovernanceWeek {
  readonly from: number
  readonly runs: number
  readonly successRate: number
  readonly quality: number
}

type RankedAdapter = { readonly adapter: string } & NonNullable<ReportedAdapter['reliability']>

export interface ActiveOverlay
  extends Overlay,
    Pick<ReportedAdapter, 'adapter' | 'reason' | 'since' | 'stale' | 'suggested'> {
  readonly ageDays: number
  readonly notes: readonly string[]
}

export interface RepeatedSuggestion extends ConstraintSuggestion {
  readonly runs: number
  readonly lastRun: string
}

/** The adapters' results, their active overlays, and people's decisions. */
export interface GovernanceFigures {
  readonly strongest: readonly RankedAdapter[]
  readonly weakest: readonly RankedAdapter[]
  readonly topFailures: readonly ReportedFailure[]
  readonly overlays: readonly ActiveOverlay[]
  readonly alerts: readonly string[]
  readonly weeks: readonly GovernanceWeek[]
  readonly suggestions: readonly RepeatedSuggestion[]
  readonly taskSuggestions: readonly TaskSuggestion[]
}

/** The figures of a governance report: the three strongest and weakest adapters, the five most frequent failures, overlays in force with their age, and what keeps being suggested. `notes` are those of the policy file, by adapter. */
export function governanceFigures(
  {
    adapters,
    runs,
    notes,
  }: { adapters: readonly ReportedAdapter[]; runs: readonly ReportedRun[]; notes: ReadonlyMap<string, string> },
  now: number,
): GovernanceFigures {
  const ranked = adapters
    .flatMap(({ adapter, reliability }) =>
      reliability === undefined ? [] : [{ adapter, score: reliability.score, runs: reliability.runs }],
    )
    .sort((a, b) => b.score - a.score || (a.adapter < b.adapter ? -1 : 1))
  const overlays = adapters
    .filter(({ overlay, tight }) => tight || overlay.riskMultiplier < 1)
    .map((item) => activeOverlay(item, notes, now))
  return {
    strongest: ranked.slice(0, MOST_ADAPTERS),
    weakest: ranked.toReversed().slice(0, MOST_ADAPTERS),
    topFailures: adapters
      .flatMap(({ failures }) => failures.filter(({ occurrences }) => occurrences > 0))
      .sort((a, b) => b.occurrences - a.occurrences || (a.id < b.id ? -1 : 1))
      .slice(0, MOST_FAILURES),
    overlays,
    alerts: adapters.filter(({ stale }) => stale).map((item) => staleAlert(item, now)),
    weeks: weeksOf(runs),
    suggestions: repeated(runs),
    taskSuggestions: taskSuggestions(adapters, runs),
  }
}

/** Counts from the last run or overlay change. */
function staleAlert({ adapter, since, lastRunAt }: ReportedAdapter, now: number): string {
  const days = Math.floor((now - Math.max(since, lastRunAt)) / DAY_MS)
  return `The overlay on ${adapter} has had no new evidence for ${days} days: loosen it, or use it.`
}

function activeOverlay(item: ReportedAdapter, notes: ReadonlyMap<string, string>, now: number): ActiveOverlay {
  const { adapter, overlay, reason, since, stale, suggested, annotations } = item
  const note = notes.get(adapter)
  return {
    adapter,
    ...overlay,
    reason,
    since,
    ageDays: Math.max(0, Math.floor((now - since) / DAY_MS)),
    stale,
    suggested,
    notes: [...(note === undefined ? [] : [note]), ...annotations.map(({ text, by }) => `${text} (${by})`)],
  }
}

/** Weeks counted from the first graded run; those without a run are left out. */
function weeksOf(runs: readonly ReportedRun[]): GovernanceWeek[] {
  const first = runs.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const weeks = new Map<number, ReportedRun[]>()
  for (const run of runs) {
    const week = Math.floor((run.at - first) / WEEK_MS)
    weeks.set(week, [...(weeks.get(week) ?? []), run])
  }
  return [...weeks]
    .sort(([a], [b]) => a - b)
    .map(([week, list]) => ({
      from: first + week * WEEK_MS,
      runs: list.length,
      successRate: list.filter(({ success }) => success).length / list.length,
      quality: list.reduce((sum, { qualityScore }) => sum + qualityScore, 0) / list.length,
    }))
}

/** Each constraint once, most suggested first, with the latest reason. */
function repeated(runs: readonly ReportedRun[]): RepeatedSuggestion[] {
  const found = new Map<string, RepeatedSuggestion>()
  for (const { run, suggestions } of runs.toSorted((a, b) => a.at - b.at))
    for (const suggestion of suggestions) {
      const times = (found.get(suggestion.constraint)?.runs ?? 0) + 1
      found.set(suggestion.constraint, { ...suggestion, runs: times, lastRun: run })
    }
  return [...found.values()].sort((a, b) => b.runs - a.runs || (a.constraint < b.constraint ? -1 : 1))
}

/** A suggestion for later tasks, and what it would have changed in the recorded runs. */
export interface TaskSuggestion {
  readonly type: 'retry-policy' | 'approval' | 'adapter-choice' | 'ordering'
  readonly adapter: string
  readonly suggestion: string
  readonly impact: string
}

/** Adapters that do the same work. */
const ALTERNATIVES = ['docker podman', 'terraform pulumi', 'vercel netlify cloudflare fly heroku'].map((names) =>
  names.split(' '),
)
const FEWEST = 3
const CLEAR_LEAD = 0.2

/** Suggestions from a project's own runs: how often to retry, when to ask, which of two adapters to use, and which to use first. */
function taskSuggestions(adapters: readonly ReportedAdapter[], reported: readonly ReportedRun[]): TaskSuggestion[] {
  const runs = reported.map((run) => run.counted)
  const usesOf = (id: string) => runs.flatMap(({ uses }) => uses.filter(({ adapter }) => adapter === id))
  const rateOf = (uses: readonly RunUse[]) => uses.filter(({ success }) => success).length / uses.length
  return adapters.flatMap(({ adapter, overlay, tight }): TaskSuggestion[] => {
    const uses = usesOf(adapter)
    if (uses.length < FEWEST) return []
    const failed = uses.filter(({ success }) => !success)
    const { suggestedMaxRetries: most, requireApproval } = overlay
    const longer = uses.filter(({ retryCount }) => retryCount > most)
    const better = (ALTERNATIVES.find((names) => names.includes(adapter)) ?? []).find((other) => {
      const others = usesOf(other)
      return others.length >= FEWEST && rateOf(others) - rateOf(uses) >= CLEAR_LEAD
    })
    const gain = better === undefined ? 0 : Math.round((rateOf(usesOf(better)) - rateOf(uses)) * uses.length)
    const late = runs.filter(
      (run) =>
        run.uses.length > 1 &&
        run.uses[0]!.adapter !== adapter &&
        run.failures.some(({ adapterId }) => adapterId === adapter),
    )
    const say = (type: TaskSuggestion['type'], suggestion: string, impact: string) => {
      return { type, adapter, suggestion, impact }
    }
    return present([
      tight &&
        longer.length > 0 &&
        say(
          'retry-policy',
          `Retry ${adapter} at most ${counted(most, 'time')}.`,
          `It would have ended ${counted(longer.length, 'run')} sooner, of which ${longer.filter(({ success }) => !success).length} failed in the end.`,
        ),
      requireApproval &&
        say(
          'approval',
          `Ask a person before a step of ${adapter}.`,
          `It would have asked in ${counted(uses.length, 'run')}, of which ${failed.length} failed.`,
        ),
      better !== undefined &&
        say(
          'adapter-choice',
          `Use ${better} instead of ${adapter}.`,
          `At the rate of ${better}, ${gain} more of ${counted(uses.length, 'run')} would have succeeded.`,
        ),
      late.length > 0 &&
        say(
          'ordering',
          `Use ${adapter} before ${late.at(-1)!.uses[0]!.adapter}.`,
          `In ${counted(late.length, 'run')} ${adapter} failed after other adapters had done their work.`,
        ),
    ])
  })
}

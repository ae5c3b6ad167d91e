import { SHARP_OUTCOMES, type SharpOutcome } from '../../capture/session/work.ts'
import { plus } from '../../domain/numbers.ts'
import { own } from '../../domain/sets.ts'
import { relapseOf } from '../../engine/belief/relapse.ts'
import { type DayRecord, type DrawnFigure, NO_DAY } from '../../engine/belief/uplift.ts'
import { isStale } from '../../engine/governance/adapter-record.ts'
import {
  EMPTY_LOOP,
  LEARNING,
  LOOP,
  type LoopRecord,
  PATTERN,
  RUN,
  type RunRecord,
} from '../../projection/documents/documents.ts'
import { CYCLE } from '../../projection/documents/governance-documents.ts'
import { ERROR, TASK_STRIKES } from '../../projection/documents/task-documents.ts'
import { DAY } from '../../projection/fold-days.ts'
import { drawOf } from '../../projection/fold-uplift.ts'
import { type GraphEvent, graphEvents } from '../../report/graph.ts'
import {
  costOf,
  type Day,
  dailyRuns,
  type LoopReport,
  loopReport,
  namedPatterns,
  sharpRow,
} from '../../report/loop-report.ts'
import { relapseWords } from '../../report/standing-words.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf, listed, together } from '../facts/cached-lists.ts'
import type { Suggestion } from '../governance/suggest-promotions.ts'
import { openConflicts } from '../patterns/named-pattern.ts'
import { countShown, standingPatterns, stoodPatterns } from '../patterns/patterns.ts'
import { tightAdapters } from '../views/active-overlays.ts'
import { isQuiet, QUIET_PARTS, type QuietPart } from './silent-components.ts'

const MOST_DAYS = 36_500

async function allDays({ journal }: LoopContext): Promise<ReadonlyMap<number, DayRecord>> {
  const documents = await listed(journal, DAY, { limit: MOST_DAYS })
  return new Map(documents.map(({ rank, body }) => [rank, body]))
}

/** Injections and outcomes day by day. */
export async function daily(context: LoopContext, { days = 30 } = {}): Promise<Day[]> {
  return dailyRuns(await allDays(context), context.now(), days)
}

/** What the newest graded runs led to, oldest first. */
export async function graph({ journal }: LoopContext, { runs = 10_000 } = {}): Promise<GraphEvent[]> {
  const documents = await journal.list(CYCLE, { limit: runs })
  return graphEvents(
    documents.flatMap(({ body }) => {
      const { governed, ...cycle } = body
      if (governed.outcome === undefined) return []
      return [{ ...cycle, outcome: governed.outcome, rolledBack: governed.rolledBack }]
    }),
  )
}

const MOST_RUNS = 2_000

/** What the loop contains and whether its runs improve; session outcomes are compared over the newest 2,000 runs. */
export async function report(context: LoopContext): Promise<LoopReport> {
  const [patterns, runs, days] = await Promise.all([
    standingPatterns(context),
    listed(context.journal, RUN, { limit: MOST_RUNS }),
    allDays(context),
  ])
  const named = await Promise.all(namedPatterns(patterns).map((some) => stoodPatterns(context, some)))
  const records = runs.map(({ body }) => body).sort((a, b) => a.run.number - b.run.number)
  const total = [...days.values()].reduce((sum, day) => plus(sum, day), NO_DAY)
  const counted = relapseOf(total.relapses)
  const relapse = counted.shown.opportunities + counted.withheld.opportunities > 0 ? counted : undefined
  return {
    ...loopReport(patterns, named, total, context.now()),
    relapse: relapse && { ...relapse, words: relapseWords(relapse) },
    cost: costOf(total, relapse),
    sharp: SHARP_OUTCOMES.map((outcome) => sharpRow(outcome, figuresIn(records, outcome))),
    compared: records.length,
  }
}

/** The sessions with this outcome that took part in the random draw, oldest first. */
function figuresIn(records: readonly RunRecord[], { id }: SharpOutcome): DrawnFigure[] {
  return records.flatMap((record) => {
    const value = own(record.run.measured?.figures, id)
    return value === undefined ? [] : [{ value, ...drawOf(record) }]
  })
}

/** Whether the loop works, what it contains, and what is pending. */
export interface Status {
  readonly organisation: string
  readonly project: string
  readonly journal: string
  readonly events: number
  readonly runs: number
  readonly patterns: { readonly showable: number; readonly all: number }
  readonly learnings: { readonly pending: number; readonly rejected: number }
  /** Unresolved task errors, and tasks that failed three times. */
  readonly troubles: { readonly openErrors: number; readonly struckOut: number }
  /** Pairs of patterns that contradict each other; a person or newer evidence says which one holds. */
  readonly conflicts: readonly { readonly pattern: string; readonly with: string; readonly reason: string }[]
  /** When each part of the loop last did something; absent: never. */
  readonly heartbeats: { readonly [part: string]: number }
  /** The components (capture, learning, injection) without activity for `afterDays`, or that never ran despite recorded runs. */
  readonly quiet: { readonly afterDays: number; readonly parts: readonly QuietPart[] }
  /** Hook events that are still queued, and those that could not be recorded. */
  readonly spool: { readonly waiting: number; readonly refused: number }
  readonly failures: number
  readonly lastFailure?: LoopRecord['lastFailure']
  /** Adapters with a restrictive overlay, and those of them without recent runs. */
  readonly overlays: { readonly tight: number; readonly stale: readonly string[] }
  /** Decisions that the evidence supports, with the command; a person makes them. */
  readonly suggestions: readonly Suggestion[]
  /** False when the documents were folded under another policy and a rebuild is due. */
  readonly policyIsCurrent: boolean
  /** The last archived event, and whether archived events were folded under the current policy. */
  readonly archive?: { readonly upTo: number; readonly policyIsCurrent: boolean }
}

export async function status(context: LoopContext): Promise<Status> {
  const { journal, projector, folding = projector } = context
  const [head, loop = EMPTY_LOOP] = await Promise.all([journal.head(), bodyOf(journal, LOOP, LOOP)])
  return together({
    ...journal.scope,
    journal: head.journal,
    events: head.position,
    runs: loop.runs,
    patterns: together({ showable: countShown(context), all: journal.count(PATTERN) }),
    learnings: together({
      pending: journal.count(LEARNING, ['pending']),
      rejected: journal.count(LEARNING, ['rejected']),
    }),
    troubles: together({ openErrors: journal.count(ERROR, ['open']), struckOut: journal.count(TASK_STRIKES, ['out']) }),
    conflicts: openConflicts(context),
    heartbeats: loop.lastAt,
    quiet: begunAt(context).then((begun) => quietIn(context, { ...loop, begunAt: begun })),
    spool: { waiting: context.spool?.waiting().length ?? 0, refused: context.spool?.refused() ?? 0 },
    failures: loop.failures,
    lastFailure: loop.lastFailure,
    overlays: overlaysOf(context),
    suggestions: import('../governance/suggest-promotions.ts').then(({ suggestDecisions }) =>
      suggestDecisions(context),
    ),
    policyIsCurrent: head.policyHash === '' || head.policyHash === folding.policyHash,
    archive:
      head.checkpoint === 0
        ? undefined
        : { upTo: head.checkpoint, policyIsCurrent: head.checkpointPolicy === folding.policyHash },
  })
}

/** When the first event was recorded; now, where there is none. */
export async function begunAt({ journal, now }: LoopContext): Promise<number> {
  const [first] = await journal.read({ limit: 1 })
  return first?.recordedAt ?? now()
}

function quietIn(
  { settings, now }: LoopContext,
  { lastAt, runs, begunAt: begun }: LoopRecord & { readonly begunAt: number },
): Status['quiet'] {
  const listening = { runs, begunAt: begun, now: now(), quietDays: settings.quietDays }
  const parts = QUIET_PARTS.filter((part) => isQuiet(lastAt[part], listening))
  return { afterDays: settings.quietDays, parts }
}

const MOST_ADAPTERS = 1_000

async function overlaysOf(context: LoopContext): Promise<Status['overlays']> {
  const { policy, now } = context
  const records = await tightAdapters(context, MOST_ADAPTERS)
  const stale = records.filter((record) => isStale(record, now(), policy)).map(({ adapter }) => adapter)
  return { tight: records.length, stale: stale.sort() }
}

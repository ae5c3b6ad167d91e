import type { JournalEvent, StoredEvent } from '../../domain/event.ts'
import { typesThat } from '../../domain/events/traits.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { reliabilityOfRecord } from '../../engine/governance/adapter-record.ts'
import { type Brief, standingLabel } from '../../engine/standing/standing.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { ADAPTER, documentId } from '../../projection/documents/governance-documents.ts'
import { patternProjector } from '../../projection/projector.ts'
import { Replay } from '../../projection/replay.ts'
import { describeEvent } from '../../report/describe-event.ts'
import { counted } from '../../report/standing-words.ts'
import type { LoopContext } from '../context.ts'
import { factsIn, known, toldAbout } from '../facts/facts-about.ts'
import { runStream } from '../journal/append-facts.ts'
import { adapterView } from '../views/policy-view.ts'
import { standingsIn } from '../views/standings.ts'
import { showPattern } from './patterns.ts'

const MOST = 2_000

export interface PatternPoint extends Brief {
  readonly at: number
  readonly event: string
  readonly words: string
}

export interface PatternHistory {
  readonly pattern: string
  /** One point after each event about it, oldest first; receipts are not events about it. */
  readonly moments: readonly PatternPoint[]
  /** Only the newest 2,000 events are included; earlier evidence is not counted. */
  readonly isCut: boolean
}

/** An adapter's reliability after one of its graded runs, and what policy required. */
export interface AdapterPoint {
  readonly at: number
  readonly run?: string
  readonly score: number
  readonly runs: number
  readonly riskMultiplier: number
  readonly requireApproval: boolean
}

export interface AdapterHistory {
  readonly adapter: string
  readonly moments: readonly AdapterPoint[]
  /** Only the newest 2,000 events are here. */
  readonly isCut: boolean
}

/** A pattern's history from its first sighting to its status, under the current policy. The last point includes what similar patterns have shown since its last event. */
export async function patternHistory(context: LoopContext, id: string): Promise<PatternHistory> {
  const { pattern, standing } = await showPattern(context, id)
  const moments: PatternPoint[] = []
  const { stored, isCut } = await toldAbout(context, pattern.id)
  const empty = new Replay(patternProjector(context.policy))
  await replayed(context, stored, empty, (event, replay) => {
    const record = replay.get(PATTERN, pattern.id)?.body
    if (record === undefined) return
    const { status, helps, runs, decidedBy } = standingsIn(replay, event.occurredAt, context).brief(record)
    const words = describeEvent(event, pattern.id, context.policy.implicitFeedback)
    moments.push({ at: event.occurredAt, event: event.id, words, status, helps, runs, decidedBy })
  })
  const last = moments.at(-1)
  const { status, helps, runs, decidedBy } = standing
  if (last !== undefined && standingLabel(last) !== standingLabel(standing)) {
    const drawn = runs > last.runs ? `${counted(runs - last.runs, 'more run')} drawn to compare, ` : ''
    const words = `${drawn}what similar lessons have shown, and time, up to now`
    moments.push({ ...last, at: context.now(), words, status, helps, runs, decidedBy })
  }
  return { pattern: pattern.id, moments, isCut }
}

export async function adapterHistory(context: LoopContext, name: string): Promise<AdapterHistory> {
  const { adapter } = await adapterView(context, name)
  const id = documentId(adapter)
  const moments: AdapterPoint[] = []
  const stored = await context.journal.read({ subject: `adapter/${id}`, newestFirst: true, limit: MOST + 1 })
  await replayed(context, stored.slice(0, MOST), new Replay(context.projector), (event, replay) => {
    const record = replay.get(ADAPTER, id)?.body
    const reliability = record && reliabilityOfRecord(record, context.policy)
    if (reliability === undefined) return
    const { riskMultiplier, requireApproval } = record!.overlay
    const { score, runs } = reliability
    const told = { at: event.occurredAt, score, runs, riskMultiplier, requireApproval }
    moments.push({ ...told, run: event.run })
  })
  return { adapter, moments, isCut: stored.length > MOST }
}

/** Folds facts about a thing, oldest first, and yields the state after each. Erased and archived ones are skipped. */
async function replayed(
  context: LoopContext,
  stored: readonly StoredEvent[],
  replay: Replay,
  look: (event: KnownEvent, replay: Replay) => void,
): Promise<void> {
  const about = known(stored)
  const own = new Set(about.map(({ id }) => id))
  for (const event of await withTheirRuns(context, about)) {
    replay.add(event as JournalEvent<unknown> as JournalEvent)
    if (own.has(event.id)) look(event, replay)
  }
}

const OF_RUNS = ['pattern-injected', ...typesThat('truth')] as const

/** Adds the runs' receipts and results: a verdict before a citation grades nothing by itself, but counts when the citation arrives. */
async function withTheirRuns(context: LoopContext, about: readonly KnownEvent[]): Promise<KnownEvent[]> {
  const all = new Map(about.map((event) => [event.id, event]))
  for (const run of new Set(about.flatMap(({ run }) => run ?? [])))
    for (const event of await factsIn(context, { stream: runStream(run), types: OF_RUNS })) all.set(event.id, event)
  return [...all.values()].sort((a, b) => a.position - b.position)
}

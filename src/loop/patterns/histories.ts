import type { JournalEvent } from '../../domain/event.ts'
import { typesThat } from '../../domain/events/traits.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { reliabilityOfRecord } from '../../engine/governance/adapter-record.ts'
import { type Brief, standingLabel } from '../../engine/standing/standing.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { ADAPTER, documentId } from '../../projection/documents/governance-documents.ts'
import { Replay } from '../../projection/replay.ts'
import { describeEvent } from '../../report/describe-event.ts'
import type { LoopContext } from '../context.ts'
import { known } from '../facts/facts-about.ts'
import { adapterView } from '../views/policy-view.ts'
import { standingsIn } from '../views/standings.ts'
import { showPattern } from './patterns.ts'

const MOST = 2_000
const MOST_GRADES = 10_000

export interface PatternPoint extends Brief {
  readonly at: number
  readonly event: string
  readonly words: string
}

export interface PatternHistory {
  readonly pattern: string
  /** Oldest first; its newest 2,000 events. */
  readonly moments: readonly PatternPoint[]
}

/** How reliable an adapter was after each of its graded runs, and what policy asked then. */
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
}

/** The way of a pattern from its first sighting to where it stands, under the policy of today. What similar patterns have shown since its last event moves it as well, and is the last point. */
export async function patternHistory(context: LoopContext, id: string): Promise<PatternHistory> {
  const { pattern, standing } = await showPattern(context, id)
  const moments: PatternPoint[] = []
  await replayed(context, `pattern/${pattern.id}`, (event, replay) => {
    const record = replay.get(PATTERN, pattern.id)?.body
    if (record === undefined) return
    const { status, helps, runs, decidedBy } = standingsIn(replay, event.occurredAt, context).brief(record)
    const words = describeEvent(event, pattern.id, context.policy.implicitFeedback)
    moments.push({ at: event.occurredAt, event: event.id, words, status, helps, runs, decidedBy })
  })
  const last = moments.at(-1)
  const { status, helps, runs, decidedBy } = standing
  if (last !== undefined && standingLabel(last) !== standingLabel(standing)) {
    const words = 'what similar lessons have shown, and time, up to now'
    moments.push({ ...last, at: context.now(), words, status, helps, runs, decidedBy })
  }
  return { pattern: pattern.id, moments }
}

export async function adapterHistory(context: LoopContext, name: string): Promise<AdapterHistory> {
  const { adapter } = await adapterView(context, name)
  const id = documentId(adapter)
  const moments: AdapterPoint[] = []
  await replayed(context, `adapter/${id}`, (event, replay) => {
    const record = replay.get(ADAPTER, id)?.body
    const reliability = record && reliabilityOfRecord(record, context.policy)
    if (reliability === undefined) return
    const { riskMultiplier, requireApproval } = record!.overlay
    const { score, runs } = reliability
    const told = { at: event.occurredAt, score, runs, riskMultiplier, requireApproval }
    moments.push({ ...told, run: event.run })
  })
  return { adapter, moments }
}

/** Folds the newest facts about a thing, oldest first, and shows each. What was erased or archived is passed over. */
async function replayed(
  context: LoopContext,
  subject: string,
  look: (event: KnownEvent, replay: Replay) => void,
): Promise<void> {
  const about = known(await context.journal.read({ subject, newestFirst: true, limit: MOST })).reverse()
  const own = new Set(about.map(({ id }) => id))
  const replay = new Replay(context.projector)
  for (const event of await withTheirRuns(context, about)) {
    replay.add(event as JournalEvent<unknown> as JournalEvent)
    if (own.has(event.id)) look(event, replay)
  }
}

/** A verdict that came before a citation grades nothing by itself, and yet counts when the citation arrives. */
async function withTheirRuns({ journal }: LoopContext, about: readonly KnownEvent[]): Promise<KnownEvent[]> {
  const runs = new Set(about.flatMap(({ run }) => run ?? []))
  const own = new Set(about.map(({ id }) => id))
  const after = (about[0]?.position ?? 1) - 1
  const grades = known(await journal.read({ types: typesThat('truth'), after, limit: MOST_GRADES }))
  const others = grades.filter(({ id, run }) => run !== undefined && runs.has(run) && !own.has(id))
  return [...about, ...others].sort((a, b) => a.position - b.position)
}

import type { JournalEvent } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { type Axes, axesOf } from '../../engine/standing/axes.ts'
import { massAt, type PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { SuccessRate } from '../../engine/standing/success-rate.ts'
import { describeEvent } from '../describe-event.ts'
import { counted } from '../wording.ts'
import { whatWouldChange } from './what-would-change.ts'
import { whyBelieved } from './why-believed.ts'

/** Why a pattern stands where it stands, from the events behind it, and what would change it. */
export interface WhyPattern {
  readonly pattern: string
  readonly text: string
  readonly standing: Axes
  readonly usage: SuccessRate
  /** Why it is shown to nobody, by the profile in force; empty when it may be. */
  readonly barredBecause: readonly string[]
  /** The score as a sum that can be checked by hand. */
  readonly arithmetic: string
  readonly evidence: readonly string[]
  readonly whatWouldChangeIt: readonly string[]
  /** What was said and done about it, newest first. */
  readonly timeline: readonly TimelineEntry[]
  /** Where it was put in front of a run, newest first. */
  readonly receipts: readonly TimelineEntry[]
  /** Facts about it whose words are in an archive; they count, but cannot be told until they are brought back. */
  readonly archived?: number
}

/** One event, in words. */
export interface TimelineEntry {
  readonly at: number
  readonly event: string
  readonly position: number
  readonly what: string
  readonly run?: string
}

/** The events behind a pattern, newest first: those that say something about it, and those that only showed it. */
export interface EventsBehind {
  readonly telling: readonly JournalEvent<unknown>[]
  readonly receipts: readonly JournalEvent<unknown>[]
  /** There are more receipts than were read. */
  readonly hasMoreReceipts: boolean
  /** What came of it in the iterations that saw it. */
  readonly usage: SuccessRate
}

export function whyPattern(
  record: PatternRecord,
  events: EventsBehind,
  now: number,
  policy: Policy,
): WhyPattern {
  const standing = axesOf(record, now, policy)
  return {
    pattern: record.pattern.id,
    text: record.pattern.text,
    standing,
    usage: events.usage,
    barredBecause: standing.barredBecause,
    arithmetic: arithmetic(standing),
    evidence: [...evidenceLines(record, now, policy), shownLine(events, record.pattern.id)],
    whatWouldChangeIt: whatWouldChange({ record, standing, now }, policy),
    timeline: events.telling.map((event) => momentOf(event, record.pattern.id, policy)),
    receipts: events.receipts.map((event) => momentOf(event, record.pattern.id, policy)),
  }
}

function momentOf(event: JournalEvent<unknown>, pattern: string, policy: Policy): TimelineEntry {
  const { occurredAt: at, id, position, run } = event
  return { at, event: id, position, what: describeEvent(event, pattern, policy.implicitFeedback), run }
}

/** `shown 45 times, withheld 5 times`; of a long history the newest part is told. */
function shownLine({ receipts, hasMoreReceipts }: EventsBehind, pattern: string): string {
  const shown = receipts.filter((event) => isAmong(event, 'items', pattern)).length
  const withheld = receipts.filter((event) => isAmong(event, 'withheld', pattern)).length
  const times = (n: number) => (n === 1 ? 'once' : `${n} times`)
  const counts = [
    shown === 0 ? 'not shown' : `shown ${times(shown)}`,
    ...(withheld === 0 ? [] : [`withheld ${times(withheld)}`]),
  ].join(', ')
  return hasMoreReceipts ? `${counts} in the newest ${receipts.length} receipts` : counts
}

function isAmong(event: JournalEvent<unknown>, part: 'items' | 'withheld', pattern: string): boolean {
  return (event.payload as PayloadOf<'pattern-injected'>)[part].some((item) => item.pattern === pattern)
}

/** `success rate 0.67 x decay 1.00 x strength 1.30 x maturity 1.00 = 0.87` */
function arithmetic({ parts, score, barredBecause }: Axes): string {
  if (barredBecause.length > 0) return `not shown: ${barredBecause.join('; ')}`
  const product = [
    `success rate ${parts.successRate.toFixed(2)}`,
    `decay ${parts.decay.toFixed(2)}`,
    `strength ${parts.categoryWeight.toFixed(2)}`,
    `maturity ${parts.multiplier.toFixed(2)}`,
    ...(parts.freshness === undefined ? [] : [`stale-cited ${parts.freshness.toFixed(2)}`]),
  ].join(' x ')
  return `${product}${parts.boost > 0 ? ` + boost ${parts.boost.toFixed(2)}` : ''} = ${score.toFixed(2)}`
}

function evidenceLines({ pattern, evidence }: PatternRecord, now: number, policy: Policy): string[] {
  const mass = massAt(evidence, now, policy)
  const seen = [
    counted(pattern.sightings, 'sighting'),
    `in ${counted(pattern.contexts.length, 'context')}`,
    `on ${counted(pattern.days.length, 'day')}`,
  ]
  const proofs = [
    counted(evidence.successes, 'success'),
    `${counted(evidence.ignoreCount, 'ignore')} of weight ${evidence.ignoreWeight}`,
    counted(evidence.reinforcements, 'reinforcement'),
  ]
  return [
    seen.join(' '),
    proofs.join(', '),
    `${evidence.helpfulCount} helpful and ${evidence.harmfulCount} harmful feedback, after decay ${mass.helpful.toFixed(2)} and ${mass.harmful.toFixed(2)}`,
    `cited in ${counted(evidence.citedRuns, 'run')}, applied in ${counted(evidence.appliedRuns, 'run')}`,
    ...citationLine(pattern),
    ...(pattern.invertedFrom === undefined
      ? []
      : [`it is the warning that ${pattern.invertedFrom} turned into`]),
  ]
}

function citationLine({ citation, staleCitedAt }: PatternRecord['pattern']): string[] {
  if (citation === undefined) return []
  const { file, line, lastLine } = citation
  const place = `${file}${line === undefined ? '' : `:${line}`}${lastLine === undefined ? '' : `-${lastLine}`}`
  if (staleCitedAt === undefined) return [`points at ${place}`]
  const since = new Date(staleCitedAt).toISOString().slice(0, 10)
  return [`points at ${place}, where the lines have changed since it was seen (found out on ${since})`]
}

/** The parts of a score, in the order and the words in which they are told. */
const WORDS: readonly (readonly [part: string, word: string])[] = [
  ['successRate', 'success rate'],
  ['decay', 'decay'],
  ['categoryWeight', 'strength'],
  ['multiplier', 'maturity'],
  ['freshness', 'cited lines have changed'],
  ['boost', 'boost for labels, files or phase'],
  ['semantic', 'likeness to the task'],
  ['relevance', 'relevance'],
]

/** What a pattern weighed for the work at hand. */
interface Weight {
  readonly score: number
  readonly parts: { readonly [part: string]: number | undefined }
}

/** Why a pattern is in a block: `score 0.98: success rate 1.00, decay 0.98, strength 1.30, maturity 1.50, likeness to the task 0.71`. */
export function whyShown({ score, parts }: Weight): string {
  if (parts.value !== undefined) return whyBelieved(parts)
  const said: string[] = []
  for (const [part, word] of WORDS) {
    const value = parts[part]
    if (value !== undefined && (part !== 'boost' || value !== 0)) said.push(`${word} ${value.toFixed(2)}`)
  }
  return `score ${score.toFixed(2)}: ${said.join(', ')}`
}

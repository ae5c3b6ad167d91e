import type { JournalEvent } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { BayesPolicy } from '../../engine/belief/bayes-policy.ts'
import { invertedEffect } from '../../engine/belief/pattern-value.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import type { Axes } from '../../engine/standing/axes.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { type Known, type Standing, type StoodPattern, shownText } from '../../engine/standing/standing.ts'
import { describeEvent } from '../describe-event.ts'
import { counted, evidenceLines, statusWords } from '../standing-words.ts'
import { whatWouldChange } from './what-would-change.ts'

/** Why a pattern has its status, and what would change it. */
export interface WhyPattern {
  readonly pattern: string
  /** The text as an agent reads it. */
  readonly text: string
  readonly standing: Standing
  /** The status and its reason in one line, and the runs behind it, one kind a line. */
  readonly summary: string
  readonly runs: readonly string[]
  /** Where it was seen, what it cites, how often it was shown, and who else has it. */
  readonly notes: readonly string[]
  /** Its ranking value as a sum to check by hand. */
  readonly arithmetic: string
  /** Events about it, newest first. */
  readonly timeline: readonly TimelineEntry[]
  /** Receipts that showed it, newest first. */
  readonly receipts: readonly TimelineEntry[]
  /** Archived events about it; they count, but cannot be printed until restored. */
  readonly archived?: number
}

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
  readonly hasMoreReceipts: boolean
}

export function whyPattern(stood: StoodPattern, events: EventsBehind, now: number, policy: Policy): WhyPattern {
  const { pattern, standing, axes, known } = stood
  const next = known === undefined ? whatWouldChange({ record: stood, standing: axes, now }, policy) : standing.next
  return {
    pattern: pattern.id,
    text: shownText(pattern, standing.status),
    standing: { ...standing, next },
    summary: `${statusWords(standing).slice(0, -1)}: ${standing.because}`,
    runs: evidenceLines(standing),
    notes: [...notesOn(stood), shownLine(events, pattern.id)],
    arithmetic: known === undefined ? arithmetic(axes) : valueText(stood, known, policy.bayes),
    timeline: events.telling.map((event) => momentOf(event, pattern.id, policy)),
    receipts: events.receipts.map((event) => momentOf(event, pattern.id, policy)),
  }
}

/** The value of showing it for relevant work. */
function valueText(stood: StoodPattern, known: Known, policy: BayesPolicy): string {
  const { belief, freshness: relevance } = known
  const { posterior } = belief
  const isWarning = stood.standing.status === 'warning'
  const effect = isWarning ? invertedEffect(posterior, policy) : belief.effect
  const [cost, beside] = [policy.lineCost, (1 - relevance) * policy.effects.neutral]
  const value = relevance * effect + beside - cost
  return whyBelieved({ value, relevance, effect, beside, cost, ...posterior, ...(isWarning ? { inverted: 1 } : {}) })
}

function momentOf(event: JournalEvent<unknown>, pattern: string, policy: Policy): TimelineEntry {
  const { occurredAt: at, id, position, run } = event
  return { at, event: id, position, what: describeEvent(event, pattern, policy.implicitFeedback), run }
}

/** `shown 45 times, left out 5 times at random to compare`; of a long history, what its newest part says. */
function shownLine({ receipts, hasMoreReceipts }: EventsBehind, pattern: string): string {
  const shown = receipts.filter((event) => isAmong(event, 'items', pattern)).length
  const withheld = receipts.filter((event) => isAmong(event, 'withheld', pattern)).length
  const times = (n: number) => (n === 1 ? 'once' : counted(n, 'time'))
  const counts = [
    shown === 0 ? 'not shown to anybody yet' : `shown ${times(shown)}`,
    ...(withheld === 0 ? [] : [`left out ${times(withheld)} at random to compare`]),
  ].join(', ')
  return hasMoreReceipts ? `in its newest ${receipts.length} receipts: ${counts}` : counts
}

function isAmong(event: JournalEvent<unknown>, part: 'items' | 'withheld', pattern: string): boolean {
  return (event.payload as PayloadOf<'pattern-injected'>)[part].some((item) => item.pattern === pattern)
}

/** `success rate 0.67 x decay 1.00 x strength 1.30 x maturity 1.00 = 0.87` */
function arithmetic({ parts, score, excludedBecause }: Axes): string {
  if (excludedBecause.length > 0) return `not shown: ${excludedBecause.join('; ')}`
  const product = [
    `success rate ${parts.successRate.toFixed(2)}`,
    `decay ${parts.decay.toFixed(2)}`,
    `strength ${parts.categoryWeight.toFixed(2)}`,
    `maturity ${parts.multiplier.toFixed(2)}`,
    ...(parts.freshness === undefined ? [] : [`stale-cited ${parts.freshness.toFixed(2)}`]),
  ].join(' x ')
  return `${product}${parts.boost > 0 ? ` + boost ${parts.boost.toFixed(2)}` : ''} = ${score.toFixed(2)}`
}

/** `recorded 3 times, first on 2026-09-23 and last on 2026-11-13`. */
function notesOn({ pattern }: PatternRecord): string[] {
  const { sightings, firstSeenAt, lastSeenAt } = pattern
  const [first, last] = [dayOf(firstSeenAt), dayOf(lastSeenAt)]
  const times = sightings === 1 ? 'recorded once' : `recorded ${sightings === 2 ? 'twice' : `${sightings} times`}`
  const when = first === last ? `on ${first}` : `first on ${first} and last on ${last}`
  return [`${times}, ${when}`, ...citationLine(pattern)]
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function citationLine({ citation, staleCitedAt }: PatternRecord['pattern']): string[] {
  if (citation === undefined) return []
  const { file, line, lastLine } = citation
  const place = `${file}${line === undefined ? '' : `:${line}`}${lastLine === undefined ? '' : `-${lastLine}`}`
  if (staleCitedAt === undefined) return [`about ${place}`]
  return [`about ${place}, where somebody else changed the lines (noticed on ${dayOf(staleCitedAt)})`]
}

/** The parts of a score, in display order, with their names. */
const WORDS: readonly (readonly [part: string, word: string])[] = [
  ['successRate', 'success rate'],
  ['decay', 'decay'],
  ['categoryWeight', 'strength'],
  ['multiplier', 'maturity'],
  ['freshness', 'cited lines have changed'],
  ['boost', 'boost for labels, files or phase'],
  ['semantic', 'similarity to the task'],
  ['relevance', 'relevance'],
]

/** A pattern's weight for the work. */
interface Weight {
  readonly score: number
  readonly parts: { readonly [part: string]: number | undefined }
}

/** Why a pattern is in a block: `score 0.98: success rate 1.00, decay 0.98, strength 1.30, maturity 1.50, similarity to the task 0.71`. */
export function whyShown({ score, parts }: Weight): string {
  if (parts.value !== undefined) return whyBelieved(parts)
  const said: string[] = []
  for (const [part, word] of WORDS) {
    const value = parts[part]
    if (value !== undefined && (part !== 'boost' || value !== 0)) said.push(`${word} ${value.toFixed(2)}`)
  }
  return `score ${score.toFixed(2)}: ${said.join(', ')}`
}

/** A value as a sum that can be checked by hand: `value 0.071 = relevance 0.80 x effect 0.118 - 0.004 for work it is not about - 0.020 for its line; helps 0.38, does nothing 0.44, harms 0.18`. */
export function whyBelieved(parts: { readonly [part: string]: number | undefined }): string {
  const { value = 0, relevance = 0, effect = 0, beside = 0, cost = 0 } = parts
  const { help = 0, neutral = 0, harm = 0 } = parts
  const warned = parts.inverted === 1 ? ' as a warning' : ''
  const drawn = parts.exploration === 1 ? '; shown to learn about it' : ''
  return [
    `value${warned} ${value.toFixed(3)} = relevance ${relevance.toFixed(2)} x effect ${effect.toFixed(3)}`,
    ` - ${Math.abs(beside).toFixed(3)} for work it is not about - ${cost.toFixed(3)} for its line`,
    `; helps ${help.toFixed(2)}, does nothing ${neutral.toFixed(2)}, harms ${harm.toFixed(2)}${drawn}`,
  ].join('')
}

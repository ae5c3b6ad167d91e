import type { JournalEvent } from '../../domain/event.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import type { CriterionWeight } from '../../engine/laws/criterion-weight.ts'
import { outcomeFeedback } from '../../engine/laws/implicit-feedback.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { counted } from '../standing-words.ts'
import { leastMore } from './what-would-change.ts'
import type { TimelineEntry } from './why-pattern.ts'

/** Why a criterion, strategy or adapter has its status: the events behind it, and what would change it. */
export interface WhyNamed {
  readonly name: string
  readonly state: string
  /** The calculation, to check by hand. */
  readonly arithmetic: string
  readonly evidence: readonly string[]
  readonly whatWouldChangeIt: readonly string[]
  /** What was said about it, newest first. */
  readonly timeline: readonly TimelineEntry[]
  /** Archived facts about it; they count, but cannot be shown until restored. */
  readonly archived?: number
}

/** The part besides the figures. */
export type WhyHistory = Pick<WhyNamed, 'timeline' | 'archived'>

/** The events about it, newest first, with their texts. */
export function momentsOf(events: readonly JournalEvent<unknown>[], policy: Policy): TimelineEntry[] {
  return events.map((event) => ({
    at: event.occurredAt,
    event: event.id,
    position: event.position,
    what: wordsOf(event as KnownEvent, policy),
    run: event.run,
  }))
}

function wordsOf(event: KnownEvent, policy: Policy): string {
  if (event.type === 'feedback-given') {
    const { type, weight, by, task, reasoning } = event.payload
    const about = task === undefined ? '' : `${task}: `
    return `${about}${type}, weight ${weight}, by ${by}${reasoning === undefined ? '' : `: ${reasoning}`}`
  }
  if (event.type !== 'outcome-recorded') return event.type.replace(/\.v\d+$/, '').replaceAll('-', ' ')
  const { task, result } = event.payload
  const what = task === undefined ? result : `${task}: ${result}`
  const feedback = outcomeFeedback(event.payload, policy.implicitFeedback)
  return feedback === undefined ? `${what}, not observed` : `${what}, ${feedback.type}: ${feedback.reasoning}`
}

/** A criterion and what it counts, as of now. */
export interface WeighedCriterion extends CriterionWeight {
  readonly criterion: string
  readonly neutral: number
}

export function whyCriterion(view: WeighedCriterion, history: WhyHistory, policy: Policy): WhyNamed {
  const { helpful, harmful, neutral } = view
  const state = !view.known ? 'unknown' : view.deprecated ? 'deprecated' : 'active'
  return {
    name: view.criterion,
    state,
    arithmetic: arithmetic(view, policy),
    evidence: [
      `${counted(helpful, 'helpful rating')}, ${counted(harmful, 'harmful rating')} and ${neutral} neutral`,
      `after decay helpful ${view.helpfulMass.toFixed(2)}, harmful ${view.harmfulMass.toFixed(2)}, half-life ${counted(policy.criterion.halfLifeDays, 'day')}`,
    ],
    whatWouldChangeIt: changes(view, policy),
    ...history,
  }
}

/** `helpful 1.00 / (helpful 1.00 + harmful 0.50) = 0.67` */
function arithmetic(view: WeighedCriterion, { criterion }: Policy): string {
  const { helpfulMass, harmfulMass, helpful, harmful } = view
  if (!view.known) return 'no feedback yet, so it counts in full'
  if (view.deprecated)
    return `0: ${harmful} of ${helpful + harmful} were harmful, ${share(harmful, helpful + harmful)}, and above ${criterion.maxHarmfulRatio} it counts nothing`
  const [good, bad] = [helpfulMass.toFixed(2), harmfulMass.toFixed(2)]
  const ratio = share(helpfulMass, helpfulMass + harmfulMass)
  const isFloor = view.weight === criterion.weightFloor && Number(ratio) < criterion.weightFloor
  return `helpful ${good} / (helpful ${good} + harmful ${bad}) = ${ratio}${isFloor ? `, held at the floor of ${criterion.weightFloor}` : ''}`
}

function changes(view: WeighedCriterion, { criterion }: Policy): string[] {
  const { helpful, harmful, helpfulMass, harmfulMass } = view
  const isDeprecated = (good: number, bad: number) =>
    good + bad >= criterion.minFeedbackForAdjustment && bad / (good + bad) > criterion.maxHarmfulRatio
  if (view.deprecated) {
    const more = leastMore((n) => !isDeprecated(helpful + n, harmful))
    return more === undefined ? [] : [`active again after ${more} more helpful, with none harmful`]
  }
  const doom = leastMore((n) => isDeprecated(helpful, harmful + n))
  const missing = harmfulMass - helpfulMass
  return [
    ...(doom === undefined ? [] : [`deprecated after ${doom} more harmful`]),
    ...(missing > 0 ? [`weight 0.5 after ${missing.toFixed(2)} more helpful mass`] : []),
    'time alone changes nothing: evidence for and against it fades at the same rate',
  ]
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0.00' : (part / whole).toFixed(2)
}

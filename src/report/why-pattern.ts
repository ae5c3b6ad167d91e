import type { JournalEvent } from '../domain/event.ts'
import { massAt, type PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { type Standing, standingOf } from '../engine/standing.ts'
import { describeEvent } from './describe-event.ts'

const DAY_MS = 86_400_000

/** Why a pattern stands where it stands, from the events behind it, and what would change it. */
export interface WhyPattern {
  readonly pattern: string
  readonly text: string
  readonly standing: Standing
  /** The score as a sum that can be checked by hand. */
  readonly arithmetic: string
  readonly evidence: readonly string[]
  readonly whatWouldChangeIt: readonly string[]
  readonly timeline: readonly {
    readonly at: number
    readonly event: string
    readonly position: number
    readonly what: string
    readonly run?: string
  }[]
}

export function whyPattern(
  record: PatternRecord,
  events: readonly JournalEvent<unknown>[],
  now: number,
  policy: Policy,
): WhyPattern {
  const standing = standingOf(record, now, policy)
  return {
    pattern: record.pattern.id,
    text: record.pattern.text,
    standing,
    arithmetic: arithmetic(standing),
    evidence: evidenceLines(record, now, policy),
    whatWouldChangeIt: [
      ...lifecycleChanges(record, standing, now, policy),
      ...maturityChanges(record, standing, now, policy),
    ],
    timeline: events.map((event) => ({
      at: event.occurredAt,
      event: event.id,
      position: event.position,
      what: describeEvent(event, record.pattern.id),
      ...(event.run === undefined ? {} : { run: event.run }),
    })),
  }
}

/** `success rate 0.67 x decay 1.00 x rule 1.30 x maturity 1.00 = 0.87` */
function arithmetic({ parts, score, barredBecause }: Standing): string {
  if (barredBecause.length > 0) return `not shown: ${barredBecause.join('; ')}`
  const product = [
    `success rate ${parts.successRate.toFixed(2)}`,
    `decay ${parts.decay.toFixed(2)}`,
    `strength ${parts.categoryWeight.toFixed(2)}`,
    `maturity ${parts.multiplier.toFixed(2)}`,
  ].join(' x ')
  return `${product}${parts.boost > 0 ? ` + boost ${parts.boost.toFixed(2)}` : ''} = ${score.toFixed(2)}`
}

function evidenceLines({ pattern, evidence }: PatternRecord, now: number, policy: Policy): string[] {
  const mass = massAt(evidence, now, policy)
  return [
    `${counted(pattern.sightings, 'sighting')} in ${counted(pattern.contexts.length, 'context')} on ${counted(pattern.days.length, 'day')}`,
    `${evidence.successes} successes, ${evidence.ignoreCount} ignores of weight ${evidence.ignoreWeight}, ${evidence.reinforcements} reinforcements`,
    `${evidence.helpfulCount} helpful and ${evidence.harmfulCount} harmful feedback, after decay ${mass.helpful.toFixed(2)} and ${mass.harmful.toFixed(2)}`,
    `cited in ${counted(evidence.citedRuns, 'run')}, applied in ${counted(evidence.appliedRuns, 'run')}`,
  ]
}

function lifecycleChanges(
  { pattern }: PatternRecord,
  standing: Standing,
  now: number,
  policy: Policy,
): string[] {
  const { lifecycle } = policy
  if (pattern.decisions.lifecycle !== undefined)
    return ['its lifecycle was decided by a person; only a reset lets the evidence speak again']
  const sightings = lifecycle.verifiedSightings - pattern.sightings
  const contexts = lifecycle.verifiedContexts - pattern.contexts.length
  const idle = lifecycle.idleDays - (now - pattern.lastUsedAt) / DAY_MS
  return [
    ...(standing.lifecycle === 'observed' || standing.lifecycle === 'candidate'
      ? [
          `verified after ${[...(sightings > 0 ? [`${sightings} more ${noun(sightings, 'sighting')}`] : []), ...(contexts > 0 ? [`${contexts} more ${noun(contexts, 'context')}`] : [])].join(' in ')}`,
        ]
      : []),
    ...(standing.lifecycle === 'verified' ? ['active when a person promotes it'] : []),
    ...(standing.lifecycle === 'deprecated'
      ? ['back where its evidence puts it as soon as it is seen again']
      : [`deprecated in ${Math.ceil(idle)} days if it is not used`]),
  ]
}

function maturityChanges(
  { pattern, evidence }: PatternRecord,
  standing: Standing,
  now: number,
  policy: Policy,
): string[] {
  const { maturity } = policy
  if (pattern.decisions.maturity !== undefined)
    return ['its maturity was decided by a person; only a reset lets the evidence speak again']
  const mass = massAt(evidence, now, policy)
  const missingFeedback = maturity.minFeedback - mass.helpful - mass.harmful
  const missingHelpful = maturity.minHelpful - mass.helpful
  if (standing.maturity === 'proven') return [`no longer proven at a harmful share of ${maturity.maxHarmful}`]
  if (standing.maturity === 'deprecated')
    return [`usable again at a harmful share of ${maturity.deprecationThreshold} or less`]
  return [
    ...(standing.maturity === 'established'
      ? []
      : [
          `established after ${missingFeedback.toFixed(2)} more feedback (has ${(mass.helpful + mass.harmful).toFixed(2)} of ${maturity.minFeedback})`,
        ]),
    `proven after ${Math.max(0, missingHelpful).toFixed(2)} more helpful feedback (has ${mass.helpful.toFixed(2)} of ${maturity.minHelpful}), with a harmful share below ${maturity.maxHarmful}`,
  ]
}

function counted(n: number, thing: string): string {
  return `${n} ${noun(n, thing)}`
}

function noun(n: number, thing: string): string {
  return n === 1 ? thing : `${thing}s`
}

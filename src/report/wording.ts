import { DAY_MS } from '../domain/numbers.ts'
import type { PatternOrigin } from '../domain/pattern-pull.ts'
import { present } from '../domain/sets.ts'
import { UPLIFT, type Uplift } from '../engine/belief/uplift.ts'
import type { Overlay } from '../engine/governance/overlay.ts'
import { SAFETY_RULES } from '../engine/safety/rules.ts'
import { counted, span } from './standing-words.ts'

/** The value of a figure with too little data. It is a value, never a default. */
export const NOT_ENOUGH = 'not enough data'
export type NotEnough = typeof NOT_ENOUGH

/** A share from 0 to 1, and its total count. */
export interface Figure {
  readonly value: number | NotEnough
  readonly n: number
}

/** `part / n`; of nothing, nothing is known. */
export function shareOf(part: number, n: number): Figure {
  return { value: n === 0 ? NOT_ENOUGH : part / n, n }
}

/** The effect of showing something, in a sentence that never claims more than is known. */
export function upliftWords({ verdict, estimate = 0, low, high }: Uplift): string {
  switch (verdict) {
    case 'helps':
      return `helps: runs end well ${points(estimate)} more often (${span(low, high)})`
    case 'harms':
      return `harms: runs end well ${points(-estimate)} less often (${span(low, high)})`
    case 'no difference':
      return `makes no difference of ${points(UPLIFT.worthKnowing)} or more (${span(low, high)})`
    case 'unknown':
      return 'not enough data yet'
  }
}

/** `18 points` of a hundred runs. */
const points = (difference: number) => counted(Math.round(difference * 100), 'point')

/** `risk x1.4, 1 retry, needs approval` */
export function overlayText({ riskMultiplier, suggestedMaxRetries, requireApproval }: Overlay): string {
  const retries = `${suggestedMaxRetries} ${suggestedMaxRetries === 1 ? 'retry' : 'retries'}`
  return `risk x${riskMultiplier}, ${retries}, ${requireApproval ? 'needs approval' : 'no approval'}`
}

export function safetyText(off: readonly string[]): string {
  const active = SAFETY_RULES.filter(({ id, isOptional }) => !isOptional && !off.includes(id)).length
  const others = off.length === 0 ? '' : `; turned off: ${off.join(', ')}`
  return `Safety rules: ${active} active${others}. To list them: mettle docs safety-rules`
}

/** `web (journal 3f2a9c01): 5 sightings on 3 days, 2 successes, 1 ignore; pushed 2026-01-03; shown, not scored` */
export function originLine({ project, journal, text, evidence, pushedAt, trust }: PatternOrigin): string {
  const { sightings, days, successes, ignores, helpful, harmful, applications, earned, claimedRate } = evidence
  const counts = present([
    `${counted(sightings, 'sighting')}${days === 0 ? '' : ` on ${counted(days, 'day')}`}`,
    successes !== 0 && counted(successes, 'success'),
    ignores !== 0 && counted(ignores, 'ignore'),
    helpful + harmful !== 0 && `${helpful} helpful and ${harmful} harmful feedback`,
    applications !== 0 && `${Number(earned.toFixed(2))} of ${counted(applications, 'application')} held`,
    claimedRate !== undefined && `a claimed success rate of ${claimedRate.toFixed(2)}`,
  ])
  const words = text === undefined ? '' : `, as "${text}"`
  const belief = trust === 'quarantined' ? '' : ', trusted'
  const day = new Date(Math.floor(pushedAt / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
  return `${project} (journal ${journal.slice(0, 8)}${belief})${words}: ${counts.join(', ')}; pushed ${day}; shown, not scored`
}

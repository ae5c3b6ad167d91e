import type { PatternOrigin } from '../domain/pattern-pull.ts'
import { counted } from './counted.ts'

const DAY_MS = 86_400_000

/** `web (journal 3f2a9c01): 5 sightings on 3 days, 2 successes, 1 ignore; pushed 2026-01-03; told, not scored` */
export function originLine({ project, journal, text, evidence, pushedAt, trust }: PatternOrigin): string {
  const { sightings, days, successes, ignores, helpful, harmful, applications, earned, claimedRate } =
    evidence
  const counts = [
    `${counted(sightings, 'sighting')}${days === 0 ? '' : ` on ${counted(days, 'day')}`}`,
    ...(successes === 0 ? [] : [counted(successes, 'success')]),
    ...(ignores === 0 ? [] : [counted(ignores, 'ignore')]),
    ...(helpful + harmful === 0 ? [] : [`${helpful} helpful and ${harmful} harmful feedback`]),
    ...(applications === 0
      ? []
      : [`${Number(earned.toFixed(2))} of ${counted(applications, 'application')} held`]),
    ...(claimedRate === undefined ? [] : [`a success rate of ${claimedRate.toFixed(2)}, it says`]),
  ]
  const words = text === undefined ? '' : `, as "${text}"`
  const belief = trust === 'quarantined' ? '' : ', trusted'
  const day = new Date(Math.floor(pushedAt / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
  return `${project} (journal ${journal.slice(0, 8)}${belief})${words}: ${counts.join(', ')}; pushed ${day}; told, not scored`
}

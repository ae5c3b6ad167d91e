import { isAgentsDoor } from '../domain/event.ts'
import { traitsOf } from '../domain/events/traits.ts'
import { DAY_MS } from '../domain/numbers.ts'
import { isFromOutside } from '../domain/pattern-sighting.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { sameRole } from '../engine/laws/role-pairs.ts'
import { AGENTS, countedWeight, voiceOf } from '../engine/standing/credit.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'

const BY_HAND = 'by hand'

/** Somebody's statement about a pattern. A statement about a run's work is not included: it counts once for the run. */
interface Word {
  readonly voice: string
  readonly weight: number
  /** The author of praise, which does not count for the author's own pattern. */
  readonly praisedBy?: string
}

/** The share of a vote on a pattern that counts, and the votes that the pattern remembers. Praise for one's own pattern and anything from outside do not count; a voice moves a pattern by no more than its daily allowance. */
export function countedVote(record: PatternRecord | undefined, event: KnownEvent, policy: Policy) {
  const word = wordIn(event)
  if (word === undefined || record === undefined) return { share: 1 }
  if (isFromOutside(event.provenance.trust)) return { share: 0 }
  if (word.praisedBy !== undefined && sameRole(word.praisedBy, record.pattern.role)) return { share: 0 }
  const { counts, voices } = countedWeight(record.voices, { ...word, day: dayOfWord(event) }, policy.influence)
  return { share: counts / word.weight, voices }
}

function wordIn(event: KnownEvent): Word | undefined {
  switch (event.type) {
    case 'feedback-given': {
      const { subject, type, weight, by } = event.payload
      if (subject !== 'pattern' || type === 'neutral' || weight === 0) return undefined
      const voice = isAgentsDoor(event.origin) ? AGENTS : voiceOf(by)
      return { voice, weight, praisedBy: type === 'helpful' ? by : undefined }
    }
    case 'pattern-ignored':
      return event.run === undefined ? { voice: voiceOf(event.payload.by), weight: 1 } : undefined
    case 'pattern-reinforced':
      return event.run === undefined ? { voice: BY_HAND, weight: 1 } : undefined
    default:
      return undefined
  }
}

/** A person may give another day; for agents, the clock of this machine decides. */
export function dayOfWord({
  origin,
  occurredAt,
  recordedAt,
}: Pick<KnownEvent, 'origin' | 'occurredAt' | 'recordedAt'>): number {
  return Math.floor((isAgentsDoor(origin) ? recordedAt : occurredAt) / DAY_MS)
}

/** The patterns that an event names itself. */
export function patternsNamed(event: KnownEvent): string[] {
  const { names } = traitsOf(event.type)
  if (names !== undefined) return names(event.payload as never).filter((name) => name !== undefined)
  const named = (event.payload as { pattern?: unknown } | null)?.pattern
  return typeof named === 'string' ? [named] : []
}

/** Other subjects of an event, by which its consequences can be found. */
export function papersNamed(event: KnownEvent): string[] {
  return (
    traitsOf(event.type)
      .about?.(event.payload as never)
      .filter((paper) => paper !== false) ?? []
  )
}

import { DAY_MS } from '../domain/durations.ts'
import { isAgentsDoor } from '../domain/event.ts'
import { isFromOutside } from '../domain/pattern-sighting.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { AGENTS, countedWeight, type Voices, voiceOf } from '../engine/belief/credit.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { sameRole } from '../engine/laws/role-pairs.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'

const BY_HAND = 'by hand'

/** Somebody's word on a pattern. What is said of the work of a run is no word: it counts once for the run. */
interface Word {
  readonly voice: string
  readonly weight: number
  /** Who speaks, where a word for a pattern could be one for their own. */
  readonly praisedBy?: string
}

/** What of a word counts, as a share of its weight, and what the pattern remembers of who spoke. */
export interface CountedVote {
  readonly share: number
  readonly voices?: Voices
}

/**
 * How far a word on a pattern is heard. Nobody's praise counts for a pattern of their own, nor does anything from outside, and a voice moves
 * a pattern by no more than its allowance of the day.
 */
export function countedVote(
  record: PatternRecord | undefined,
  event: KnownEvent,
  policy: Policy,
): CountedVote {
  const word = wordIn(event)
  if (word === undefined || record === undefined) return { share: 1 }
  if (isFromOutside(event.provenance.trust)) return { share: 0 }
  if (word.praisedBy !== undefined && sameRole(word.praisedBy, record.pattern.role)) return { share: 0 }
  const { counts, voices } = countedWeight(
    record.voices,
    { ...word, day: dayOfWord(event) },
    policy.influence,
  )
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

/** People may tell of another day; of what agents say, the clock of this machine knows the day. */
export function dayOfWord({
  origin,
  occurredAt,
  recordedAt,
}: Pick<KnownEvent, 'origin' | 'occurredAt' | 'recordedAt'>): number {
  return Math.floor((isAgentsDoor(origin) ? recordedAt : occurredAt) / DAY_MS)
}

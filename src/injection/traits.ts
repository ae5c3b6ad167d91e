import { mayInvert } from '../engine/belief/exclusions.ts'
import type { Place } from '../engine/belief/place-relevance.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'

/** What weighing by belief reads of a pattern whatever the work is. It stays as it is until the record changes. */
export interface Traits {
  readonly place: Place
  /** It names no place, so it may hold anywhere. */
  readonly isPlaceless: boolean
  readonly freshness: number
  readonly mayInvert: boolean
}

export function traitsIn(record: PatternRecord, policy: Policy): Traits {
  const place = placeOf(record.pattern)
  return {
    place,
    isPlaceless: place.files.length + place.labels.length + record.pattern.tags.length === 0,
    freshness: freshnessOf(record, policy),
    mayInvert: mayInvert(record),
  }
}

/** Where it was seen. */
function placeOf({ files, labels, citation }: PatternRecord['pattern']): Place {
  return { files: citation === undefined ? files : [...files, citation.file], labels }
}

/** Code that has changed since makes what was said of it less to the point. */
export function freshnessOf({ pattern }: PatternRecord, { score }: Policy): number {
  return pattern.staleCitedAt === undefined ? 1 : score.staleCitedFactor
}

import { isSeenInside } from '../domain/pattern-sighting.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import type { Standing } from '../engine/standing/standing.ts'

export interface Stood extends PatternRecord {
  readonly standing: Standing
}

/**
 * Why a pattern is not given to the organisation; undefined when it is. Never what came from elsewhere and was not seen here, nor what
 * may not be shown here, nor what holds in some repositories alone. Otherwise what a person or evidence speaks for: verified or active, established or proven, a success or helpful
 * feedback. `everything` asks for none of these.
 */
export function whyNotShared(
  { pattern, evidence, standing }: Stood,
  { everything }: { readonly everything: boolean },
): string | undefined {
  if (pattern.invertedFrom !== undefined)
    return 'a warning follows from the evidence for what it warns of, which differs from project to project'
  if (!isSeenInside(pattern)) return 'it came from elsewhere and was not seen here on another day'
  if (pattern.repositories !== undefined) return `it is for ${pattern.repositories.join(', ')} alone`
  if (standing.barredBecause.length > 0) return standing.barredBecause.join('; ')
  const speaksForIt =
    ['verified', 'active'].includes(standing.lifecycle) ||
    ['established', 'proven'].includes(standing.maturity) ||
    evidence.successes > 0 ||
    evidence.helpfulCount > 0
  return everything || speaksForIt ? undefined : 'nothing speaks for it yet but that it was seen'
}

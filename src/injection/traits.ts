import type { Drawn } from '../engine/belief/holdout.ts'
import type { Place } from '../engine/belief/pattern-value.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { Injection } from '../engine/laws/role-block.ts'
import { mayInvert } from '../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { byScore, type Candidate } from './candidate.ts'
import { type Render, rulesFirst } from './rules.ts'

/** The part of a pattern that weighing by belief reads for any work. It stays the same until the record changes. */
export interface Traits {
  readonly place: Place
  /** It names no place, so it may apply anywhere. */
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

/** If the code has changed since, a lesson about it is less relevant. */
export function freshnessOf({ pattern }: PatternRecord, { score }: Policy): number {
  return pattern.staleCitedAt === undefined ? 1 : score.staleCitedFactor
}

export interface Withheld {
  readonly injection: Injection
  /** All candidates, best first, without those withheld. */
  readonly candidates: readonly Candidate[]
  readonly withheld: readonly Candidate[]
}

/** The block without the patterns withheld from a run; people's rules never are. A pattern that moves up into the room of a withheld one is drawn too, so that the draw applies to every injection of the run. */
export function withhold(
  all: readonly Candidate[],
  { budgetTokens, render: bare }: { budgetTokens: number; render: Render },
  { isRunHeld, isHeld }: Pick<Drawn, 'isRunHeld' | 'isHeld'>,
): Withheld {
  const render = (some: readonly Candidate[]) => rulesFirst(some, budgetTokens, bare)
  if (isRunHeld) return withoutAny(all, render)
  const withheld: Candidate[] = []
  let candidates = all
  for (;;) {
    const injection = render(candidates)
    const included = new Set(injection.included)
    const held = candidates.filter(
      ({ id, rule, standing }) => rule === undefined && included.has(id) && isHeld(id, standing.belief?.isOpen),
    )
    if (held.length === 0) return { injection, candidates, withheld: withheld.sort(byScore) }
    withheld.push(...held)
    // What is near to a withheld one would tell the run the same.
    candidates = candidates.filter((one) => !held.some((other) => other === one || one.near?.includes(other.id)))
  }
}

function withoutAny(all: readonly Candidate[], render: (candidates: readonly Candidate[]) => Injection): Withheld {
  const wanted = new Set(render(all).included)
  const isHeld = ({ id, rule }: Candidate) => rule === undefined && wanted.has(id)
  return {
    injection: render(all.filter(({ rule }) => rule !== undefined)),
    candidates: all.filter((one) => !isHeld(one)),
    withheld: all.filter(isHeld).sort(byScore),
  }
}

import type { KnownEvent } from '../../domain/read-event.ts'
import { reportedTimes } from './reported-times.ts'
import type { TranscriptFact } from './transcript-fact.ts'

/**
 * The facts that a journal lacks, each between those of its neighbours in the transcript that hooks reported.
 *
 * A fact keeps the time that the transcript gives it, unless a hook that ran late, or a clock that was wrong, would put it before a step that
 * it followed: then it takes the time of that step. Where the reports of hooks contradict each other, it keeps its own.
 */
export function placedFacts<T extends TranscriptFact>(
  missing: readonly T[],
  transcript: readonly TranscriptFact[],
  journal: readonly KnownEvent[],
): T[] {
  const reported = reportedTimes(transcript, journal, new Set(missing.map(({ id }) => id)))
  const inOrder = [...transcript].sort((a, b) => a.at - b.at)
  const [earliest, latest] = [new Map<string, number>(), new Map<string, number>()]
  let before: number | undefined
  for (const { id } of inOrder) {
    if (before !== undefined) earliest.set(id, before)
    before = reported.get(id) ?? before
  }
  let after: number | undefined
  for (const { id } of inOrder.toReversed()) {
    if (after !== undefined) latest.set(id, after - 1)
    after = reported.get(id) ?? after
  }
  return missing.map((fact) => {
    const [low = -Infinity, high = Infinity] = [earliest.get(fact.id), latest.get(fact.id)]
    return low > high ? fact : { ...fact, at: Math.min(Math.max(fact.at, low), high) }
  })
}

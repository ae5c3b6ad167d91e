import type { KnownEvent } from '../../domain/read-event.ts'
import { isFromTranscript, isShared, printOf, type TranscriptFact } from './transcript-facts.ts'

/** The time at which a hook reported each fact of the transcript, by its transcript id. Steps are paired by the client's ids. Other equal facts are paired in order, if hooks reported as many of them as the transcript has, not counting `missing`. */
export function reportedTimes(
  transcript: readonly TranscriptFact[],
  journal: readonly KnownEvent[],
  missing: ReadonlySet<string> = new Set(),
): Map<string, number> {
  const shared = journal.filter(isShared)
  const filledIn = new Set(shared.filter(isFromTranscript).map(({ key }) => key.slice(key.lastIndexOf('/') + 1)))
  const [calls, times] = [new Map<string, number>(), new Map<string, number[]>()]
  for (const fact of shared) {
    if (isFromTranscript(fact)) continue
    if (fact.type === 'tool-used') calls.set(fact.payload.call, fact.occurredAt)
    times.set(printOf(fact), [...(times.get(printOf(fact)) ?? []), fact.occurredAt])
  }
  const groups = new Map<string, TranscriptFact[]>()
  for (const fact of transcript)
    if (!missing.has(fact.id) && !filledIn.has(fact.id))
      groups.set(printOf(fact), [...(groups.get(printOf(fact)) ?? []), fact])
  const reported = new Map<string, number>()
  for (const [print, facts] of groups) {
    const told = (times.get(print) ?? []).sort((a, b) => a - b)
    const inOrder = [...facts].sort((a, b) => a.at - b.at)
    for (const [index, fact] of inOrder.entries()) {
      const call = fact.type === 'tool-used' ? calls.get(fact.payload.call) : undefined
      const time = call ?? (told.length === inOrder.length ? told[index] : undefined)
      if (time !== undefined) reported.set(fact.id, time)
    }
  }
  return reported
}

/** Maps hook time to transcript time, using the facts that both have: if a hook ran between the reports of two steps, its fact belongs between those steps in the transcript, whatever its clock showed. */
export function transcriptClock(
  transcript: readonly TranscriptFact[],
  journal: readonly KnownEvent[],
): (time: number) => number {
  const reported = reportedTimes(transcript, journal)
  const marks = transcript.flatMap(({ id, at }) => {
    const time = reported.get(id)
    return time === undefined ? [] : [{ at, time }]
  })
  marks.sort((a, b) => a.time - b.time)
  return (time) => {
    const before = marks.findLast((mark) => mark.time <= time)
    const after = marks.find((mark) => mark.time > time)
    if (before === undefined) return after === undefined ? time : Math.min(time, after.at - 1)
    return Math.min(before.at + time - before.time, after === undefined ? Infinity : after.at - 1)
  }
}

/**
 * The facts that a journal lacks, each between those of its neighbours in the transcript that hooks reported.
 *
 * A fact keeps the time that the transcript gives it, unless a hook that ran late, or a clock that was wrong, would put it before a step that
 * it followed: then it takes the time of that step. Where the reports of hooks contradict each other, it keeps its own.
 */
export function orderedFacts<T extends TranscriptFact>(
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

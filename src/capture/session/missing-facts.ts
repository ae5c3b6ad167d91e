import type { KnownEvent } from '../../domain/read-event.ts'
import { LATE_END, type StepResult, UNNAMED_CALL } from '../../domain/values/session.ts'
import { transcriptClock } from './order-facts.ts'
import { isShared, isTurn, type KnownShared, printOf, type TranscriptFact, transcriptKey } from './transcript-facts.ts'

/** A fact that an earlier reading of the transcript found. */
export interface SeenFact {
  readonly id: string
  readonly print: string
}

export interface TranscriptSoFar {
  readonly facts: readonly TranscriptFact[]
  readonly seen: readonly SeenFact[]
  /** Whether hooks of the client give every step the id that it has in the transcript; then the id alone decides. */
  readonly hasCallIds: boolean
}

/**
 * The facts of a transcript that a journal lacks.
 *
 * A step is matched by its id. A fact without an id on both sides is matched by its print, and counted: a session in which `continue` was typed
 * three times has three of them in the transcript; if hooks reported two, one is missing, the one farthest in time from those reported. Counting
 * needs no synchronised clocks, and gives the same result in whichever order hooks and transcript arrive.
 */
export function missingFacts(
  run: string,
  transcript: TranscriptSoFar,
  journal: readonly KnownEvent[],
): TranscriptFact[] {
  const known = journal.filter(isShared)
  const keys = new Set(journal.map(({ key }) => key))
  const calls = callsOf(known)
  const onRecord = timesByPrint(known)
  const inTranscript = countByPrint(transcript)
  const missing: TranscriptFact[] = []
  const open = new Map<string, TranscriptFact[]>()
  for (const fact of transcript.facts) {
    const ended = fact.type === 'tool-used' ? calls.get(fact.payload.call) : undefined
    const again = { ...fact, id: `${fact.id}${LATE_END}` }
    if (ended === 'unknown' && isEnded(fact) && !keys.has(transcriptKey(run, again.id))) missing.push(again)
    if (ended !== undefined || keys.has(transcriptKey(run, fact.id))) continue
    if (fact.type === 'tool-used' && transcript.hasCallIds) missing.push(fact)
    else open.set(printOf(fact), [...(open.get(printOf(fact)) ?? []), fact])
  }
  const clock = transcriptClock(transcript.facts, journal)
  for (const [print, facts] of open) {
    const times = (onRecord.get(print) ?? []).map(clock)
    const lacking = (inTranscript.get(print) ?? 0) - times.length
    if (lacking > 0) missing.push(...farthest(facts, times, lacking))
  }
  return withoutWordless(missing, inTranscript, known).sort((a, b) => a.at - b.at)
}

/** How the steps on record ended, by the ids that their client gave them. */
export function callsOf(known: readonly KnownShared[]): ReadonlyMap<string, StepResult> {
  const steps = known.flatMap((fact) => (fact.type === 'tool-used' ? [fact.payload] : []))
  return new Map(steps.flatMap(({ call, ended }) => (call.startsWith(UNNAMED_CALL) ? [] : [[call, ended] as const])))
}

function isEnded(fact: TranscriptFact): boolean {
  return fact.type === 'tool-used' && fact.payload.ended !== 'unknown'
}

/** How often each print is in the transcript, as far as it has been read. */
export function countByPrint({ facts, seen }: Pick<TranscriptSoFar, 'facts' | 'seen'>): Map<string, number> {
  const prints = new Map(seen.map(({ id, print }) => [id, print]))
  for (const fact of facts) prints.set(fact.id, printOf(fact))
  const counts = new Map<string, number>()
  for (const print of prints.values()) counts.set(print, (counts.get(print) ?? 0) + 1)
  return counts
}

function timesByPrint(facts: readonly KnownShared[]): Map<string, number[]> {
  const times = new Map<string, number[]>()
  for (const fact of facts) {
    const print = printOf(fact)
    times.set(print, [...(times.get(print) ?? []), fact.occurredAt])
  }
  return times
}

/** Pairs each recorded time with its nearest fact, and returns the first `most` of the unpaired facts. */
function farthest(facts: readonly TranscriptFact[], times: readonly number[], most: number): TranscriptFact[] {
  const left = [...facts]
  for (const time of times) {
    if (left.length <= most) break
    const distances = left.map(({ at }) => Math.abs(at - time))
    left.splice(distances.indexOf(Math.min(...distances)), 1)
  }
  return left.slice(0, most)
}

/** A hook may report the end of a turn without its text; then one message of the transcript belongs to that turn and is not missing. */
function withoutWordless(
  missing: readonly TranscriptFact[],
  inTranscript: ReadonlyMap<string, number>,
  known: readonly KnownShared[],
): TranscriptFact[] {
  const ended = known.filter(({ type }) => type === 'turn-ended') as (KnownShared & { type: 'turn-ended' })[]
  const wordless = ended.filter(({ payload }) => (payload.said ?? '') === '')
  const turns = missing.filter(({ type }) => type === 'turn-ended')
  if (wordless.length === 0 || turns.length === 0) return [...missing]
  const counts = [...inTranscript].flatMap(([print, count]) => (isTurn(print) ? [count] : []))
  const lacking = counts.reduce((sum, count) => sum + count, 0) - ended.length
  const times = wordless.map(({ occurredAt }) => occurredAt)
  const kept = farthest(turns, times, Math.max(0, lacking, turns.length - wordless.length))
  return missing.filter((fact) => fact.type !== 'turn-ended' || kept.includes(fact))
}

import type { Document, DocumentKey, DocumentReader } from '../domain/document.ts'
import { own } from '../domain/own.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import type { Policy } from '../engine/policy.ts'
import { type Application, tallied } from '../engine/usage-tally.ts'
import { applicationOf, evolveIteration } from './evolve-iteration.ts'
import {
  CALENDAR,
  COURSE,
  type CourseRecord,
  calendarDocument,
  courseDocument,
  courseRecord,
  ITERATION,
  type IterationRecord,
  iterationDocument,
  iterationId,
  iterationRecord,
  iterationsSoFar,
  USAGE,
  usageDocument,
  usageTally,
} from './iteration-documents.ts'
import type { Part } from './part.ts'

const NOTHING = { documents: [], subjects: [] }
const SAYS_SOMETHING: ReadonlySet<string> = new Set([
  'iteration-started.v1',
  'pattern-injected.v1',
  'pattern-acknowledged.v1',
  'citation-verified.v1',
  'relevance-measured.v1',
  'build-finished.v1',
  'goal-evaluated.v1',
  'outcome-recorded.v1',
])

/**
 * The iterations of the project, a row in them for each pattern that was shown, and from the rows the tally of each pattern.
 * When more is known about a row, what it counted before is taken out of the tally and what it counts now put in.
 */
export const iterations: Part = {
  needs(event, read) {
    if (event.run === undefined || !SAYS_SOMETHING.has(event.type)) return []
    const place = placeOf(event, event.run, read)
    const keys: DocumentKey[] = [
      { kind: COURSE, id: event.run },
      { kind: CALENDAR, id: CALENDAR },
      { kind: ITERATION, id: iterationId(event.run, place.iteration) },
    ]
    for (const pattern of patternsTouched(event, place.before)) keys.push({ kind: USAGE, id: pattern })
    return keys
  },
  fold(event, read, policy) {
    if (event.run === undefined || !SAYS_SOMETHING.has(event.type)) return NOTHING
    const place = placeOf(event, event.run, read)
    const documents = foldInto(place, event, read, policy)
    const course = courseAfter(place, event)
    if (course !== place.course) documents.push(courseDocument(course))
    return { documents, subjects: [] }
  },
}

interface Place {
  readonly run: string
  readonly iteration: number
  readonly course: CourseRecord | undefined
  readonly before: IterationRecord | undefined
}

/**
 * The iteration that a fact belongs to: the one it names; for a use of a pattern the one in which the pattern was last shown;
 * else the one that the run is in.
 */
function placeOf(event: KnownEvent, run: string, read: DocumentReader): Place {
  const course = courseRecord(read, run)
  const iteration = named(event) ?? lastShown(event, course) ?? course?.iteration ?? 1
  return { run, iteration, course, before: iterationRecord(read, run, iteration) }
}

function named(event: KnownEvent): number | undefined {
  return (event.payload as { iteration?: number }).iteration
}

function lastShown(event: KnownEvent, course: CourseRecord | undefined): number | undefined {
  if (event.type !== 'pattern-acknowledged.v1' && event.type !== 'citation-verified.v1') return undefined
  return own(course?.shown, event.payload.pattern)?.iteration
}

function foldInto(place: Place, event: KnownEvent, read: DocumentReader, policy: Policy): Document[] {
  const { run, iteration, course, before } = place
  const documents: Document[] = []
  const number = before?.number ?? iterationsSoFar(read) + 1
  if (before === undefined) documents.push(calendarDocument(number))
  const start = before ?? { run, iteration, number, startedAt: event.occurredAt, rows: {}, measured: false }
  const after = evolveIteration(start, event, course, policy)
  if (after !== before) documents.push(iterationDocument(after))
  for (const pattern of patternsTouched(event, before)) {
    const was = applicationOf(before, pattern)
    const is = applicationOf(after, pattern)
    if (isSame(was, is)) continue
    const without =
      was === undefined ? usageTally(read, pattern) : tallied(usageTally(read, pattern), was, -1)
    documents.push(usageDocument(pattern, is === undefined ? without : tallied(without, is)))
  }
  return documents
}

/** The patterns whose rows an event may change; of a fact about the whole iteration, all that were shown in it. */
function patternsTouched(event: KnownEvent, before: IterationRecord | undefined): readonly string[] {
  switch (event.type) {
    case 'pattern-injected.v1':
      return [...new Set(event.payload.items.map(({ pattern }) => pattern))]
    case 'pattern-acknowledged.v1':
    case 'citation-verified.v1':
      return [event.payload.pattern]
    case 'relevance-measured.v1':
    case 'build-finished.v1':
    case 'goal-evaluated.v1':
      return Object.keys(before?.rows ?? {})
    default:
      return []
  }
}

function isSame(a: Application | undefined, b: Application | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return (Object.keys({ ...a, ...b }) as (keyof Application)[]).every((key) => a[key] === b[key])
}

function courseAfter({ run, iteration, course }: Place, event: KnownEvent): CourseRecord {
  const known = course ?? { run, iteration, shown: {} }
  const next = iteration > known.iteration ? { ...known, iteration } : known
  if (event.type !== 'pattern-injected.v1' || event.payload.items.length === 0) return next
  const shown = { ...next.shown }
  for (const { pattern } of event.payload.items)
    shown[pattern] = { iteration, receipt: event.payload.receipt }
  return { ...next, shown }
}

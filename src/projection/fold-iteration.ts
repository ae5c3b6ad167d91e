import { type Document, type DocumentReader, makeDocument } from '../domain/document.ts'
import { typesThat } from '../domain/events/traits.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { isAlike, own } from '../domain/sets.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { withApplication } from '../engine/standing/success-rate.ts'
import { RUN } from './documents/documents.ts'
import { partFor } from './documents/fold-documents.ts'
import {
  CALENDAR,
  ITERATION,
  type IterationRecord,
  iterationDocument,
  iterationId,
  USAGE,
  usageDocument,
  usageTally,
} from './documents/iteration-documents.ts'
import { applicationOf, evolveIteration } from './evolve-iteration.ts'
import { iterationOf, type RunProgress } from './fold-run.ts'

/**
 * The iterations of the project, with a row for each pattern that was shown in them, and the tally of each pattern from its rows.
 *
 * A receipt writes only its iteration, however many patterns it shows. A row enters the tally of its pattern when the agent reports that it used it, or when the iteration is
 * measured or closed; `learn` closes every iteration with waiting rows, however old, so that the tallies then include everything that was shown. When more becomes known about
 * a counted row, its earlier contribution is replaced.
 */
export const iterations = partFor(typesThat('of-iteration'), {
  needs(event, read) {
    if (event.run === undefined) return []
    const place = placeOf(event, event.run, read)
    return [
      { kind: RUN, id: event.run },
      { kind: CALENDAR, id: CALENDAR },
      { kind: ITERATION, id: iterationId(event.run, place.iteration) },
      ...patternsTouched(event, place.before).map((id) => ({ kind: USAGE, id })),
    ]
  },
  fold(event, read, policy) {
    if (event.run === undefined) return undefined
    return { documents: foldInto(placeOf(event, event.run, read), event, read, policy), subjects: [] }
  },
})

interface Place {
  readonly run: string
  readonly iteration: number
  readonly course: RunProgress | undefined
  readonly before: IterationRecord | undefined
}

function placeOf(event: KnownEvent, run: string, read: DocumentReader): Place {
  const course = read.get(RUN, run)?.body.course
  const iteration = iterationOf(event, course)
  return { run, iteration, course, before: read.get(ITERATION, iterationId(run, iteration))?.body }
}

function foldInto(place: Place, event: KnownEvent, read: DocumentReader, policy: Policy): Document[] {
  const { run, iteration, course, before } = place
  const documents: Document[] = []
  const number = before?.number ?? (read.get(CALENDAR, CALENDAR)?.body.iterations ?? 0) + 1
  if (before === undefined) documents.push(makeDocument(CALENDAR, CALENDAR, { iterations: number }))
  const start = before ?? { iteration, measured: false, number, rows: {}, run, startedAt: event.occurredAt }
  const after = evolveIteration(start, event, course, policy)
  if (after !== before) documents.push(iterationDocument(after))
  for (const pattern of patternsTouched(event, before)) {
    const was = applicationOf(before, pattern)
    const is = applicationOf(after, pattern)
    if (isAlike(was, is)) continue
    const without = was === undefined ? usageTally(read, pattern) : withApplication(usageTally(read, pattern), was, -1)
    documents.push(usageDocument(pattern, is === undefined ? without : withApplication(without, is)))
  }
  return documents
}

/** The patterns whose tally an event may change. */
function patternsTouched(event: KnownEvent, before: IterationRecord | undefined): readonly string[] {
  const rows = before?.rows ?? {}
  switch (event.type) {
    case 'pattern-injected':
      return shownAgain(event.payload.items, rows)
    case 'pattern-acknowledged':
    case 'pattern-observed':
    case 'citation-verified':
      return [event.payload.pattern]
    case 'relevance-measured':
    case 'iteration-closed':
      return Object.keys(rows)
    case 'build-finished':
    case 'goal-evaluated':
      return Object.keys(rows).filter((pattern) => rows[pattern]!.counted)
    default:
      return []
  }
}

/** Patterns of a receipt that are already in the tally, or were named before they were shown. */
function shownAgain(items: readonly { pattern: string }[], rows: IterationRecord['rows']): string[] {
  const names = new Set(items.map(({ pattern }) => pattern))
  return [...names].filter((pattern) => {
    const row = own(rows, pattern)
    return row !== undefined && (row.counted || row.acknowledged)
  })
}

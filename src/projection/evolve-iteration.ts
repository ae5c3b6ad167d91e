import type { KnownEvent } from '../domain/read-event.ts'
import { copied, own, withMembers } from '../domain/sets.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { writesCode } from '../engine/laws/role-pairs.ts'
import type { Application } from '../engine/standing/success-rate.ts'
import type { IterationRecord, Row } from './documents/iteration-documents.ts'
import type { RunProgress } from './fold-run.ts'

/** In the order in which documents are written, so that rows need no sorting. */
const NO_ROW: Row = { acknowledged: false, builds: false, counted: false, shown: false, verified: false }

/** The row in the form that the law of success rates reads; undefined while it does not count. */
export function applicationOf(record: IterationRecord | undefined, pattern: string): Application | undefined {
  const row = own(record?.rows, pattern)
  if (record === undefined || row === undefined || !row.counted) return undefined
  return {
    status: row.acknowledged ? 'applied' : 'injected',
    verified: row.verified,
    goalSuccess: record.goal?.success,
    relevance: row.relevance,
    buildFailed: row.builds && record.build?.passed === false,
    iteration: record.number,
  }
}

/** Folds an event into its iteration. A row counts once it was shown and named, or shown when the iteration was measured or closed. The last build decides for the iteration. */
export function evolveIteration(
  record: IterationRecord,
  event: KnownEvent,
  course: RunProgress | undefined,
  policy: Policy,
): IterationRecord {
  switch (event.type) {
    case 'iteration-started': {
      const { commit } = event.payload
      return withMembers(record, { startedAt: event.occurredAt, commit: commit ?? record.commit })
    }
    case 'pattern-injected': {
      const builds = writesCode(event.payload.agent ?? event.payload.role, policy.build)
      const names = event.payload.items.map(({ pattern }) => pattern)
      return changed(record, names, (row) => withMembers(row, { shown: true, builds: row.builds || builds }))
    }
    case 'pattern-acknowledged': {
      const { pattern, citations } = event.payload
      const wasShown = own(course?.shown, pattern) !== undefined
      return changed(record, [pattern], (row) => {
        const shown = row.shown || wasShown
        return withUnchecked(withMembers(row, { shown, acknowledged: true }), [...(row.unchecked ?? []), ...citations])
      })
    }
    case 'pattern-observed': {
      const { pattern, result, shown } = event.payload
      if (!shown || result !== 'followed') return record
      return changed(record, [pattern], (row) => ({ ...row, shown, acknowledged: true, verified: true }))
    }
    case 'citation-verified': {
      const { pattern, citation, verified } = event.payload
      return changed(record, [pattern], (row) =>
        withUnchecked(
          withMembers(row, { acknowledged: row.acknowledged || verified, verified: row.verified || verified }),
          (row.unchecked ?? []).filter((place) => place.file !== citation.file || place.line !== citation.line),
        ),
      )
    }
    case 'iteration-closed':
      return closed(record)
    case 'build-finished': {
      const build = { passed: event.payload.passed, at: event.occurredAt }
      return record.build !== undefined && record.build.at > build.at ? record : withMembers(record, { build })
    }
    case 'goal-evaluated': {
      const { goal, success, score } = event.payload
      return withMembers(record, { goal: { goal, success, score } })
    }
    case 'relevance-measured': {
      const scores = new Map(event.payload.scores.map(({ pattern, score }) => [pattern, score]))
      const names = [...scores.keys()].filter((pattern) => own(record.rows, pattern) !== undefined)
      const next = changed(record, names, (row, pattern) => ({ ...row, relevance: scores.get(pattern)! }))
      return withMembers(closed(next), { measured: true })
    }
    default:
      return record
  }
}

function changed(
  record: IterationRecord,
  patterns: readonly string[],
  change: (row: Row, pattern: string) => Row,
): IterationRecord {
  const rows = copied(record.rows)
  for (const pattern of patterns) {
    const row = change(own(rows, pattern) ?? NO_ROW, pattern)
    rows[pattern] = row.shown && row.acknowledged && !row.counted ? withMembers(row, { counted: true }) : row
  }
  return withMembers(record, { rows })
}

function closed(record: IterationRecord): IterationRecord {
  const shown = Object.keys(record.rows).filter((pattern) => record.rows[pattern]!.shown)
  return changed(record, shown, (row) => ({ ...row, counted: true }))
}

const MOST_UNCHECKED = 50

function withUnchecked(row: Row, places: NonNullable<Row['unchecked']>): Row {
  if (places.length === 0) return row.unchecked === undefined ? row : withMembers(row, { unchecked: undefined })
  const distinct = new Map(places.map((place) => [`${place.file}:${place.line ?? ''}`, place]))
  return withMembers(row, { unchecked: [...distinct.values()].slice(0, MOST_UNCHECKED) })
}

import {
  type Document,
  type DocumentKey,
  type DocumentReader,
  defineDocument,
  makeDocument,
} from '../domain/document.ts'
import { DAY_MS, plus } from '../domain/numbers.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { type Run, runEnd } from '../domain/run.ts'
import { type DayRecord, NO_DAY } from '../engine/belief/uplift.ts'
import { POSTERIOR, rounded } from './documents/belief-documents.ts'
import { type RunRecord, runRecord } from './documents/documents.ts'
import { DraftDocuments } from './documents/fold-documents.ts'
import { LOOP_UPLIFT, ONE_LINE, upliftSums } from './documents/sharing-documents.ts'

/** What each day (UTC) adds to the totals, so that no report reads every run. */
export const DAY = defineDocument<DayRecord>('day')

/** The documents that `foldDays` reads in addition to the run and to what is believed. */
export function dayNeeds({ run, occurredAt }: KnownEvent, read: DocumentReader): DocumentKey[] {
  const lastAt = run === undefined ? undefined : runRecord(read, run)?.run.lastAt
  return [occurredAt, lastAt ?? occurredAt].map((at) => ({ kind: DAY, id: dayId(at) }))
}

/** A run counts on its last day: it is taken out of the day before. What is believed changes on the day of the event. */
export function foldDays(
  event: KnownEvent,
  { before, after }: { readonly before: RunRecord | undefined; readonly after: RunRecord | undefined },
  { beliefs, read }: { readonly beliefs: readonly Document[]; readonly read: DocumentReader },
): Document[] {
  const days = new Map<string, DayRecord>()
  const add = (at: number, change: object, times: 1 | -1 = 1) => {
    const id = dayId(at)
    days.set(id, plus(days.get(id) ?? read.get(DAY, id)?.body ?? NO_DAY, change, times))
  }
  const [was, is] = [before, after].map((record) => record && sumsOf(record.run))
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    if (before && was) add(before.run.lastAt, { ran: was.ran }, -1)
    if (after && is) add(after.run.lastAt, { ran: is.ran })
  }
  if (event.type === 'pattern-injected') {
    const { usedTokens: tokens, tookMs: waitedMs } = event.payload
    add(event.occurredAt, { paid: waitedMs === undefined ? { tokens } : { tokens, waits: 1, waitedMs } })
  }
  if (event.type === 'lesson-asked') add(event.occurredAt, { paid: { asks: 1, askTokens: event.payload.tokens } })
  const written = new DraftDocuments(read)
  for (const document of beliefs) written.put(document)
  for (const { kind, id } of beliefs)
    for (const times of [-1, 1] as const) {
      const reader = times === 1 ? written : read
      const relapses = kind === POSTERIOR ? reader.get(POSTERIOR, id)?.body.relapses : undefined
      if (relapses !== undefined) add(event.occurredAt, { relapses }, times)
      if (kind === LOOP_UPLIFT && id === ONE_LINE)
        add(event.occurredAt, { uplift: upliftSums(reader, LOOP_UPLIFT, id) }, times)
    }
  return [...days].map(([id, record]) => makeDocument(DAY, id, rounded(record), { rank: Number(id) }))
}

function dayId(at: number): string {
  return String(Math.floor(at / DAY_MS))
}

function sumsOf(run: Run) {
  const tiers = Object.values(run.tiers)
  const applied = tiers.filter((tier) => tier === 'applied').length
  const { receipts: injections, errors } = run
  const receiving = injections > 0 ? 1 : 0
  const ran = { runs: 1, receiving, injections, shown: tiers.length, applied, errors, [runEnd(run)]: 1 }
  return { day: dayId(run.lastAt), ran }
}

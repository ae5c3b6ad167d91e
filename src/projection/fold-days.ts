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
import { isAlike } from '../domain/sets.ts'
import { type DayRecord, NO_DAY } from '../engine/belief/uplift.ts'
import { POSTERIOR, rounded } from './documents/belief-documents.ts'
import { RUN, type RunRecord } from './documents/documents.ts'
import { LOOP_UPLIFT, ONE_LINE, upliftSums } from './documents/sharing-documents.ts'

/** What each day (UTC) adds to the totals, so that no report reads every run. */
export const DAY = defineDocument<DayRecord>('day')

/** The documents that `foldDays` reads in addition to the run and the beliefs. */
export function dayNeeds({ run, occurredAt }: KnownEvent, read: DocumentReader): DocumentKey[] {
  const lastAt = run === undefined ? undefined : read.get(RUN, run)?.body.run.lastAt
  return [occurredAt, lastAt ?? occurredAt].map((at) => ({ kind: DAY, id: dayId(at) }))
}

/** A run counts on its last day, and no longer on an earlier one. Changes of beliefs count on the day of the event. */
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
  if (!isCountedAlike(before?.run, after?.run)) {
    if (before) add(before.run.lastAt, { ran: sumsOf(before.run) }, -1)
    if (after) add(after.run.lastAt, { ran: sumsOf(after.run) })
  }
  if (event.type === 'pattern-injected') {
    const { usedTokens: tokens, tookMs: waitedMs } = event.payload
    add(event.occurredAt, { paid: waitedMs === undefined ? { tokens } : { tokens, waits: 1, waitedMs } })
  }
  if (event.type === 'lesson-asked') add(event.occurredAt, { paid: { asks: 1, askTokens: event.payload.tokens } })
  for (const document of beliefs) {
    const { kind, id } = document
    const isOneLine = kind === LOOP_UPLIFT && id === ONE_LINE
    if (kind !== POSTERIOR && !isOneLine) continue
    for (const times of [-1, 1] as const) {
      const reader: DocumentReader = times === 1 ? { get: () => document as never } : read
      const relapses = kind === POSTERIOR ? reader.get(POSTERIOR, id)?.body.relapses : undefined
      if (relapses !== undefined) add(event.occurredAt, { relapses }, times)
      if (isOneLine) add(event.occurredAt, { uplift: upliftSums(reader, LOOP_UPLIFT, id) }, times)
    }
  }
  return [...days].map(([id, record]) =>
    makeDocument(DAY, id, rounded(record, read.get(DAY, id)?.body), { rank: Number(id) }),
  )
}

function dayId(at: number): string {
  return String(Math.floor(at / DAY_MS))
}

/** Whether a run contributes the same to the same day, as after most of its events. */
function isCountedAlike(a: Run | undefined, b: Run | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  if (dayId(a.lastAt) !== dayId(b.lastAt)) return false
  const isSame = a.receipts === b.receipts && a.errors === b.errors && runEnd(a) === runEnd(b)
  return isSame && (a.tiers === b.tiers || isAlike(sumsOf(a), sumsOf(b)))
}

function sumsOf(run: Run): { readonly [sum: string]: number } {
  let [shown, applied] = [0, 0]
  for (const pattern in run.tiers) {
    shown++
    if (run.tiers[pattern] === 'applied') applied++
  }
  const { receipts: injections, errors } = run
  const receiving = injections > 0 ? 1 : 0
  return { runs: 1, receiving, injections, shown, applied, errors, [runEnd(run)]: 1 }
}

import { exclusionsOf } from '../../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { CONFLICT } from '../../projection/fold-learning.ts'
import type { LoopContext } from '../context.ts'
import { ALL, bodiesOf } from '../facts/cached-lists.ts'
import { factsIn, known, toldAbout } from '../facts/facts-about.ts'
import { allNamed, onlyOne } from '../facts/find-named.ts'

/** The pattern with this id, else those whose ids begin so. */
export async function patternsNamed(context: LoopContext, name: string): Promise<PatternRecord[]> {
  return (await allNamed(context, PATTERN, name)).map(({ body }) => body)
}

/** The only match of a name; otherwise an error. */
export function theOnly(found: readonly PatternRecord[], name: string): PatternRecord {
  const named = found.map((record) => ({ id: record.pattern.id, record }))
  return onlyOne(named, name, 'pattern').record
}

/** The patterns merged into this one, with their evidence, which is shown but never added up. */
export async function mergedPatterns(context: LoopContext, id: string): Promise<PatternRecord[]> {
  const { journal } = context
  const { stored, isCut } = await toldAbout(context, id)
  // All merges together are fewer than the events of a frequently used pattern.
  const told = isCut ? await factsIn(context, { types: ['pattern-merged'] }) : known(stored)
  const ids = told.flatMap(({ type, payload }) =>
    type === 'pattern-merged' && payload.into === id ? [payload.pattern] : [],
  )
  const others = await bodiesOf(journal, PATTERN, ids)
  return [...others.values()].filter(({ pattern }) => pattern.mergedInto === id)
}

/** `p-12, merged into this: 3 sightings, 2 successes, 1 ignore; none of it is in the score` */
export function mergedLine({ pattern, evidence }: PatternRecord): string {
  const counts = `${pattern.sightings} sightings, ${evidence.successes} successes, ${evidence.ignoreCount} ignores`
  return `${pattern.id}, merged into this: ${counts}; none of it is in the score`
}

export interface ConflictView {
  readonly pattern: string
  readonly text: string
  readonly reason: string
  readonly since: number
  /** `open`: one at a time may be shown; a person or newer evidence must decide. */
  readonly state: 'open' | 'settled'
  readonly settled?: string
}

/** The patterns that contradict this one, and whether each conflict is settled. */
export async function conflictsOf({ journal }: LoopContext, record: PatternRecord): Promise<ConflictView[]> {
  const { id, conflicts = [] } = record.pattern
  const documents = await journal.documents(conflicts.map((one) => ({ kind: PATTERN, id: one.with })))
  return documents.map(({ body }) => {
    const { reason, since } = conflicts.find((one) => one.with === body.pattern.id)!
    const [own] = exclusionsOf(record)
    const [theirs] = exclusionsOf(body)
    const settled = own === undefined ? theirs && `${body.pattern.id}: ${theirs}` : `${id}: ${own}`
    const about = { pattern: body.pattern.id, text: body.pattern.text, reason, since }
    return settled === undefined ? { ...about, state: 'open' } : { ...about, state: 'settled', settled }
  })
}

/** The pairs of contradicting patterns that are not settled. */
export async function openConflicts(context: LoopContext) {
  const found: { pattern: string; with: string; reason: string }[] = []
  for (const { body } of await context.journal.list(CONFLICT, { limit: ALL })) {
    const [record] = await patternsNamed(context, body.patterns[0])
    if (record === undefined) continue
    const views = await conflictsOf(context, record)
    const open = views.find(({ pattern, state }) => pattern === body.patterns[1] && state === 'open')
    if (open !== undefined) found.push({ pattern: body.patterns[0], with: open.pattern, reason: open.reason })
  }
  return found
}

/** `contradicts p-12 (one says 18, the other 22): Build with Node 22` */
export function conflictLine({ pattern, text, reason, settled }: ConflictView): string {
  const what = `contradicts ${pattern} (${reason}): ${text}`
  return settled === undefined
    ? `${what}; to settle it: mettle pattern promote, or deprecate, one of the two`
    : `${what}; settled, since ${settled}`
}

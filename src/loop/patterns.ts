import { readEvent } from '../domain/read-event.ts'
import { UserError } from '../domain/user-error.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { type Standing, standingOf } from '../engine/standing.ts'
import { PATTERN } from '../projection/documents.ts'
import { TELLING } from '../report/describe-event.ts'
import { type EventsBehind, type WhyPattern, whyPattern } from '../report/why-pattern.ts'
import type { LoopContext } from './context.ts'
import { mergedLine, mergedPatterns } from './merged-patterns.ts'

export interface PatternView extends PatternRecord {
  readonly standing: Standing
  /** Patterns that people joined to this one; their evidence is not counted here. */
  readonly merged?: readonly PatternRecord[]
}

export interface PatternFilter {
  readonly role?: string
  readonly lifecycle?: string
  readonly maturity?: string
  readonly category?: string
  /** Words to look for. */
  readonly search?: string
  /** Those that are not shown, too. */
  readonly all?: boolean
  readonly limit?: number
}

const MOST_READ = 5_000
const TIMELINE = 50

/** Patterns with where they stand now, best first. */
export async function listPatterns(context: LoopContext, filter: PatternFilter = {}): Promise<PatternView[]> {
  const { journal } = context
  const states = filter.all === true ? undefined : ['live', 'immune']
  const documents =
    filter.search === undefined
      ? await journal.list(PATTERN, { ...(states === undefined ? {} : { states }), limit: MOST_READ })
      : (await journal.search(PATTERN, filter.search, MOST_READ)).map((hit) => hit.document)
  const now = context.now()
  return documents
    .map((document) => viewOf(document.body as PatternRecord, now, context))
    .filter((view) => isWanted(view, filter))
    .sort((a, b) => b.standing.score - a.standing.score || (a.pattern.id < b.pattern.id ? -1 : 1))
    .slice(0, filter.limit ?? MOST_READ)
}

function isWanted({ pattern, standing }: PatternView, filter: PatternFilter): boolean {
  return (
    (filter.role === undefined || pattern.role === filter.role) &&
    (filter.category === undefined || pattern.category === filter.category) &&
    (filter.lifecycle === undefined || standing.lifecycle === filter.lifecycle) &&
    (filter.maturity === undefined || standing.maturity === filter.maturity) &&
    (filter.all === true || standing.barredBecause.length === 0)
  )
}

/** One pattern by its id, or by as much of it as is unmistakable. */
export async function showPattern(context: LoopContext, id: string): Promise<PatternView> {
  const [exact] = await context.journal.documents([{ kind: PATTERN, id }])
  const record = (exact?.body as PatternRecord | undefined) ?? (await byPrefix(context, id))
  const merged = await mergedPatterns(context, record.pattern.id)
  return { ...viewOf(record, context.now(), context), ...(merged.length === 0 ? {} : { merged }) }
}

/** Why a pattern stands where it stands. */
export async function why(context: LoopContext, id: string): Promise<WhyPattern> {
  const { standing: _, merged = [], ...record } = await showPattern(context, id)
  const { archived, ...behind } = await eventsBehind(context, record.pattern.id)
  const told = whyPattern(record, behind, context.now(), context.policy)
  return {
    ...told,
    evidence: [...told.evidence, ...merged.map(mergedLine)],
    ...(archived === 0 ? {} : { archived }),
  }
}

async function eventsBehind(
  { journal }: LoopContext,
  id: string,
): Promise<EventsBehind & { archived: number }> {
  const about = { subject: `pattern/${id}`, newestFirst: true }
  const telling = await journal.read({ ...about, types: TELLING, limit: TIMELINE })
  const receipts = await journal.read({ ...about, types: ['pattern-injected.v1'], limit: TIMELINE + 1 })
  return {
    telling: telling.flatMap((event) => readEvent(event) ?? []),
    receipts: receipts.slice(0, TIMELINE).flatMap((event) => readEvent(event) ?? []),
    hasMoreReceipts: receipts.length > TIMELINE,
    archived: [...telling, ...receipts].filter((event) => event.archived).length,
  }
}

function viewOf(record: PatternRecord, now: number, context: LoopContext): PatternView {
  return { ...record, standing: standingOf(record, now, context.policy) }
}

async function byPrefix(context: LoopContext, prefix: string): Promise<PatternRecord> {
  const documents = await context.journal.list(PATTERN, { limit: MOST_READ })
  const found = documents.filter(
    (document) => document.id.startsWith(prefix) || document.id.startsWith(`p-${prefix}`),
  )
  if (found.length === 1) return found[0]!.body as PatternRecord
  const message =
    found.length === 0
      ? `There is no pattern '${prefix}'.`
      : `'${prefix}' could be any of ${found.length} patterns.`
  throw new UserError('not-found', message, 'mettle pattern list')
}

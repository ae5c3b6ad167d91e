import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { becameOf, type Run } from '../../domain/run.ts'
import { own, withoutUndefined } from '../../domain/sets.ts'
import type { Became } from '../../domain/values/outcome.ts'
import type { Tier } from '../../domain/values/pattern.ts'
import { shownText } from '../../engine/standing/standing.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import { PATTERN, RUN, type RunRecord } from '../../projection/documents/documents.ts'
import { SESSION, type SessionRecord } from '../../projection/fold-sessions.ts'
import { entryWorth } from '../../report/entry-worth.ts'
import { type DescribedEvent, inWords } from '../../report/tell-fact.ts'
import { fatesIn } from '../../report/why/why-receipt.ts'
import type { LoopContext } from '../context.ts'
import { bodiesOf, bodyOf, withTotal } from '../facts/cached-lists.ts'
import { factsIn, known, timesOf } from '../facts/facts-about.ts'
import { findNamed } from '../facts/find-named.ts'
import { findReceipt, goneReceipt } from '../injection/find-receipt.ts'
import { runStream } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { runsInput } from '../verbs/runs.ts'

type Receipt = PayloadOf<'pattern-injected'>

export type RunFilter = Fields<typeof runsInput>

export interface RunView extends Pick<Run, 'id' | 'number' | 'firstAt' | 'lastAt' | 'receipts' | 'errors'> {
  readonly result: NonNullable<RunFilter['result']>
  /** Its subject: the session's first prompt, else its task. */
  readonly about?: string
  /** How its end was observed. */
  readonly observedBy?: string
  readonly feedback?: RunRecord['feedback']
  /** What became of its work since, where that is known. */
  readonly became?: Became
  /** How many patterns were shown, cited and applied. */
  readonly shown: number
  readonly cited: number
  readonly applied: number
  readonly withheld: number
}

export interface PatternInRun {
  readonly pattern: string
  /** Empty if the pattern no longer exists. */
  readonly text: string
  readonly tier: Tier | 'withheld'
}

export interface RunDetail extends RunView {
  /** Its client, if it is a session. */
  readonly client?: SessionRecord['client'] | 'unknown'
  readonly patterns: readonly PatternInRun[]
  readonly receiptList: readonly ReceiptView[]
  readonly timeline: readonly DescribedEvent[]
  /** Total number of events; the timeline has the newest 200. */
  readonly events: number
}

/** What a run was shown, and what not. */
export interface ReceiptView extends Receipt {
  readonly run?: string
  readonly at: number
  readonly event: string
  /** How far the pattern that was asked for got in that run, and how the run ended. */
  readonly tier?: PatternInRun['tier']
  readonly result?: RunView['result']
}

export interface ReceiptDetail extends ReceiptView {
  /** The text of every named pattern, if still known. */
  readonly texts: { readonly [pattern: string]: string }
  /** Why each was shown, left out or withheld. */
  readonly fates: { readonly [pattern: string]: string }
  /** What each was worth for the work: its score or value, by profile. */
  readonly worths: { readonly [pattern: string]: number }
}

const MOST_RECEIPTS = 200
const TIMELINE = 200
const LONGEST_ABOUT = 160

export async function listRuns(context: LoopContext, { ids = [], result, limit = 50, offset = 0 }: RunFilter = {}) {
  const states = result === undefined ? undefined : [result]
  const [documents, total] = await Promise.all([
    ids.length === 0
      ? context.journal.list(RUN, { limit, offset, states })
      : context.journal.documents(ids.map((id) => ({ kind: RUN, id }))),
    ids.length === 0 ? context.journal.count(RUN, states) : undefined,
  ])
  const found = documents.map(({ id }) => id)
  const sessions = await bodiesOf(context.journal, SESSION, found)
  const about = await Promise.all(found.map((id) => aboutRun(context, id, sessions.get(id))))
  const views = documents.map(({ body }, index): RunView => ({ ...viewOf(body), about: about[index] }))
  return withTotal(views, total ?? views.length)
}

async function aboutRun({ journal }: LoopContext, id: string, session?: SessionRecord): Promise<string | undefined> {
  if (session?.about !== undefined) return session.about.text
  const types = ['pattern-injected', 'outcome-recorded'] as const
  for (const { type, payload } of known(await journal.read({ stream: runStream(id), types, limit: 10 }))) {
    const task = type === 'pattern-injected' ? payload.request.task : type === 'outcome-recorded' ? payload.task : ''
    if (task) return oneLine(task).slice(0, LONGEST_ABOUT)
  }
  return undefined
}

export async function showRun(context: LoopContext, name: string): Promise<RunDetail> {
  const { id, body: record } = await findNamed(context, RUN, name)
  const session = await bodyOf(context.journal, SESSION, id)
  const tiers = Object.entries(record.run.tiers) as [string, Tier][]
  const withheld = record.run.withheld.map((pattern) => [pattern, 'withheld'] as const)
  const patterns = [...tiers, ...withheld].map(([pattern]) => pattern)
  const textOf = await textsOf(context, patterns)
  const stored = await context.journal.read({ stream: runStream(id), newestFirst: true, limit: TIMELINE })
  const receiptList = await listReceipts(context, { run: id })
  const asRead = wordsRead(receiptList, textOf)
  return {
    ...viewOf(record),
    about: await aboutRun(context, id, session),
    client: session === undefined ? undefined : (session.client ?? 'unknown'),
    patterns: [...tiers, ...withheld].map(([pattern, tier]) => ({ pattern, text: asRead[pattern] ?? '', tier })),
    receiptList,
    timeline: known(stored).map(inWords),
    events: stored[0]?.version ?? 0,
  }
}

export async function listReceipts(
  context: LoopContext,
  { run, pattern, limit = MOST_RECEIPTS }: { run?: string; pattern?: string; limit?: number } = {},
): Promise<ReceiptView[]> {
  const stream = run === undefined ? undefined : runStream(run)
  const subject = pattern === undefined ? undefined : `pattern/${pattern}`
  const facts = await factsIn(context, { stream, subject, types: ['pattern-injected'], limit })
  const receipts = facts.flatMap(receiptOf)
  if (pattern !== undefined) return withEnds(context, receipts, pattern)
  return withTotal(receipts, run === undefined ? await timesOf(context, 'pattern-injected') : undefined)
}

/** Adds the pattern's results in the runs that were shown it, with one query. */
async function withEnds(
  { journal }: LoopContext,
  receipts: readonly ReceiptView[],
  pattern: string,
): Promise<ReceiptView[]> {
  const ids = receipts.flatMap(({ run }) => run ?? [])
  const runs = await bodiesOf(journal, RUN, ids)
  return receipts.map((receipt) => {
    const run = runs.get(receipt.run ?? '')?.run
    if (run === undefined) return receipt
    const tier = run.withheld.includes(pattern) ? 'withheld' : own(run.tiers, pattern)
    return { ...receipt, result: run.outcome?.result ?? 'open', ...withoutUndefined({ tier }) }
  })
}

export async function showReceipt(context: LoopContext, id: string): Promise<ReceiptDetail> {
  const stored = await findReceipt(context, id)
  const [receipt] = known([stored]).flatMap(receiptOf)
  if (receipt === undefined) throw goneReceipt(id)
  const entries = [...receipt.items, ...receipt.displaced, ...receipt.withheld]
  const named = entries.map(({ pattern }) => pattern)
  const texts = await textsOf(context, named)
  const worths = entries.map((entry) => [entry.pattern, entryWorth(entry, receipt.profile)] as const)
  return { ...receipt, texts: wordsRead([receipt], texts), fates: fatesIn(receipt), worths: Object.fromEntries(worths) }
}

function viewOf({ run, feedback }: RunRecord): RunView {
  const { id, number, firstAt, lastAt, receipts, errors, tiers, outcome, withheld } = run
  const became = becameOf(run)
  const reached = (tier: Tier) => Object.values(tiers).filter((known) => known === tier).length
  return {
    id,
    number,
    firstAt,
    lastAt,
    receipts,
    errors,
    result: outcome?.result ?? 'open',
    observedBy: outcome?.observedBy,
    feedback,
    became,
    shown: Object.keys(tiers).length,
    cited: reached('cited'),
    applied: reached('applied'),
    withheld: withheld.length,
  }
}

function receiptOf(fact: KnownEvent): ReceiptView[] {
  if (fact.type !== 'pattern-injected') return []
  const { payload, run, occurredAt: at, id: event } = fact
  return [{ ...payload, at, event, run }]
}

/** The words of patterns as the agent read them: what was shown as a warning, as that warning. */
function wordsRead(receipts: readonly Pick<Receipt, 'items'>[], texts: Readonly<Record<string, string>>) {
  const warned = receipts.flatMap(({ items }) => items.filter(({ parts }) => parts.inverted === 1))
  const isWarning = new Set(warned.map(({ pattern }) => pattern))
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [id, isWarning.has(id) ? shownText({ text }, 'warning') : text]),
  )
}

async function textsOf({ journal }: LoopContext, ids: readonly string[]): Promise<Record<string, string>> {
  const found = await bodiesOf(journal, PATTERN, ids)
  return Object.fromEntries([...found].map(([id, { pattern }]) => [id, pattern.text]))
}

import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { ErrorType } from '../../domain/values/outcome.ts'
import { type ErrorStats, errorContext, errorType, type TaskError } from '../../engine/laws/task-errors.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { adviceRisk } from '../../engine/trust/advice-risk.ts'
import { failureSignature } from '../../engine/trust/describe-failure.ts'
import { ERROR, type ErrorRecord, NO_ERRORS, TASK_ERRORS } from '../../projection/documents/task-documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, checkPlace, untilAppended } from '../facts/append-keys.ts'
import { ALL, bodiesOf, bodyOf, firstOf, listed, withTotal } from '../facts/cached-lists.ts'
import { findNamed } from '../facts/find-named.ts'
import { appendFact, errorStream } from '../journal/append-facts.ts'
import { nearestTo } from '../patterns/patterns.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { errorContextInput, recordErrorInput, resolveErrorInput } from '../verbs/task-trouble.ts'

const PAGE = 200
const KEY = 'error/'

/** The key of an error's fact. It remains when the content is erased, and so identifies the error's document. */
export function errorKey(error: string): string {
  return `${KEY}${error}`
}

/** A task's error counts: total, unresolved and by type; kept by the projection, so that reading them is one lookup. */
export async function errorCounts({ journal }: LoopContext, task: string): Promise<ErrorStats> {
  const record = await bodyOf(journal, TASK_ERRORS, task)
  if (record === undefined) return NO_ERRORS
  const { total, unresolved, byType } = record
  return { total, unresolved, byType }
}

export interface WhichErrors {
  readonly includeResolved?: boolean
  readonly limit?: number
}

/** The errors of a task, newest first, read page by page and only as far as needed. */
export async function errorsOf(
  context: LoopContext,
  task: string,
  { includeResolved = false, limit = Number.POSITIVE_INFINITY }: WhichErrors = {},
): Promise<ErrorRecord[]> {
  const { total, unresolved } = await errorCounts(context, task)
  const wanted = Math.min(limit, includeResolved ? total : unresolved)
  const found: ErrorRecord[] = []
  let from: number | undefined = (await context.journal.head()).position
  while (from !== undefined && found.length < wanted) {
    const page = await errorPage(context, task, from)
    found.push(...page.records.filter((record) => includeResolved || record.resolved === undefined))
    from = page.next
  }
  return found.slice(0, wanted)
}

async function errorPage({ journal }: LoopContext, task: string, upTo: number) {
  const facts = await journal.read({
    subject: `task/${task}`,
    types: ['error-recorded'],
    newestFirst: true,
    upTo,
    limit: PAGE,
  })
  const ids = facts.map(({ key }) => key.slice(KEY.length))
  const found = await bodiesOf(journal, ERROR, ids)
  return { records: [...found.values()], next: facts.length < PAGE ? undefined : facts.at(-1)!.position - 1 }
}

/** An error. Without a type, it is derived from the message. */
export type ErrorInput = Fields<typeof recordErrorInput>

export interface ErrorRecorded {
  readonly error: string
  readonly type: ErrorType
  /** The word of the message that determined the type; absent if the type was given, or no word did. */
  readonly classifiedBy?: string
  readonly duplicate: boolean
  /** The task's errors so far. */
  readonly counts?: ErrorStats
}

/** Records that a step failed. Under a given id, the same error is recorded once; a different one is a conflict. */
export async function recordError(context: LoopContext, input: ErrorInput): Promise<ErrorRecorded> {
  const { run, occurredAt, error = context.nextId(), type, ...given } = input
  checkPlace({ run, occurredAt })
  const classified = type === undefined ? errorType(String(given.message ?? '')) : { type }
  const payload = await checkPayload('error-recorded', { ...given, error, type: classified.type })
  const place = { stream: errorStream(run, payload.task), run, occurredAt, key: errorKey(error) }
  const { duplicate } = await appendFact(context, { type: 'error-recorded', payload, ...place })
  return {
    error,
    type: payload.type,
    classifiedBy: 'keyword' in classified ? classified.keyword : undefined,
    duplicate,
    counts: payload.task === undefined ? undefined : await errorCounts(context, payload.task),
  }
}

export type ResolveRequest = Fields<typeof resolveErrorInput>

export interface ErrorResolved {
  readonly error: string
  readonly task?: string
  /** Already resolved: nothing changed. */
  readonly duplicate: boolean
  /** How many errors of the same kind were resolved with it, if requested. */
  readonly alike?: number
}

/** Marks an error as resolved, and on request all open ones of its kind. It leaves the retry section, but stays in the task's error count. */
export async function resolveError(context: LoopContext, request: ResolveRequest): Promise<ErrorResolved> {
  const { alike: withAlike = false, ...given } = request
  checkPlace(given)
  const { id, body } = await findNamed(context, ERROR, given.error)
  const alike = withAlike
    ? (await openErrors(context)).filter((one) => one.error.error !== id && kindOf(one) === kindOf(body))
    : []
  const resolved = await resolveOne(context, { ...given, error: id })
  for (const { error } of alike) await resolveOne(context, { ...given, error: error.error })
  return withAlike ? { ...resolved, alike: alike.length } : resolved
}

async function resolveOne(context: LoopContext, { error, how, occurredAt }: ResolveRequest): Promise<ErrorResolved> {
  const payload = await checkPayload('error-resolved', { error, how })
  return untilAppended(async () => {
    const { body: known } = await findNamed(context, ERROR, error)
    const { task } = known.error
    const duplicate = known.resolved !== undefined
    const place = { stream: errorStream(known.run, task), run: known.run, occurredAt, key: `error-resolved/${error}` }
    if (!duplicate) await appendFact(context, { type: 'error-resolved', payload, ...place })
    return { error, duplicate, task }
  })
}

export interface ErrorFilter extends WhichErrors {
  readonly task?: string
  readonly grouped?: boolean
}

export interface ErrorView extends PayloadOf<'error-recorded'> {
  readonly at: number
  readonly run?: string
  readonly resolved?: ErrorRecord['resolved']
  /** If grouped: how many open errors differ from this one only in numbers, ids and quotes, including itself. */
  readonly alike?: number
  /** The lesson with the most similar words, if similar enough. */
  readonly lesson?: { readonly pattern: string; readonly text: string }
}

const MOST_READ = 1_000

/** The errors of one task or all, newest first; resolved ones only on request. */
export async function listErrors(context: LoopContext, filter: ErrorFilter = {}): Promise<ErrorView[]> {
  const { task, includeResolved = false, grouped = false, limit = MOST_READ } = filter
  if (grouped) return listKinds(context, limit, task)
  const states = includeResolved ? undefined : ['open']
  if (task === undefined) return firstOf(context.journal, ERROR, { limit, states }, viewOf)
  const { total, unresolved } = await errorCounts(context, task)
  const records = await errorsOf(context, task, { includeResolved, limit })
  return withTotal(records.map(viewOf), includeResolved ? total : unresolved)
}

async function openErrors({ journal }: LoopContext): Promise<ErrorRecord[]> {
  return (await listed(journal, ERROR, { limit: ALL, states: ['open'] })).map(({ body }) => body)
}

/** The kind of an error, which ignores numbers, ids and quotes. */
function kindOf({ error }: ErrorRecord): string {
  return error.message
    .toLowerCase()
    .replace(/(['"`]).*?\1|\b[0-9a-f]{7,}\b|\d+/g, '#')
    .slice(0, 300)
}

/** The newest error of each kind, the most frequent first. */
async function listKinds(context: LoopContext, limit: number, task?: string): Promise<ErrorView[]> {
  const kinds = new Map<string, ErrorRecord[]>()
  for (const record of await openErrors(context)) {
    if (task !== undefined && record.error.task !== task) continue
    const kind = kindOf(record)
    const alike = kinds.get(kind) ?? []
    kinds.set(kind, alike)
    alike.push(record)
  }
  const sorted = [...kinds.values()]
    .map((all) => ({ ...viewOf(all[0]!), alike: all.length }))
    .sort((a, b) => b.alike - a.alike || b.at - a.at)
  const shown = sorted.slice(0, limit)
  const messages = shown.map(({ message }) => message)
  const lessons = await nearestTo(context, messages)
  return withTotal(
    shown.map((view, index) => ({ ...view, lesson: lessons[index] })),
    sorted.length,
  )
}

function viewOf({ error, at, run, resolved }: ErrorRecord): ErrorView {
  return { ...error, at, run, resolved }
}

export type ErrorContextRequest = Fields<typeof errorContextInput>

/** A task's errors, as text for its next attempt. */
export interface TaskErrorContext {
  readonly task: string
  /** Empty where there is no error to show. */
  readonly markdown: string
  readonly counts: ErrorStats
  /** Errors that would have been shown, had there been room. */
  readonly leftOut: number
}

const MOST_SHOWN = 20
const MOST_CHARACTERS = 500

/** The section for a retry. What an error says is data: it is sanitised and cut, and where it gives orders, only the failure itself is named. */
export async function errorContextOf(
  context: LoopContext,
  { task, includeResolved = false, limit = MOST_SHOWN }: ErrorContextRequest,
): Promise<TaskErrorContext> {
  const counts = await errorCounts(context, task)
  const shown = await errorsOf(context, task, { includeResolved, limit })
  const { markdown } = errorContext(shown.map(forPrompt), { includeResolved })
  const eligible = includeResolved ? counts.total : counts.unresolved
  return { task, markdown, counts, leftOut: eligible - shown.length }
}

function forPrompt({ error, at, resolved }: ErrorRecord): TaskError {
  return {
    type: error.type,
    message: safe(error.message),
    at,
    tool: safe(error.tool),
    context: safe(error.context),
    stack: safe(error.stack),
    resolved: resolved !== undefined,
  }
}

/** An error may well name the address that it failed for. */
const ADDRESS = /\bhttps?:\/\/\S+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\w-]+(?:\.[\w-]+)+\b/g

function safe(text: string): string
function safe(text: string | undefined): string | undefined
function safe(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const risk = adviceRisk(text.replace(ADDRESS, ''))
  if (risk !== undefined) return failureSignature(text)?.says ?? `(not shown: ${risk})`
  return shortened(sanitize(text).text, MOST_CHARACTERS)
}

export function shortened(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}...`
}

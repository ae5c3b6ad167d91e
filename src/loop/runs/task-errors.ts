import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { ErrorType } from '../../domain/values/outcome.ts'
import { type ErrorStats, errorContext, errorType, type TaskError } from '../../engine/laws/task-errors.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { adviceRisk } from '../../engine/trust/advice-risk.ts'
import { failureSignature } from '../../engine/trust/describe-failure.ts'
import { ERROR, type ErrorRecord, NO_ERRORS, TASK_ERRORS } from '../../projection/documents/task-documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, checkPlace, untilAppended } from '../facts/append-keys.ts'
import { withTotal } from '../facts/cached-lists.ts'
import { findNamed } from '../facts/find-named.ts'
import { appendFacts, errorStream } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { errorContextInput, recordErrorInput, resolveErrorInput } from '../verbs/task-trouble.ts'

const PAGE = 200
const KEY = 'error/'

/** The key of the fact that an error happened. It outlives the words of the fact, and so leads to the error's document. */
export function errorKey(error: string): string {
  return `${KEY}${error}`
}

/** How many errors a task met, in all, unresolved, and by type; kept by the projection, so that asking costs one read. */
export async function errorCounts({ journal }: LoopContext, task: string): Promise<ErrorStats> {
  const [document] = await journal.documents([{ kind: TASK_ERRORS, id: task }])
  if (document === undefined) return NO_ERRORS
  const { total, unresolved, byType } = document.body
  return { total, unresolved, byType }
}

/** The error count of a task's outcome: all it met, resolved or not. */
export async function errorCountOf(context: LoopContext, task: string): Promise<number> {
  return (await errorCounts(context, task)).total
}

export interface WhichErrors {
  readonly includeResolved?: boolean
  readonly limit?: number
}

/** The errors of a task, newest first. Read page by page, and no further than there are errors to find. */
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
  const documents = await journal.documents(ids.map((id) => ({ kind: ERROR, id })))
  const byId = new Map(documents.map(({ id, body }) => [id, body]))
  return {
    records: ids.flatMap((id) => byId.get(id) ?? []),
    next: facts.length < PAGE ? undefined : facts.at(-1)!.position - 1,
  }
}

/** What went wrong. Without a type, the message says which it is. */
export type ErrorInput = Fields<typeof recordErrorInput>

export interface ErrorRecorded {
  readonly error: string
  readonly type: ErrorType
  /** The word of the message that gave the type; absent when the type was given, or no word did. */
  readonly classifiedBy?: string
  readonly duplicate: boolean
  /** What the task has met by now. */
  readonly counts?: ErrorStats
}

/** Records that a step failed. Under an id that was given, the same error twice is one; another one is a conflict. */
export async function recordError(context: LoopContext, input: ErrorInput): Promise<ErrorRecorded> {
  const { run, occurredAt, error = context.nextId(), type, ...given } = input
  checkPlace({ run, occurredAt })
  const classified = type === undefined ? errorType(String(given.message ?? '')) : { type }
  const payload = await checkPayload('error-recorded', { ...given, error, type: classified.type })
  const [appended] = await appendFacts(context, [
    { type: 'error-recorded', payload, stream: errorStream(run, payload.task), key: errorKey(error), run, occurredAt },
  ])
  return {
    error,
    type: payload.type,
    classifiedBy: 'keyword' in classified ? classified.keyword : undefined,
    duplicate: appended?.duplicate ?? false,
    counts: payload.task === undefined ? undefined : await errorCounts(context, payload.task),
  }
}

export type ResolveRequest = Fields<typeof resolveErrorInput>

export interface ErrorResolved {
  readonly error: string
  readonly task?: string
  /** It was resolved before: nothing changed. */
  readonly duplicate: boolean
}

/** Says that an error was dealt with. It leaves the retry section; the count of the task's errors keeps it. */
export async function resolveError(
  context: LoopContext,
  { error: name, how, occurredAt }: ResolveRequest,
): Promise<ErrorResolved> {
  checkPlace({ occurredAt })
  const { id: error } = await findNamed(context, ERROR, name)
  const payload = await checkPayload('error-resolved', { error, how })
  return untilAppended(async () => {
    const { body: known } = await findNamed(context, ERROR, error)
    const { task } = known.error
    const duplicate = known.resolved !== undefined
    if (!duplicate)
      await appendFacts(context, [
        {
          type: 'error-resolved',
          payload,
          stream: errorStream(known.run, task),
          key: `error-resolved/${error}`,
          run: known.run,
          occurredAt,
        },
      ])
    return { error, duplicate, task }
  })
}

export interface ErrorFilter extends WhichErrors {
  readonly task?: string
}

export interface ErrorView extends PayloadOf<'error-recorded'> {
  readonly at: number
  readonly run?: string
  readonly resolved?: ErrorRecord['resolved']
}

const MOST_READ = 1_000

/** The errors of a task, or of all, newest first; without those that were resolved, unless they are asked for. */
export async function listErrors(context: LoopContext, filter: ErrorFilter = {}): Promise<ErrorView[]> {
  const { task, includeResolved = false, limit = MOST_READ } = filter
  if (task !== undefined) return (await errorsOf(context, task, { includeResolved, limit })).map(viewOf)
  const states = includeResolved ? undefined : ['open']
  const views = (await context.journal.list(ERROR, { limit, states })).map(({ body }) => viewOf(body))
  return withTotal(views, await context.journal.count(ERROR, states))
}

function viewOf({ error, at, run, resolved }: ErrorRecord): ErrorView {
  return { ...error, at, run, resolved }
}

export type ErrorContextRequest = Fields<typeof errorContextInput>

/** What a task ran into, as text for its next attempt. */
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
  const characters = Array.from(sanitize(text).text)
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MOST_CHARACTERS).join('')}...`
}

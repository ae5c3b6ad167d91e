import type { ErrorStats } from '../../engine/laws/task-errors.ts'
import { ERROR, type ErrorRecord, NO_ERRORS, TASK_ERRORS } from '../../projection/documents/task-documents.ts'
import type { LoopContext } from '../context.ts'

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

async function errorPage(
  { journal }: LoopContext,
  task: string,
  upTo: number,
): Promise<{ records: ErrorRecord[]; next: number | undefined }> {
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

import { UserError } from '../../domain/user-error.ts'
import { ERROR, type ErrorRecord } from '../../projection/documents/task-documents.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, errorStream } from '../journal/append-facts.ts'
import { checkPayload, checkPlace } from '../journal/check-payload.ts'
import { untilAppended } from '../journal/until-appended.ts'

export interface ResolveRequest {
  readonly error: string
  readonly how?: string
  readonly occurredAt?: number
}

export interface ErrorResolved {
  readonly error: string
  readonly task?: string
  /** It was resolved before: nothing changed. */
  readonly duplicate: boolean
}

/** Says that an error was dealt with. It leaves the retry section; the count of the task's errors keeps it. */
export async function resolveError(
  context: LoopContext,
  { error, how, occurredAt }: ResolveRequest,
): Promise<ErrorResolved> {
  checkPlace({ occurredAt })
  const payload = await checkPayload('error-resolved', { error, how })
  return untilAppended(async () => {
    const known = await knownError(context, error)
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

async function knownError({ journal }: LoopContext, error: string): Promise<ErrorRecord> {
  const [document] = await journal.documents([{ kind: ERROR, id: error }])
  if (document !== undefined) return document.body
  throw new UserError('not-found', `There is no error '${error}'.`, 'mettle error list')
}

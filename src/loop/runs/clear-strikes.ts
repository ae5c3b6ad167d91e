import type { LoopContext } from '../context.ts'
import { appendFacts, taskStream } from '../journal/append-facts.ts'
import { checkPayload, checkPlace } from '../journal/check-payload.ts'
import { versionOf } from '../journal/facts-about.ts'
import { untilAppended } from '../journal/until-appended.ts'
import { strikesOf } from './task-strikes.ts'

export interface ClearRequest {
  readonly task: string
  readonly by: string
  readonly reason: string
  readonly occurredAt?: number
}

export interface StrikesCleared {
  readonly task: string
  /** How many strikes it had; 0: there was nothing to clear, and nothing was recorded. */
  readonly cleared: number
}

/** Wipes the strikes of a task, with name and reason. */
export async function clearStrikes(context: LoopContext, request: ClearRequest): Promise<StrikesCleared> {
  const { occurredAt, ...given } = request
  checkPlace({ occurredAt })
  const payload = await checkPayload('strike-cleared', given)
  const { task } = payload
  return untilAppended(async () => {
    const stream = taskStream(task)
    const expectedVersion = await versionOf(context, stream)
    const { count } = await strikesOf(context, task)
    if (count > 0)
      await appendFacts(context, [{ type: 'strike-cleared', payload, stream, expectedVersion, occurredAt }])
    return { task, cleared: count }
  })
}

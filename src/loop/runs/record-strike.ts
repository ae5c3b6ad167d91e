import { oneLine } from '../../engine/text/visible-text.ts'
import type { Strike } from '../../projection/documents/task-documents.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, type Draft, taskStream } from '../journal/append-facts.ts'
import { checkPayload, checkPlace } from '../journal/check-payload.ts'
import { versionOf } from '../journal/facts-about.ts'
import { untilAppended } from '../journal/until-appended.ts'
import { learningDraft } from '../learning/record-learning.ts'
import { type StrikesView, strikesOf } from './task-strikes.ts'

export interface StrikeInput {
  readonly task: string
  /** What was tried. */
  readonly attempt: string
  /** Why it failed. */
  readonly reason: string
  readonly run?: string
  readonly occurredAt?: number
}

export interface StrikeRecorded extends StrikesView {
  /** The learning that the third strike left behind, and what it says; absent at any other. */
  readonly learning?: string
  readonly lesson?: string
}

const MOST_CHARACTERS = 300

/**
 * Records that an attempt at a task failed. The strike that puts the task out leaves a learning, in the same transaction and
 * so once, however many more follow.
 */
export async function recordStrike(context: LoopContext, input: StrikeInput): Promise<StrikeRecorded> {
  const { run, occurredAt, ...given } = input
  checkPlace({ run, occurredAt })
  const payload = await checkPayload('strike-added', given)
  const { task } = payload
  const place = { run, occurredAt }
  return untilAppended(async () => {
    const stream = taskStream(task)
    const expectedVersion = await versionOf(context, stream)
    const { failed, failures } = await strikesOf(context, task)
    const drafts: Draft[] = [{ type: 'strike-added', payload, stream, expectedVersion, ...place }]
    const isOut = failed + 1 === context.policy.strikes.maxStrikes
    const lesson = isOut ? lessonOf(task, [...failures, { ...payload, at: 0 }]) : undefined
    const learning = lesson === undefined ? undefined : await learningDraft(context, { ...lesson, ...place })
    if (learning !== undefined) drafts.push(learning)
    await appendFacts(context, drafts)
    return {
      ...(await strikesOf(context, task)),
      learning: learning?.payload.learning,
      lesson: learning?.payload.lesson,
    }
  })
}

/** What three failed attempts teach whoever comes near such a task again. */
function lessonOf(task: string, failures: readonly Strike[]) {
  const attempts = failures.map(({ attempt, reason }, i) => `${i + 1}. ${cut(attempt)} - ${cut(reason)}`)
  return {
    agent: 'mettle',
    category: 'mistake' as const,
    lesson: `Architecture problem detected in ${task}: Task failed after ${failures.length} attempts.\n${attempts.join('\n')}`,
    context: { tags: ['architecture', '3-strike', task, 'failure'] },
  }
}

function cut(text: string): string {
  const characters = Array.from(oneLine(text))
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MOST_CHARACTERS).join('')}...`
}

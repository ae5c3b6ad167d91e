import type { Policy } from '../../engine/laws/policy.ts'
import { type Strikes, strikes } from '../../engine/laws/strikes.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import { adviceRisk } from '../../engine/trust/advice-risk.ts'
import { type Strike, TASK_STRIKES, type TaskStrikes } from '../../projection/documents/task-documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, checkPlace, untilAppended } from '../facts/append-keys.ts'
import { bodyOf, firstOf } from '../facts/cached-lists.ts'
import { versionOf } from '../facts/facts-about.ts'
import { appendFacts, type Draft, taskStream } from '../journal/append-facts.ts'
import { learningDraft } from '../learning/record-learning.ts'
import type { By, Fields } from '../verbs/define-verb.ts'
import type { clearStrikesInput, recordStrikeInput } from '../verbs/task-trouble.ts'
import { shortened } from './task-errors.ts'

/** A task's strikes, and from the third on the request to review its design. */
export interface StrikesView extends TaskStrikes, Pick<Strikes, 'count' | 'struckOut' | 'prompt'> {
  /** The maximum of `count`. */
  readonly outAt: number
}

const MOST_READ = 1_000

export async function strikesOf({ journal, policy }: LoopContext, task: string): Promise<StrikesView> {
  const known = (await bodyOf(journal, TASK_STRIKES, task)) ?? { task, failed: 0, failures: [] }
  return viewOf(known, policy)
}

/** The tasks that have strikes, the one that failed last first. */
export async function listStrikes(
  { journal, policy }: LoopContext,
  { struckOut = false, limit = MOST_READ }: { readonly struckOut?: boolean; readonly limit?: number } = {},
): Promise<StrikesView[]> {
  const states = struckOut ? ['out'] : ['out', 'struck']
  return firstOf(journal, TASK_STRIKES, { states, limit }, (known) => viewOf(known, policy))
}

function viewOf(known: TaskStrikes, { strikes: policy }: Policy): StrikesView {
  // Sanitised for use in a prompt.
  const tried = known.failures.map(({ attempt, reason, at }) => ({
    reason: `${asData(attempt)}: ${asData(reason)}`,
    at,
  }))
  const { count, struckOut, prompt } = strikes(tried, policy, known.failed)
  return { ...known, count, outAt: policy.maxStrikes, struckOut, prompt }
}

/** Replaces text that instructs its reader. */
function asData(text: string): string {
  const risk = adviceRisk(text)
  return risk === undefined ? sanitize(text).text : `(not shown: ${risk})`
}

export type StrikeInput = Fields<typeof recordStrikeInput>

export interface StrikeRecorded extends StrikesView {
  /** The learning from the third strike, and its text; absent at any other. */
  readonly learning?: string
  readonly lesson?: string
}

const MOST_CHARACTERS = 300

/** Records a failed attempt. The decisive strike adds a learning in the same transaction, and so only once, however many follow. */
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

/** The lesson of three failed attempts, for similar tasks. */
function lessonOf(task: string, failures: readonly Strike[]) {
  const attempts = failures.map(({ attempt, reason }) => `${cut(attempt)} (${cut(reason)})`).join('; ')
  return {
    agent: 'mettle',
    category: 'mistake' as const,
    lesson: `After ${failures.length} failed attempts at ${task}, review its design before you try again. Tried so far: ${attempts}.`,
    context: { tags: ['architecture', '3-strike', task, 'failure'] },
  }
}

const cut = (text: string) => shortened(oneLine(text), MOST_CHARACTERS)

export type ClearRequest = Fields<typeof clearStrikesInput> & By

export interface StrikesCleared {
  readonly task: string
  /** Number of cleared strikes; 0: none, and nothing was recorded. */
  readonly cleared: number
}

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

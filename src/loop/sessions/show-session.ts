import { type Step, stepsOf, type Tool } from '../../capture/session/session.ts'
import { worksOf } from '../../capture/session/work.ts'
import type { Tier } from '../../domain/values/pattern.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import { LEARNING, type LearningRecord, PATTERN, RUN } from '../../projection/documents/documents.ts'
import type { SessionRecord } from '../../projection/fold-sessions.ts'
import { TASK, type TaskRecord, taskId } from '../../projection/fold-tasks.ts'
import type { LoopContext } from '../context.ts'
import { bodiesOf, bodyOf } from '../facts/cached-lists.ts'
import { factsOfSession, sessionRecord } from './list-sessions.ts'
import { taskOfWork } from './settle-session.ts'

/** One session, whole. */
export interface SessionStory extends SessionRecord {
  readonly prompted: readonly string[]
  /** Steps that failed, with the command, oldest first. */
  readonly failed: readonly { readonly at: number; readonly command: string }[]
  /** What happened, oldest first, a line each; the newest 500. */
  readonly course: readonly StepStory[]
  /** How many there are in all. */
  readonly courseLength: number
  readonly works: readonly WorkStory[]
  readonly patterns: readonly { readonly pattern: string; readonly text: string; readonly tier: Tier }[]
  readonly withheld: number
  readonly learned: readonly LearnedStory[]
}

interface StepStory {
  readonly at: number
  readonly is: Step['is']
  /** The words said, or the tool and its task. */
  readonly text: string
  /** How a step with a tool ended. */
  readonly ended?: Tool['ended']
}

interface WorkStory {
  readonly task: string
  readonly result: TaskRecord['result']
  readonly observedBy: TaskRecord['observedBy']
  readonly why: string
  readonly countsAs?: string
  /** False if not recorded yet; settling will. */
  readonly isSettled: boolean
}

interface LearnedStory {
  readonly learning: string
  readonly lesson: string
  readonly status: LearningRecord['status']
  readonly reason?: string
  readonly by: string
}

const MOST_STEPS = 500
const LONGEST_STEP = 300

export async function showSession(context: LoopContext, id: string): Promise<SessionStory> {
  const record = await sessionRecord(context, id)
  const { run } = record
  const facts = await factsOfSession(context, run)
  const steps = stepsOf(facts)
  const learnings = facts.flatMap((fact) => (fact.type === 'learning-captured' ? [fact.payload.learning] : []))
  return {
    ...record,
    prompted: steps.flatMap((step) => (step.is === 'prompt' ? [step.text] : [])),
    failed: steps.flatMap((step) =>
      step.is === 'tool' && step.ended === 'failed' ? [{ at: step.at, command: step.command ?? step.tool }] : [],
    ),
    course: steps.slice(-MOST_STEPS).map(storyOf),
    courseLength: steps.length,
    works: await worksIn(context, run, worksOf(steps)),
    ...(await shownIn(context, run)),
    learned: await learnedIn(context, learnings),
  }
}

function storyOf(step: Step): StepStory {
  const { at, is } = step
  if (step.is !== 'tool') return { at, is, text: shortened(step.text) }
  const what = step.command ?? step.files?.join(', ') ?? ''
  return { at, is, text: shortened(what === '' ? step.tool : `${step.tool}: ${what}`), ended: step.ended }
}

function shortened(text: string): string {
  const line = oneLine(text)
  return line.length > LONGEST_STEP ? `${line.slice(0, LONGEST_STEP)}…` : line
}

async function worksIn({ journal }: LoopContext, run: string, works: ReturnType<typeof worksOf>): Promise<WorkStory[]> {
  const ids = works.map((work) => taskId(run, taskOfWork(work)))
  const known = await bodiesOf(journal, TASK, ids)
  return works.map((work) => {
    const task = taskOfWork(work)
    const settled = known.get(taskId(run, task))
    const { result, observedBy, why } = work
    const countsAs = settled?.feedback === undefined ? {} : { countsAs: settled.feedback.type }
    return { task, result, observedBy, why, ...countsAs, isSettled: (settled?.attempt ?? 0) >= work.attempt }
  })
}

async function shownIn({ journal }: LoopContext, run: string): Promise<Pick<SessionStory, 'patterns' | 'withheld'>> {
  const { tiers = {}, withheld = [] } = (await bodyOf(journal, RUN, run))?.run ?? {}
  const found = await bodiesOf(journal, PATTERN, Object.keys(tiers))
  const patterns = [...found].map(([id, { pattern }]) => ({ pattern: id, text: pattern.text, tier: tiers[id]! }))
  return { patterns, withheld: withheld.length }
}

async function learnedIn({ journal }: LoopContext, ids: readonly string[]): Promise<LearnedStory[]> {
  const found = await bodiesOf(journal, LEARNING, ids)
  return [...found].map(([id, { learning, status, reason }]) => {
    return { learning: id, lesson: learning.lesson, status, reason, by: learning.agent }
  })
}

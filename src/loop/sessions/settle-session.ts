import { readAcknowledgement } from '../../capture/restated-patterns.ts'
import { adapterUses } from '../../capture/session/adapter-uses.ts'
import { actionsOf } from '../../capture/session/command-match.ts'
import {
  checkInWords,
  checkOfLesson,
  type LessonCheck,
  type LessonResult,
  readCheck,
  resultOfCheck,
  showsRelapse,
} from '../../capture/session/lesson-check.ts'
import { type Step, stepsOf } from '../../capture/session/session.ts'
import { figuresOf, observedIn, type Work, worksOf } from '../../capture/session/work.ts'
import { digest } from '../../domain/digest.ts'
import { once } from '../../domain/once.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { UserError } from '../../domain/user-error.ts'
import { safetyFindings } from '../../engine/safety/safety.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { TASK, taskId } from '../../projection/fold-tasks.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPlace } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { byMettle } from '../facts/stamp.ts'
import { appendFacts, type Draft, isConflict, placeOf, unlessTaken } from '../journal/append-facts.ts'
import { type FoundLesson, recordHypotheses, recordSaid } from '../learning/find-lessons.ts'
import { runPipeline } from '../learning/pipeline/run-pipeline.ts'
import type { StepName, StepReport } from '../learning/pipeline/step.ts'
import { rememberSaid } from '../learning/rules.ts'
import { acknowledge, type ClaimedPattern } from '../runs/acknowledge.ts'
import { recordOutcome } from '../runs/record-outcome.ts'
import { recordCommits } from '../runs/record-rework.ts'
import { newsOfWork } from '../runs/watch-outcomes.ts'
import { fillSession, spentIn } from './fill-session.ts'
import { factsOfSession, sessionRecord } from './list-sessions.ts'

/** How a piece of work ended, and whether that is news. */
export interface SettledWork extends Work {
  readonly task: string
  readonly isNew: boolean
}

/** The work of a session is a task of its run. */
export function taskOfWork({ number }: Pick<Work, 'number'>): string {
  return `session.${number}`
}

/** Records how the works of a session ended, each change or check since the last time as one more attempt at its task. An attempt that is on record stands: a fact that arrives late may change what a later attempt says, never what an earlier one said. */
export async function recordWorks(context: LoopContext, run: string, works: readonly Work[]): Promise<SettledWork[]> {
  const settled: SettledWork[] = []
  for (const work of works) {
    const task = taskOfWork(work)
    settled.push({ ...work, task, isNew: await isRecorded(context, run, work) })
  }
  return settled
}

async function isRecorded(context: LoopContext, run: string, work: Work): Promise<boolean> {
  const task = taskOfWork(work)
  const known = (await bodyOf(context.journal, TASK, taskId(run, task)))?.attempt ?? 0
  if (known >= work.attempt) return false
  const { result, observedBy, attempt, at, durationMs, errorCount, retryCount, files, adapters } = work
  const criteria = ['task_completion', ...(observedBy === 'test' ? ['no_bugs'] : [])]
  const course = { durationMs, errorCount, retryCount, files: [...files], adapters: [...adapters] }
  const outcome = { run, task, attempt, result, observedBy, criteria, ...course, occurredAt: at }
  return unlessTaken(async () => !(await recordOutcome(byMettle(context), outcome)).duplicate, false)
}

/** Records every build and test of a session as one, so that it speaks of what was shown in its iteration. */
export async function recordChecks(
  context: LoopContext,
  run: string,
  { steps, facts }: { readonly steps: readonly Step[]; readonly facts: readonly KnownEvent[] },
): Promise<number> {
  const starts = facts.flatMap((fact) => (fact.type === 'iteration-started' ? [fact] : []))
  const drafts: Draft[] = []
  for (const step of steps) {
    const check = step.is === 'tool' ? observedIn(step) : undefined
    if (step.is !== 'tool' || check === undefined) continue
    const begun = starts.filter(({ occurredAt }) => occurredAt <= step.at)
    const iteration = Math.max(0, ...begun.map(({ payload }) => payload.iteration))
    const { output, exitCode, durationMs } = step
    const ran = { passed: check.passed, command: check.command.slice(0, 2_000), output, exitCode, durationMs }
    const place = { ...placeOf(run, step.at), key: `build/${run}/${step.event}` }
    drafts.push(await checkedDraft('build-finished', { ...ran, iteration: iteration || undefined }, place))
  }
  return appendNew(context, drafts)
}

/** Records what the steps come to by now, and how they fared with the adapters that they reached. Read again from the same steps these are the same facts. */
async function recordFigures(context: LoopContext, run: string, steps: readonly Step[]): Promise<void> {
  const place = (kind: string, occurredAt: number, read: object) => {
    const key = `${kind}/${run}/${digest(JSON.stringify([occurredAt, read])).slice(0, 32)}`
    return { ...placeOf(run, occurredAt), key }
  }
  const figures = figuresOf(steps, await spentIn(context, run, figuresOf(steps)))
  const drafts: Draft[] = []
  const { tools } = await context.basePolicy().catch(() => ({ tools: [] }))
  for (const { at, ...payload } of adapterUses(steps, tools))
    drafts.push({ type: 'adapter-observed', payload, ...place('adapter', at, payload) })
  const last = place('measured', steps.at(-1)?.at ?? 0, figures)
  if (Object.keys(figures).length > 0) drafts.push({ type: 'session-measured', payload: { figures }, ...last })
  await appendNew(byMettle(context), drafts)
}

/** One at a time: what is on record in other words stands, and the next has its turn. */
async function appendNew(context: LoopContext, drafts: readonly Draft[]): Promise<number> {
  let fresh = 0
  for (const draft of drafts) {
    try {
      const [appended] = await appendFacts(context, [draft])
      if (appended?.duplicate === false) fresh += 1
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }
  return fresh
}

export interface SettleRequest {
  readonly run: string
  readonly onStep?: (name: string) => void
}

/** What settling a session did, and why. */
export interface SessionSettled {
  readonly run: string
  /** How many facts of the session were read. */
  readonly facts: number
  /** Prompts, steps and messages that hooks missed and the client's transcript had. */
  readonly filledIn: number
  /** Patterns that the agent said it used, heard of for the first time. */
  readonly acknowledged: readonly ClaimedPattern[]
  /** Patterns that its steps followed or went against. */
  readonly observed: readonly ObservedPattern[]
  /** Builds and tests that were not on record yet. */
  readonly checks: number
  readonly works: readonly SettledWork[]
  /** Commits that its steps made, heard of for the first time. */
  readonly commits: number
  /** Lessons that the agent wrote down when it was asked, heard of for the first time. */
  readonly recorded: number
  /** What code found in the session; held until somebody confirms it. */
  readonly lessons: readonly FoundLesson[]
  /** Runs of which it became known what became of their work. */
  readonly news: number
  readonly patterns: { readonly added: number; readonly merged: number; readonly rejected: number }
  readonly steps: readonly StepReport[]
}

/** The steps of `learn` that need neither a model nor a command of a person's goal. */
export const STEPS: readonly StepName[] = [
  'changed-files',
  'relevance',
  'merge-relevance',
  'verify-citations',
  'capture',
  'write-patterns',
  'success-rates',
]

/**
 * Draws the line under a session as far as it has come: what the agent says it used, how its builds and tests ended, how its work ended as
 * far as that was observed, and what follows for patterns.
 *
 * A session pauses after every turn and may be taken up days later, so it is settled many times: every fact has a key that follows from
 * the facts it was read from. Settling twice, or two at once, or again after one was killed, changes nothing that was done.
 */
export async function settleSession(context: LoopContext, request: SettleRequest): Promise<SessionSettled> {
  const { onStep = () => undefined } = request
  checkPlace(request)
  onStep('reading the session')
  const settled = await drawLine(context, request.run)
  const learned = await runPipeline(context, { steps: STEPS, useModel: false, onStep })
  const { added, merged, rejected } = learned
  return {
    ...settled,
    // When a session is over, it is also looked at what became of earlier work.
    news: (await sessionRecord(context, settled.run)).endedAt === undefined ? 0 : await newsOfWork(context),
    patterns: { added, merged, rejected: rejected.length },
    steps: learned.steps,
  }
}

/** The same for sessions whose transcript has grown since it was read, without what follows for patterns: how many there were. */
export async function settleGrown(context: LoopContext): Promise<number> {
  const runs = (await context.transcripts?.grown()) ?? []
  return (await settleEach(context, runs)).length
}

/** Sessions of which nothing is on record, and whose transcript has nothing either, are passed over. */
export async function settleEach(
  context: LoopContext,
  runs: readonly string[],
  onDone: (done: number) => void = () => undefined,
): Promise<Awaited<ReturnType<typeof drawLine>>[]> {
  const settled: Awaited<ReturnType<typeof drawLine>>[] = []
  for (const [index, run] of runs.entries()) {
    try {
      settled.push(await drawLine(context, run))
    } catch (error) {
      if (!(error instanceof UserError) || error.code !== 'not-found') throw error
    }
    onDone(index + 1)
  }
  return settled
}

/** What a session itself says: what was missed is filled in first, so that all of it is read in order. */
async function drawLine(
  context: LoopContext,
  named: string,
): Promise<Omit<SessionSettled, 'patterns' | 'steps' | 'news'>> {
  const { run, filledIn } = await filled(context, named)
  const facts = await factsOfSession(context, run)
  const steps = stepsOf(facts)
  await rememberSaid(context, run, steps)
  await recordFigures(context, run, steps)
  return {
    run,
    facts: steps.length,
    filledIn,
    acknowledged: await acknowledgeSaid(context, run, { steps, facts }),
    observed: await recordObserved(context, run, { steps, facts }),
    checks: await recordChecks(context, run, { steps, facts }),
    works: await recordWorks(context, run, worksOf(steps)),
    commits: await recordCommits(context, run, steps),
    ...(await lessonsOf(context, run, { steps, facts })),
  }
}

/** What the agent worded comes first: about that, nothing is left to guess. */
async function lessonsOf(
  context: LoopContext,
  run: string,
  session: { readonly steps: readonly Step[]; readonly facts: readonly KnownEvent[] },
): Promise<Pick<SessionSettled, 'recorded' | 'lessons'>> {
  const recorded = await recordSaid(context, run, session)
  const facts = recorded === 0 ? session.facts : await factsOfSession(context, run)
  return { recorded, lessons: await recordHypotheses(context, run, { ...session, facts }) }
}

/** A session of which every hook was lost is known by its transcript alone. */
async function filled(context: LoopContext, named: string): Promise<{ run: string; filledIn: number }> {
  try {
    const { run } = await sessionRecord(context, named)
    return { run, filledIn: await fillSession(context, run) }
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== 'not-found') throw error
    const filledIn = await fillSession(context, named)
    if (filledIn === 0) throw error
    return { run: named, filledIn }
  }
}

/** Hears what the agent said at the end of its turns, each once. A claim is told apart by when it was made, since what a run was shown moves on. */
async function acknowledgeSaid(
  context: LoopContext,
  run: string,
  { steps, facts }: { readonly steps: readonly Step[]; readonly facts: readonly KnownEvent[] },
): Promise<ClaimedPattern[]> {
  const isHeard = (type: string) => type === 'pattern-acknowledged' || type === 'nothing-learned'
  const heard = new Set(facts.flatMap(({ type, occurredAt }) => (isHeard(type) ? [occurredAt] : [])))
  const claims: ClaimedPattern[] = []
  for (const said of steps) {
    if (said.is !== 'said' || heard.has(said.at) || !readAcknowledgement(said.text).acknowledged) continue
    const input = { run, message: said.text, occurredAt: said.at, agent: said.agent }
    claims.push(...(await acknowledge(context, input)).applied)
  }
  return claims
}

/** A pattern that a session was shown, or that was withheld from it, and what its steps show of it. */
export interface ObservedPattern {
  readonly pattern: string
  readonly result?: LessonResult['result'] | undefined
  readonly relapsed: boolean
  readonly check: string
  readonly isNew: boolean
}

/** Records what the steps of a session show of the patterns that it was shown, and of those that were withheld. What does not come up says nothing. */
async function recordObserved(
  context: LoopContext,
  run: string,
  { steps, facts }: { readonly steps: readonly Step[]; readonly facts: readonly KnownEvent[] },
): Promise<ObservedPattern[]> {
  const drawn = drawnIn(facts)
  const documents = await context.journal.documents([...drawn.keys()].map((id) => ({ kind: PATTERN, id })))
  const actions = once(() => actionsOf(steps))
  const observed: ObservedPattern[] = []
  for (const { id, body } of documents) {
    const { shown, since, share } = drawn.get(id)!
    const { text, invertedFrom, tellTale } = body.pattern
    const words = invertedFrom === undefined ? checkOfLesson(text) : undefined
    const sign = tellTale === undefined ? words : readCheck(tellTale)
    const said = words && resultOfCheck(words, actions(), since)
    const back = sign === words ? said : sign && resultOfCheck(sign, actions(), since)
    const [check, seen] = back === undefined ? [words, said] : [sign, back]
    if (check === undefined || seen === undefined) continue
    const { relapsed } = seen
    const about = { pattern: id, result: said?.result, relapsed, check: checkInWords(check) }
    const counted = back !== undefined && showsRelapse(check) && !isDamage(check) ? share : undefined
    const key = `observed/${run}/${id}/${shown}/${said?.result}/${relapsed}`
    const at = steps.find(({ event }) => event === seen.step)?.at
    const payload = { ...about, shown, step: seen.step, share: counted }
    const draft = await checkedDraft('pattern-observed', payload, { ...placeOf(run, at), key })
    const isNew = await appendNew(byMettle(context), [draft])
    observed.push({ ...about, isNew: isNew > 0 })
  }
  return observed
}

/** Whether going against a lesson takes a step that the safety rules ask about: no run goes without it to find out. */
function isDamage(check: LessonCheck): boolean {
  const wrong = check.kind === 'avoid' ? check.command : check.kind === 'use' ? check.insteadOf : undefined
  return wrong !== undefined && safetyFindings({ command: wrong }, {}).length > 0
}

interface DrawnPattern {
  readonly shown: boolean
  readonly since: number
  /** The probability with which it was withheld; missing where nothing was drawn for it. */
  readonly share: number | undefined
}

/** Each pattern by the first receipt that shows it, else by the first that withholds it. */
function drawnIn(facts: readonly KnownEvent[]): ReadonlyMap<string, DrawnPattern> {
  const drawn = new Map<string, DrawnPattern>()
  const receipts = facts.flatMap((fact) => (fact.type === 'pattern-injected' ? [fact] : []))
  for (const { payload, occurredAt: since } of receipts) {
    const { share = 0 } = payload.holdout ?? {}
    const isDrawn = share > 0 && share < 1 && payload.holdout?.isRunHeld !== true
    const put = (pattern: string, shown: boolean, own: number | undefined) => {
      const known = drawn.get(pattern)
      // What was drawn at two shares in one run cannot be counted as one draw.
      const only = known === undefined || known.share === own ? own : undefined
      if (known === undefined || (shown && !known.shown)) drawn.set(pattern, { shown, since, share: only })
      else if (known.share !== only) drawn.set(pattern, { ...known, share: only })
    }
    for (const { pattern, parts } of payload.items)
      put(pattern, true, isDrawn && parts.rule !== 1 ? (parts.withheldShare ?? share) : undefined)
    for (const { pattern, propensity } of payload.withheld)
      put(pattern, false, isDrawn ? Math.round((1 - propensity) * 1e6) / 1e6 : undefined)
  }
  return drawn
}

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
} from '../../capture/session/lesson-followed.ts'
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
import { byMettle } from '../facts/provenance.ts'
import { appendFacts, type Draft, isConflict, placeOf, unlessTaken } from '../journal/append-facts.ts'
import { type FoundLesson, recordHypotheses, recordSaid } from '../learning/find-lessons.ts'
import { rememberSaid } from '../learning/person-rules.ts'
import { runPipeline } from '../learning/pipeline/run-pipeline.ts'
import type { StepName, StepReport } from '../learning/pipeline/step.ts'
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

/** The task of the run that stands for a piece of work. */
export function taskOfWork({ number }: Pick<Work, 'number'>): string {
  return `session.${number}`
}

/** Records how a session's pieces of work ended, each change or check since the last time as a new attempt at its task. A recorded attempt stands: a late fact may affect later attempts, never earlier ones. */
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

/** Records every build and test in a session as a build, so that it is evidence on what its iteration was shown. */
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

/** Records the session's figures so far, and its results with adapters. Reading the same steps again gives the same facts. */
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

/** Appends one at a time, so that a conflict with a recorded fact does not stop the next. */
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

/** The results of settling a session. */
export interface SessionSettled {
  readonly run: string
  /** How many facts of the session were read. */
  readonly facts: number
  /** Prompts, steps and messages that hooks missed and the client's transcript had. */
  readonly filledIn: number
  /** Patterns that the agent said it used, newly recorded. */
  readonly acknowledged: readonly ClaimedPattern[]
  /** Patterns that its steps followed or went against. */
  readonly observed: readonly ObservedPattern[]
  /** Newly recorded builds and tests. */
  readonly checks: number
  readonly works: readonly SettledWork[]
  /** Commits that its steps made, newly recorded. */
  readonly commits: number
  /** Lessons that the agent wrote when asked, newly recorded. */
  readonly recorded: number
  /** Lessons that code found; held until somebody confirms them. */
  readonly lessons: readonly FoundLesson[]
  /** Runs whose work got a newly known result. */
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
 * Settles a session so far: which patterns the agent says it used, how builds, tests and work ended as far as observed, and what follows
 * for patterns.
 *
 * A session pauses after every turn and may continue days later, so it is settled many times: every fact's key derives from the facts it
 * was read from. Settling twice, concurrently, or again after a crash changes nothing already done.
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
    // At the end of a session, also check what became of earlier work.
    news: (await sessionRecord(context, settled.run)).endedAt === undefined ? 0 : await newsOfWork(context),
    patterns: { added, merged, rejected: rejected.length },
    steps: learned.steps,
  }
}

/** The same for sessions whose transcript has grown, without the consequences for patterns; returns their number. */
export async function settleGrown(context: LoopContext): Promise<number> {
  const runs = (await context.transcripts?.grown()) ?? []
  return (await settleEach(context, runs)).length
}

/** Settles sessions, skipping those with neither facts nor a transcript. */
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

/** Settles what the session itself shows; missing facts are filled in first, so that all are read in order. */
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

/** The agent's own lessons come first, so that code does not guess about the same. */
async function lessonsOf(
  context: LoopContext,
  run: string,
  session: { readonly steps: readonly Step[]; readonly facts: readonly KnownEvent[] },
): Promise<Pick<SessionSettled, 'recorded' | 'lessons'>> {
  const recorded = await recordSaid(context, run, session)
  const facts = recorded === 0 ? session.facts : await factsOfSession(context, run)
  return { recorded, lessons: await recordHypotheses(context, run, { ...session, facts }) }
}

/** Fills in a session; if every hook was lost, only its transcript shows it. */
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

/** Records the acknowledgements at the end of the agent's turns, each once. They are told apart by time, because the same claim may later refer to other patterns. */
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

/** A pattern shown to or withheld from a session, and what its steps show about it. */
export interface ObservedPattern {
  readonly pattern: string
  readonly result?: LessonResult['result'] | undefined
  readonly relapsed: boolean
  readonly check: string
  readonly isNew: boolean
}

/** Records what a session's steps show about patterns shown or withheld. A pattern whose situation did not occur gets no result. */
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

/** Whether violating a lesson takes a step that the safety rules ask about: such a lesson is never withheld to measure it. */
function isDamage(check: LessonCheck): boolean {
  const wrong = check.kind === 'avoid' ? check.command : check.kind === 'use' ? check.insteadOf : undefined
  return wrong !== undefined && safetyFindings({ command: wrong }, {}).length > 0
}

interface DrawnPattern {
  readonly shown: boolean
  readonly since: number
  /** The probability of withholding it; missing if there was no draw. */
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
      // A pattern drawn with two different shares in one run does not count as one draw.
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

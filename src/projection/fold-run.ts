import type { DocumentReader } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { hasTrait, type TypeThat } from '../domain/events/traits.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { becameOf, evolveRun, isIgnored, type Run } from '../domain/run.ts'
import { copied, own, withMember } from '../domain/sets.ts'
import { outcomeFeedback, tasksFeedback, withTask } from '../engine/laws/implicit-feedback.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { sameRole } from '../engine/laws/role-pairs.ts'
import {
  AGENTS,
  type Credit,
  countedWeight,
  creditDue,
  creditFor,
  isNoCredit,
  NO_CREDIT,
  type RunSignals,
  type Voices,
} from '../engine/standing/credit.ts'
import type { Given } from '../engine/standing/pattern-record.ts'
import { LOOP, PATTERN, type RunRecord, type TaskEnds } from './documents/documents.ts'
import { dayOfWord } from './feedback-weight.ts'
import { TASK, type TaskRecord, taskId } from './fold-tasks.ts'

/** The progress of a run, and where each of its patterns was last shown. */
export interface RunProgress {
  readonly iteration: number
  readonly shown: { readonly [pattern: string]: { readonly iteration: number; readonly receipt: string } }
}

/** Whether an event belongs to an iteration of its run. */
export function isOfIteration(event: KnownEvent): event is KnownEvent & { readonly run: string } {
  return event.run !== undefined && hasTrait(event.type, 'of-iteration')
}

/** The iteration of a fact: the one it names; for a use of a pattern the one in which the pattern was last shown; else the run's current one. */
export function iterationOf(event: KnownEvent, course: RunProgress | undefined): number {
  const { iteration } = event.payload as { iteration?: number }
  return iteration ?? lastShown(event, course) ?? course?.iteration ?? 1
}

function lastShown(event: KnownEvent, course: RunProgress | undefined): number | undefined {
  if (!isOfIteration(event) || !hasTrait(event.type, 'use')) return undefined
  const { pattern } = event.payload as PayloadOf<TypeThat<'use'>>
  return own(course?.shown, pattern)?.iteration
}

export function evolveProgress(course: RunProgress | undefined, event: KnownEvent): RunProgress | undefined {
  if (!isOfIteration(event)) return course
  const iteration = iterationOf(event, course)
  const known = course ?? { iteration, shown: {} }
  const next = iteration > known.iteration ? { ...known, iteration } : known
  if (event.type !== 'pattern-injected' || event.payload.items.length === 0) return next
  const shown = copied(next.shown)
  for (const { pattern } of event.payload.items) shown[pattern] = { iteration, receipt: event.payload.receipt }
  return { ...next, shown }
}

/** The credit of a run for a pattern, before an event and after it. */
export interface Grade {
  readonly pattern: string
  readonly before: Given
  readonly after: Given
  /** The votes on the pattern, if the outcome is only a claim. */
  readonly voices?: Voices
  /** The latest signal in favour of the pattern; missing if the event added none. */
  readonly usedAt?: number
}

/** The run before an event, and access to everything else. */
interface Before {
  readonly record: RunRecord | undefined
  readonly read: DocumentReader
}

const NOTHING: Given = { credit: NO_CREDIT, at: 0 }

/** Folds an event into its run, and computes which of the run's patterns it grades again. */
export function foldRun(
  before: RunRecord | undefined,
  event: KnownEvent,
  read: DocumentReader,
  policy: Policy,
): { record?: RunRecord; grades: readonly Grade[] } {
  if (event.run === undefined) return { grades: [] }
  const run = evolveRun(before?.run, event, before?.run.number ?? (read.get(LOOP, LOOP)?.body.runs ?? 0) + 1)
  const { feedback, tasks, ends } = judge({ record: before, read }, run, event, policy)
  const grades = patternsGraded(event, before?.run).flatMap((pattern) => {
    const known = read.get(PATTERN, pattern)?.body
    const credit = creditTo(pattern, { run, feedback, role: known?.pattern.role ?? '' }, policy)
    const given = own(before?.given, pattern) ?? NOTHING
    const { voices, ...due } = isClaim(run)
      ? claimHeard({ given, credit, voices: known?.voices }, event, policy)
      : { credit }
    const graded = gradeOf(pattern, given, { at: run.outcome?.at ?? 0, credit: due.credit }, run)
    return voices === undefined ? graded : graded.map((grade) => ({ ...grade, voices }))
  })
  let given = before?.given ?? {}
  for (const { pattern, after } of grades) given = withMember(given, pattern, after)
  const course = evolveProgress(before?.course, event)
  return { record: { course, ends, exposure: before?.exposure, feedback, given, run, tasks }, grades }
}

/** The patterns whose grade an event may change: those that it names, and all that the run used when it says something about the run as a whole. Only their documents are read. */
export function patternsGraded(event: KnownEvent, before: Run | undefined): readonly string[] {
  switch (event.type) {
    case 'pattern-acknowledged':
    case 'citation-verified':
    case 'pattern-observed':
    case 'pattern-reinforced':
      return [event.payload.pattern]
    case 'pattern-injected':
      return event.payload.items.map((item) => item.pattern).filter((id) => own(before?.claims, id))
    default:
      return before !== undefined && hasTrait(event.type, 'truth') ? used(before) : []
  }
}

/** Sorted: the keys of a record have the order of arrival while it is in memory, and that of names once it was stored. */
function used(run: Run): string[] {
  const { tiers, reinforced } = run
  const climbed = Object.keys(tiers).filter((id) => tiers[id] !== 'shown' || isIgnored(run, id))
  return [...new Set([...climbed, ...reinforced])].sort()
}

type Judged = Pick<RunRecord, 'feedback' | 'tasks' | 'ends'>

/** The grade of the run after an outcome: that of the whole run, else the mean of its tasks, each by its last attempt. Other events change nothing. */
function judge({ record: before, read }: Before, run: Run, event: KnownEvent, policy: Policy): Judged {
  const known: Judged = { feedback: before?.feedback, tasks: before?.tasks, ends: before?.ends }
  if (event.type !== 'outcome-recorded') return known
  const { task, attempt = 1 } = event.payload
  const said = outcomeFeedback(event.payload, policy.implicitFeedback)
  if (task === undefined)
    return run.outcome === before?.run.outcome || said === undefined ? known : { ...known, feedback: said.type }
  const earlier = read.get(TASK, taskId(event.payload.run, task))?.body
  const isLate = earlier !== undefined && earlier.attempt > attempt
  if (isLate || (said ?? earlier?.feedback) === undefined) return known
  const tasks = withTask(before?.tasks, said, earlier?.feedback)
  const ends = withEnd(before?.ends, event.payload, earlier)
  const isWhole = run.outcome?.whole === true && run.outcome.result !== 'unknown'
  if (isWhole) return { ...known, tasks, ends }
  const feedback = tasksFeedback(tasks, policy.implicitFeedback)
  return { feedback, tasks, ends }
}

type TaskEnd = Pick<TaskRecord, 'result' | 'observedBy'>

function withEnd(known: TaskEnds | undefined, now: TaskEnd, earlier: TaskEnd | undefined): TaskEnds {
  const { succeeded = 0, failed = 0 } = known ?? {}
  const is = (end: TaskEnd | undefined, result: TaskEnd['result']) =>
    end?.observedBy !== 'none' && end?.result === result ? 1 : 0
  return {
    succeeded: succeeded + is(now, 'success') - is(earlier, 'success'),
    failed: failed + is(now, 'failure') - is(earlier, 'failure'),
  }
}

interface Known {
  readonly run: Run
  readonly feedback: RunRecord['feedback']
  readonly role: string
}

/** By the credit table; a pattern that was confirmed by name gets its PASS in full, whatever its tier. No role passes a pattern of its own. */
function creditTo(pattern: string, { run, feedback, role }: Known, policy: Policy): Credit {
  const tier = own(run.tiers, pattern) ?? 'shown'
  const isNamed = run.reinforced.includes(pattern)
  const merge = becameOf(run)
  const signals: RunSignals = {
    ...(feedback !== undefined && { outcome: feedback, claimed: isClaim(run) }),
    merge,
    ignored: isIgnored(run, pattern) || undefined,
    passed: (!isNamed && run.passedBy?.some((validator) => !sameRole(validator, role))) || undefined,
  }
  const credit = creditFor(signals, tier, role, policy.penalty)
  if (!isNamed) return credit
  const { successes, reinforcements } = creditFor({ passed: true }, 'applied', role, policy.penalty)
  return { ...credit, successes: credit.successes + successes, reinforcements }
}

/** Only the agent itself saw how the run ended. */
function isClaim({ outcome }: Run): boolean {
  return outcome?.observedBy === 'agent'
}

/** An agent can invent runs: its claims about them move a pattern by no more in a day than the agents' voice has left. */
function claimHeard(
  { given, credit, voices }: { given: Given; credit: Credit; voices: Voices | undefined },
  event: KnownEvent,
  policy: Policy,
): { credit: Credit; voices?: Voices } {
  const more = (kind: 'helpful' | 'harmful') => Math.max(0, credit[kind] - given.credit[kind])
  const weight = more('helpful') + more('harmful')
  if (weight === 0) return { credit }
  const word = countedWeight(voices, { voice: AGENTS, weight, day: dayOfWord(event) }, policy.influence)
  const left = (kind: 'helpful' | 'harmful') => credit[kind] - more(kind) * (1 - word.counts / weight)
  return { credit: { ...credit, helpful: left('helpful'), harmful: left('harmful') }, voices: word.voices }
}

function gradeOf(pattern: string, before: Given, after: Given, run: Run): Grade[] {
  const more = creditDue(after.credit, before.credit)
  const isFeedback = after.credit.helpful > 0 || after.credit.harmful > 0
  if (isNoCredit(more) && (!isFeedback || before.at === after.at)) return []
  const isUse = more.successes > 0 || more.helpful > 0
  return [{ pattern, before, after, usedAt: isUse ? usedAt(after.credit, run) : undefined }]
}

function usedAt({ helpful, successes }: Credit, run: Run): number {
  const { outcome, merge, passedAt } = run
  return Math.max(
    helpful > 0 ? (outcome?.at ?? 0) : 0,
    successes > 0 && becameOf(run) === 'kept' ? merge!.at : 0,
    successes > 0 ? (passedAt ?? 0) : 0,
  )
}

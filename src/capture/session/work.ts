import type { Spent } from '../../domain/values/session.ts'
import { adapterOf } from '../../engine/governance/adapter-of.ts'
import { checkIn, checkPassed } from '../../engine/shell/check-command.ts'
import { putsBack } from '../../engine/shell/started-programs.ts'
import { cueInPrompt, cueInRefusal } from '../../engine/text/lesson-cues.ts'
import type { Step, Tool } from './session.ts'
import { changesCode, toolsIn } from './steps.ts'

/** One piece of work of a session: from the first prompt about it until a check passes and the next thing is asked for. */
export interface Work {
  /** Within the session, from 1. */
  readonly number: number
  readonly result: 'success' | 'failure' | 'unknown'
  readonly observedBy: 'test' | 'build' | 'revert' | 'none'
  /** The reason in words, with the command that decided. */
  readonly why: string
  /** Grows with every change and every check, so that the same facts are the same attempt. */
  readonly attempt: number
  /** The steps of its edits and checks end here. */
  readonly at: number
  /** The time in which the agent worked, without the time in which it waited for a person. */
  readonly durationMs: number
  readonly errorCount: number
  /** How often a command that had failed was run again. */
  readonly retryCount: number
  readonly files: readonly string[]
  readonly adapters: readonly string[]
}

const MOST_FILES = 200

/**
 * The works of a session, and how each ended, as far as it was observed.
 *
 * The last test and the last build after the last change decide: if either failed, so did the work. Work that was put back, or whose last edit a person refused, has failed too.
 * Everything else is unknown: an agent that stops has not succeeded, and a linter that passes proves nothing. A prompt after work that succeeded begins the next work;
 * after a failure or an unknown result, it continues the same one.
 */
export function worksOf(steps: readonly Step[]): Work[] {
  const works: Work[] = []
  let open: Step[] = []
  let standing = NOTHING_SEEN
  for (const step of steps) {
    const { isChanged, isPutBack, test, build } = standing
    const isSeenToHold = isChanged && !isPutBack && (test ?? build) === true && build !== false
    if (step.is === 'prompt' && isSeenToHold) {
      works.push(workOf(open, works.length + 1))
      open = []
      standing = NOTHING_SEEN
    }
    open.push(step)
    if (step.is === 'tool') standing = withStep(standing, step)
  }
  return open.some(({ is }) => is === 'tool') ? [...works, workOf(open, works.length + 1)] : works
}

/** The results since the last change, updated step by step: rereading all steps at every prompt would take quadratic time. */
interface Standing {
  readonly isChanged: boolean
  readonly isPutBack: boolean
  readonly test?: boolean
  readonly build?: boolean
}

const NOTHING_SEEN: Standing = { isChanged: false, isPutBack: false }

function withStep(standing: Standing, step: Tool): Standing {
  if (changesCode(step)) return { isChanged: true, isPutBack: false }
  const seen = observedIn(step)
  return {
    ...standing,
    ...(isUndone(step) && { isPutBack: true }),
    ...(seen !== undefined && { [seen.kind]: seen.passed }),
  }
}

function workOf(steps: readonly Step[], number: number): Work {
  const tools = steps.filter((step): step is Tool => step.is === 'tool')
  const telling = tools.filter((step) => changesCode(step) || observedIn(step) !== undefined || isUndone(step))
  const last = telling.at(-1)
  const told = last === undefined ? [] : steps.slice(0, steps.indexOf(last) + 1)
  const used = told.filter((step): step is Tool => step.is === 'tool')
  return {
    number,
    ...endOf(used),
    attempt: telling.length + 1,
    at: last?.at ?? steps[0]?.at ?? 0,
    durationMs: activeMs(told),
    errorCount: failuresIn(used),
    retryCount: retriesIn(used),
    files: [...new Set(used.filter(changesCode).flatMap(({ files = [] }) => files))].slice(0, MOST_FILES),
    adapters: adaptersIn(used),
  }
}

function endOf(used: readonly Tool[]): Pick<Work, 'result' | 'observedBy' | 'why'> {
  const lastChange = used.findLastIndex(changesCode)
  const undone = used.findLastIndex(isUndone)
  if (undone > lastChange && lastChange !== -1) return undoneEnd(used[undone]!)
  if (undone !== -1 && lastChange === -1 && used[undone]!.ended === 'denied') return undoneEnd(used[undone]!)
  if (lastChange === -1) return unknown('nothing was changed')
  const after = used.slice(lastChange + 1).flatMap((step) => observedIn(step) ?? [])
  const decisive = (['test', 'build'] as const).flatMap((kind) => after.findLast((check) => check.kind === kind) ?? [])
  const failed = decisive.find(({ passed }) => !passed)
  const deciding = failed ?? decisive[0]
  if (deciding === undefined) return unknown('no test or build ran after the last change')
  const { kind, passed, command } = deciding
  return {
    result: passed ? 'success' : 'failure',
    observedBy: kind === 'test' ? 'test' : 'build',
    why: `${command} ${passed ? 'passed' : 'failed'} after the last change`,
  }
}

const unknown = (why: string) => ({ result: 'unknown', observedBy: 'none', why }) as const

function undoneEnd(step: Tool): Pick<Work, 'result' | 'observedBy' | 'why'> {
  const why = step.ended === 'denied' ? 'a person refused the edit' : `${step.command} put the change back`
  return { result: 'failure', observedBy: 'revert', why }
}

/** The build or test in a step, and its result. Linters do not count: they cannot show that the work does what it should. */
export function observedIn(step: Tool) {
  const check = step.command === undefined ? undefined : checkIn(step.command)
  if (check === undefined || check.kind === 'lint') return undefined
  const passed = checkPassed(step, check)
  return passed === undefined ? undefined : { kind: check.kind, passed, command: check.command }
}

/** An edit that a person refused, or a change that was put back. */
function isUndone(step: Tool): boolean {
  if (step.kind === 'edit') return step.ended === 'denied'
  return step.ended === 'passed' && step.command !== undefined && putsBack(step.command)
}

/** From each prompt to the last step before the next one. */
function activeMs(steps: readonly Step[]): number {
  let total = 0
  let from: number | undefined
  let last = 0
  for (const { is, at } of steps) {
    if (is === 'prompt' && from !== undefined) total += last - from
    if (is === 'prompt' || from === undefined) from = at
    last = at
  }
  return from === undefined ? 0 : total + last - from
}

function retriesIn(used: readonly Tool[]): number {
  const failed = new Set<string>()
  let retries = 0
  for (const { command, ended } of used) {
    if (command === undefined) continue
    if (failed.delete(command)) retries += 1
    if (ended === 'failed') failed.add(command)
  }
  return retries
}

function adaptersIn(used: readonly Tool[]): string[] {
  const reached = used
    .filter(({ ended }) => ended !== 'denied')
    .flatMap(({ tool, command }) => adapterOf({ tool, command }).adapters)
  return [...new Set(reached.map(({ adapter }) => adapter))]
}

/** In minutes. */
const LONGEST_TO_PASS = 30

/** In thousands. */
const MOST_TO_PASS = 200

/** A figure of a session that lessons may change. */
export interface SharpOutcome {
  readonly id: string
  /** The name that people read, and the unit that is counted. */
  readonly name: string
  readonly unit: string
  readonly better: 'less' | 'more'
  /** Larger values count as this value, so that one session cannot outweigh all others. */
  readonly most: number
  /** Undefined where neither the steps nor the client's record show it. */
  readonly read: (steps: readonly Step[], spent: readonly Spent[]) => number | undefined
}

/** All outcomes. The meaning of an id never changes: a new way to compute a figure gets a new id. */
export const SHARP_OUTCOMES: readonly SharpOutcome[] = [
  less('failed-commands', 'failed commands', 'commands', 5, ofCommands(failuresIn)),
  less('corrections', 'corrections by the person', 'corrections', 3, corrections),
  less('retries', 'retries of failed commands', 'commands', 3, ofCommands(retriesIn)),
  less('test-minutes', 'minutes to the first passing test', 'minutes', LONGEST_TO_PASS, minutesToPass),
  less('test-tokens', 'thousand tokens to the first passing test', 'thousand tokens', MOST_TO_PASS, tokensToPass),
  less('rewritten-lines', 'lines written and changed again', 'lines', 20, rewritten),
]

function less(id: string, name: string, unit: string, most: number, read: SharpOutcome['read']): SharpOutcome {
  return { id, name, unit, better: 'less', most, read }
}

/** The figures of a session, by outcome id, as far as its steps and its client's record show them. */
export function figuresOf(steps: readonly Step[], spent: readonly Spent[] = []): { readonly [id: string]: number } {
  return Object.fromEntries(
    SHARP_OUTCOMES.flatMap(({ id, read }) => {
      const figure = read(steps, spent)
      return figure === undefined ? [] : [[id, figure] as const]
    }),
  )
}

/** A figure that is read from the commands with a known result. */
function ofCommands(count: (commands: readonly Tool[]) => number): SharpOutcome['read'] {
  return (steps) => {
    const isEnded = ({ kind, ended }: Tool) => kind === 'shell' && (ended === 'passed' || ended === 'failed')
    const commands = toolsIn(steps).filter(isEnded)
    return commands.length === 0 ? undefined : count(commands)
  }
}

function failuresIn(used: readonly Tool[]): number {
  return used.filter(({ ended }) => ended === 'failed').length
}

/** Prompts that correct the agent, and steps that the person refused and said why. The first prompt corrects nothing. */
function corrections(steps: readonly Step[]): number | undefined {
  let [count, isFirst, isAnswer] = [0, true, false]
  for (const step of steps)
    if (step.is === 'prompt') {
      if (!isFirst && cueInPrompt(step.text, { isFirst, isAnswer }) !== undefined) count += 1
      ;[isFirst, isAnswer] = [false, false]
    } else if (step.is === 'tool' && step.ended === 'denied') {
      const isSaid = cueInRefusal({ ...step, name: step.tool }) !== undefined
      count += isSaid ? 1 : 0
      isAnswer = !isSaid
    }
  return isFirst ? undefined : count
}

/** Minutes from the first step to the first test that passes after the first change; the most if tests ran and none passed. Undefined if none ran. */
function minutesToPass(steps: readonly Step[]): number | undefined {
  const passed = firstPass(steps)
  if (passed === undefined || passed === 'never') return passed && LONGEST_TO_PASS
  return Math.round((passed - steps[0]!.at) / 6_000) / 10
}

/** The same in thousands of tokens. */
function tokensToPass(steps: readonly Step[], spent: readonly Spent[]): number | undefined {
  const passed = spent.length === 0 ? undefined : firstPass(steps)
  if (passed === undefined || passed === 'never') return passed && MOST_TO_PASS
  const tokens = spent.reduce((sum, one) => (one.at <= passed ? sum + one.tokens : sum), 0)
  return Math.round(tokens / 100) / 10
}

/** When a test first passed after the first change. */
function firstPass(steps: readonly Step[]): number | 'never' | undefined {
  const tools = toolsIn(steps)
  const tests = tools.slice(Math.max(0, tools.findIndex(changesCode))).flatMap((step) => {
    const check = observedIn(step)
    return check?.kind === 'test' ? [{ at: step.at, passed: check.passed }] : []
  })
  const first = tests.find(({ passed }) => passed)
  return first?.at ?? (tests.length === 0 ? undefined : 'never')
}

/** How many lines edits removed that an earlier edit of the session had added. Lines without words, such as a bracket, do not count. */
function rewritten(steps: readonly Step[]): number | undefined {
  const lines = (text = '') => new Set(text.split('\n').flatMap((line) => line.trim().match(/.*\w\W*\w.*/) ?? []))
  const edits = toolsIn(steps).filter(
    ({ kind, added, ended }) => kind === 'edit' && added !== undefined && ended !== 'denied',
  )
  const written = new Map<string, Set<string>>()
  let again = 0
  for (const { files: [file = ''] = [], added, removed } of edits) {
    const [put, known] = [lines(added), written.get(file) ?? new Set<string>()]
    for (const line of lines(removed)) if (!put.has(line) && known.delete(line)) again += 1
    written.set(file, new Set([...known, ...put]))
  }
  return edits.length === 0 ? undefined : again
}

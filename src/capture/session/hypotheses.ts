import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { jaccard, tokenSet } from '../../engine/search/words.ts'
import { redact } from '../../engine/secrets/redact.ts'
import { checkIn } from '../../engine/shell/check-command.ts'
import { shownCommand } from '../../engine/shell/shown-command.ts'
import { cueInPrompt, cueInRefusal, lastingSentence, refusalWords } from '../../engine/text/lesson-cues.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import { namedErrors } from '../../engine/trust/describe-failure.ts'
import { commandRisk } from '../../engine/trust/sentence-in-name.ts'
import { hardRejection, junkReason } from '../why-not-a-lesson.ts'
import { plainCommand } from './command-match.ts'
import { curedFailures, findBrokenRules, findCures } from './cures.ts'
import { checkInWords, checkOfLesson, type LessonCheck, showsRelapse } from './lesson-followed.ts'
import type { Step, Tool } from './session.ts'
import { toolsIn } from './steps.ts'

type Captured = PayloadOf<'learning-captured'>

/** A lesson that code found in a session and nobody has confirmed, with the facts that show it. */
export interface Hypothesis {
  readonly as: NonNullable<Captured['mined']>['as']
  readonly lesson: string
  /** What was seen, for explanations. */
  readonly whatHappened: string
  readonly facts: readonly string[]
  readonly command?: string
  readonly files?: readonly string[]
  /** The languages of the code that it is about. */
  readonly tags?: readonly string[]
  readonly category: NonNullable<Captured['category']>
  readonly strength: NonNullable<Captured['strength']>
}

export const MOST_HYPOTHESES = 5
const SAME = 0.8
const SHORTEST = 20
const LONGEST = 300

/** The lessons that a session may teach, as far as code can tell: sentences in which a person states something lasting, in their own words, and failed calls that one other action fixed. At most five; never junk, orders to the reader, or secrets. `worded` are the lessons that the agent recorded itself, with their times: each settles what the agent was asked before it, and any fix that it names. */
export function hypothesesIn(
  steps: readonly Step[],
  worded: readonly { at: number; lesson: string }[] = [],
): Hypothesis[] {
  const isSafe = safeIn(steps)
  const kept: Hypothesis[] = []
  const times = worded.map(({ at }) => at)
  const known = new Set(worded.flatMap(({ lesson }) => checkedBy(lesson) ?? []))
  const cures = findCures(steps).filter(({ lesson }) => !known.has(checkedBy(lesson) ?? ''))
  const all = [...saidToLast(unworded(steps, times)), ...cures, ...findBrokenRules(steps)]
  for (const found of all) {
    const one = { ...found, lesson: sanitize(found.lesson).text }
    if (!isWorthKeeping(one) || !isSafe(one)) continue
    const words = tokenSet(one.lesson)
    // Lessons about broken rules differ in the rule alone, so similar words do not make them duplicates.
    const isOther = (as: Hypothesis['as']) => as === 'recurring-failure' && one.as === as
    if (kept.every(({ as, lesson }) => isOther(as) || jaccard(tokenSet(lesson), words) < SAME)) kept.push(one)
    if (kept.length === MOST_HYPOTHESES) break
  }
  return kept
}

/** The check that a lesson implies, in canonical words; two lessons with the same check are wordings of one lesson. */
export function checkedBy(lesson: string): string | undefined {
  const check = checkOfLesson(lesson)
  return check && checkInWords(check)
}

/** The steps that no recorded lesson covers. A lesson covers everything from the second-to-last prompt before it until it was recorded. */
function unworded(steps: readonly Step[], worded: readonly number[]): readonly Step[] {
  if (worded.length === 0) return steps
  const prompts = steps.flatMap(({ is, at }) => (is === 'prompt' ? [at] : []))
  const spans = worded.map((until) => ({ from: prompts.filter((at) => at <= until).at(-2) ?? 0, until }))
  return steps.filter(({ at }) => !spans.some(({ from, until }) => from <= at && at <= until))
}

/** The sentences of prompts and refusals that state something lasting. */
function saidToLast(steps: readonly Step[]): Hypothesis[] {
  let before: Tool | undefined
  let isFirst = true
  return steps.flatMap((step) => {
    if (step.is === 'prompt') {
      const isRule = cueInPrompt(step.text, { isFirst }) === 'rule'
      isFirst = false
      return isRule ? said('correction', step.text, before === undefined ? [step] : [before, step]) : []
    }
    if (step.is !== 'tool') return []
    before = step
    const isRefused = cueInRefusal({ ...step, name: step.tool }) !== undefined
    return isRefused ? said('denied', refusalWords(step.output), [step]) : []
  })
}

function said(as: 'correction' | 'denied', text: string, shown: readonly Step[]): Hypothesis[] {
  const lesson = lastingSentence(text)
  if (lesson === undefined) return []
  const tool = shown.find((step) => step.is === 'tool')
  return [
    {
      as,
      lesson,
      whatHappened: `A person said so${as === 'denied' ? ' and refused a step' : ''}: ${text.slice(0, 400)}`,
      facts: shown.map(({ event }) => event),
      command: tool?.command,
      files: tool?.files,
      category: 'convention',
      strength: 'rule',
    },
  ]
}

/** Accepts a person's own words; everything else quotes commands, which a text that the agent read may have planted. */
function safeIn(steps: readonly Step[]): (found: Hypothesis) => boolean {
  const printed = steps.flatMap((step) => (step.is === 'tool' && step.output !== undefined ? [step] : []))
  return ({ as, lesson, facts }) => {
    if (as === 'correction' || as === 'denied') return true
    // The name of a lint rule is not a command: it always appears in the linter's output.
    const isRule = as === 'recurring-failure'
    const ended = isRule ? -1 : (steps.find(({ event }) => event === facts.at(-1))?.at ?? Number.POSITIVE_INFINITY)
    const seen = printed.flatMap(({ at, output = '' }) => (at <= ended ? [output] : []))
    const quoted = [...lesson.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)
    return quoted.every((command) => commandRisk(command, seen) === undefined)
  }
}

function isWorthKeeping({ lesson, command = '' }: Hypothesis): boolean {
  if (lesson.length < SHORTEST || lesson.length > LONGEST) return false
  if (redact(lesson).findings.length > 0 || redact(command).findings.length > 0) return false
  return junkReason(lesson) === undefined && hardRejection(lesson) === undefined
}

/** The last prompt that states something lasting, or the last step that a person refused with a reason: the likely origin of a lesson. */
export function lastNoted(steps: readonly Step[]): Step | undefined {
  return steps.findLast(
    (step) =>
      (step.is === 'prompt' && cueInPrompt(step.text, { isFirst: false }) !== undefined) ||
      (step.is === 'tool' && cueInRefusal({ ...step, name: step.tool }) !== undefined),
  )
}

const WORDS_IN_COMMON = 2

/** The observable sign that the mistake behind a lesson came back, from the steps that led to the lesson: the lint rule or compiler code that it names, the failure that was fixed, the step that a person refused, the command that they corrected. Undefined if the steps add nothing to the words of the lesson. */
export function tellTaleOf(lesson: string, steps: readonly Step[]): LessonCheck | undefined {
  const tools = toolsIn(steps)
  for (const { command = '', output = '' } of tools.toReversed()) {
    const check = output === '' ? undefined : checkIn(command)
    const rule = check && namedErrors(output).find((name) => isNamedIn(lesson, name))
    if (check && rule !== undefined)
      return { kind: 'failure', command: plainCommand(check.command) ?? check.command, failure: rule }
  }
  const [words, own] = [tokenSet(lesson), checkOfLesson(lesson)]
  const shows = own !== undefined && showsRelapse(own)
  const isNamed = (text: string) => [...tokenSet(text)].filter((word) => words.has(word)).length
  const cured = curedFailures(steps).findLast(({ named, command }) =>
    shows ? own.kind === 'order' && own.second === command : isNamed(named) >= WORDS_IN_COMMON,
  )
  if (cured !== undefined) {
    const command = plainCommand(cured.command) ?? cured.command
    return { kind: 'failure', command, failure: cured.failure }
  }
  if (shows) return undefined
  const noted = lastNoted(steps)
  const step = noted?.is === 'prompt' ? tools.findLast(({ at }) => at <= noted.at) : noted
  if (step?.is !== 'tool') return undefined
  const about = step.command && plainCommand(step.command)
  const said = checkOfLesson(lesson, about)
  if (said !== undefined && showsRelapse(said)) return said
  const [path] = step.files ?? []
  const line = oneLine((step.added ?? '').split('\n').find((text) => text.trim().length > 3) ?? '')
  const isMeant = step.ended === 'denied' || (path !== undefined && isNamed(path) > 0)
  if (step.kind === 'edit') return path && line && isMeant ? { kind: 'change', path, line } : undefined
  return step.ended === 'denied' && about ? refusedCommand(lesson, step.command!, about) : undefined
}

/** A rule such as `semi` is also an English word, so it must be in backticks; a compiler's code is not. */
const isNamedIn = (lesson: string, error: string) => lesson.includes(/\d{3}/.test(error) ? error : `\`${error}\``)

/** The refused command as a tell-tale: `npm publish` when npm runs, `git push origin main` when git push runs. Options are dropped, unless the lesson names a word after them. */
function refusedCommand(lesson: string, command: string, plain: string): LessonCheck | undefined {
  const words = (shownCommand(command) ?? '').split(' ').filter((word) => /^[\w@./:=-]+$/.test(word))
  const named = tokenSet(lesson)
  const isNamed = (word: string) => [...tokenSet(word)].some((one) => named.has(one))
  const option = words.findIndex((word) => word.startsWith('-'))
  const length = Math.max(
    option === -1 ? words.length : option,
    words.findLastIndex((word) => !plain.split(' ').includes(word) && isNamed(word)) + 1,
  )
  const refused = words.slice(0, Math.min(length, MOST_WORDS)).join(' ')
  const [program = ''] = plain.split(' ')
  const unless = refused === plain ? program : plain
  return refused === program || !refused.startsWith(program) ? undefined : { kind: 'avoid', command: refused, unless }
}

const MOST_WORDS = 5

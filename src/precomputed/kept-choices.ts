import { DAY_MS } from '../domain/numbers.ts'
import { ruleOf } from '../domain/pattern-pull.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { SteadyWorth } from '../engine/standing/axes.ts'
import { countTokens } from '../engine/text/tokens.ts'
import type { Candidate } from '../injection/candidate.ts'
import { lineOn, type Surface } from '../injection/surface.ts'
import { MOST_LINES } from '../injection/weigh.ts'
import { MAIN } from '../injection/work-context.ts'
import { orderPrecomputed } from './order-rows.ts'
import type { PrecomputedFile } from './precomputed-file.ts'

/** The cached answer to a recurring question: its candidates in order, including lessons that two roles have. The reader leaves out what was already shown, as a new choice would. */
export interface KeptChoice {
  /** Scores are valid for the hour in which they were written. After this time, choose again. */
  readonly until: number
  readonly isCut: boolean
  readonly lines: readonly KeptLine[]
}

interface KeptLine {
  readonly candidate: Candidate
  /** Equal for two wordings of the same lesson. */
  readonly lesson: number
  /** The patterns that contradict it. */
  readonly against?: readonly string[]
}

/** Includes 32 spare candidates, so that already shown ones can be left out without choosing again. */
const MOST_KEPT = MOST_LINES + 32
const LONGEST_COMMAND = 200

/** The name of a question whose answer may be cached: the start of a session, or a command that no named agent runs. */
export function questionOf({ surface, request, command }: Surface): string | undefined {
  const { agent, task, labels, files, phase, repository } = request
  if ((task ?? labels ?? files ?? phase ?? repository) !== undefined) return undefined
  if (surface === 'agent-start') return agent === MAIN ? 'start' : undefined
  return surface === 'tool-call' && agent === undefined ? stepQuestion(command) : undefined
}

/** The name of the question for what to know before a command. */
export function stepQuestion(command = ''): string | undefined {
  return command !== '' && command.length <= LONGEST_COMMAND ? `step ${command}` : undefined
}

/** The answers to some questions, by name; none for a question without candidates. */
export function keptChoices(
  file: PrecomputedFile,
  surfaces: readonly Surface[],
  scales: { readonly now: number; readonly policy: Policy },
): Map<string, KeptChoice> {
  const choices = new Map<string, KeptChoice>()
  for (const surface of surfaces) {
    const [question, choice] = [questionOf(surface), keptChoice(file, surface, scales)]
    if (question !== undefined && choice.lines.length > 0) choices.set(question, choice)
  }
  return choices
}

function keptChoice(
  file: PrecomputedFile,
  surface: Surface,
  { now, policy }: { readonly now: number; readonly policy: Policy },
): KeptChoice {
  const { ordered, cache } = orderPrecomputed(file, { surface, without: new Set(), now, policy })
  const lessons = new Map<string, number>()
  const ends = ordered.map(({ id }) => endOf(cache.known(id).steady, policy))
  const rules = ordered.filter(({ record }) => ruleOf(record.pattern) !== undefined).length
  const lines = ordered.slice(0, rules + MOST_KEPT).map((one) => {
    const { textHash, conflicts } = one.record.pattern
    lessons.set(textHash, lessons.get(textHash) ?? lessons.size)
    const candidate = lean(lineOn(one, cache.known(one.id).fared, policy))
    return { candidate, lesson: lessons.get(textHash)!, against: conflicts?.map((other) => other.with) }
  })
  return { until: Math.min(now + DAY_MS, ...ends), isCut: ordered.length > lines.length, lines }
}

/** The time at which an unused pattern is no longer shown. */
function endOf({ agesOut, lastUsedAt }: SteadyWorth, { lifecycle }: Policy): number {
  return agesOut ? lastUsedAt + lifecycle.idleDays * DAY_MS : Number.POSITIVE_INFINITY
}

/** The fields of a candidate that are needed once it has its line. */
function lean({ line, ...candidate }: Candidate): Candidate {
  const { id, source } = line
  const tokens = candidate.tokens ?? countTokens(candidate.shownAs ?? '')
  return { ...candidate, tokens, line: { id, source, text: '', score: 0, successes: 0, ignoreCount: 0 } }
}

/** The rest of a cached answer without what was already shown; undefined if more candidates would have to be read. */
export function chosenFrom({ lines, isCut }: KeptChoice, without: ReadonlySet<string>) {
  const said = new Set<number | string>(without)
  const left = lines.filter(({ candidate: { id }, lesson, against = [] }) => {
    const isLeft = ![id, lesson, ...against].some((one) => said.has(one))
    if (isLeft) said.add(lesson).add(id)
    return isLeft
  })
  const most = MOST_LINES + left.filter(({ candidate: { rule } }) => rule !== undefined).length
  if (isCut && left.length < most) return undefined
  return left.slice(0, most).map(({ candidate }) => candidate)
}

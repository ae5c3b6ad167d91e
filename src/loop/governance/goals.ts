import { type GoalFile, goalsOf } from '../../capture/goal-file.ts'
import { didYouMean, inputError, notFound, UserError } from '../../domain/user-error.ts'
import type { Category } from '../../domain/values/pattern.ts'
import { BUILT_IN_GOALS, type GoalDefinition } from '../../engine/governance/goal.ts'
import { rateOf } from '../../engine/standing/success-rate.ts'
import { PATTERN, SHOWABLE } from '../../projection/documents/documents.ts'
import { CALENDAR, USAGE } from '../../projection/documents/iteration-documents.ts'
import type { GoalRecord } from '../../projection/fold-scores.ts'
import { GOAL_STATS, type GoalStats, goalStats } from '../../report/cycle-summary.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload } from '../facts/append-keys.ts'
import { ALL, bodyOf } from '../facts/cached-lists.ts'
import { factsIn, timesOf } from '../facts/facts-about.ts'
import { appendFacts, JOURNAL_STREAM } from '../journal/append-facts.ts'
import { chosenGoal } from '../views/goal.ts'

export interface GoalReport {
  /** Over the newest 2,000 evaluations; `evaluations` is the total. */
  readonly goals: readonly GoalStats[]
  readonly evaluations: number
  /** Patterns with at least 3 applications, best rate first: the first 50 unless more are asked for. */
  readonly patterns: readonly {
    readonly pattern: string
    readonly text: string
    readonly rate: number
    readonly applied: number
  }[]
  /** How many such patterns there are in all. */
  readonly carrying: number
}

const MOST_EVALUATIONS = 2_000
const FIRST_PATTERNS = 50

/** The results of the goals, and the patterns that were applied meanwhile. */
export async function reportGoals(
  context: LoopContext,
  { limit = FIRST_PATTERNS }: { readonly limit?: number } = {},
): Promise<GoalReport> {
  const facts = await factsIn(context, { types: ['goal-evaluated'], limit: MOST_EVALUATIONS })
  const evaluated = facts.reverse().flatMap(({ run, payload: { goal, success, score } }) => {
    return run === undefined ? [] : [{ run, goal, success, score }]
  })
  const carrying = await carryingPatterns(context)
  return {
    goals: goalStats(evaluated),
    evaluations: await timesOf(context, 'goal-evaluated'),
    patterns: carrying.slice(0, limit),
    carrying: carrying.length,
  }
}

/** Only patterns that were applied are read: most never are. */
async function carryingPatterns({ journal, policy }: LoopContext): Promise<GoalReport['patterns']> {
  const calendar = await bodyOf(journal, CALENDAR, CALENDAR)
  const used = (await journal.list(USAGE, { limit: ALL }))
    .map(({ id, body }) => ({ id, ...rateOf(body.tally, calendar?.iterations, policy.successRate) }))
    .filter(({ applied }) => applied >= GOAL_STATS.minApplications)
  const documents = await journal.documents(used.map(({ id }) => ({ kind: PATTERN, id })))
  const showable = documents.filter(({ state }) => SHOWABLE.some((one) => one === state))
  const texts = new Map(showable.map(({ id, body }) => [id, body.pattern.text]))
  return used
    .map(({ id, rounded, applied }) => ({ pattern: id, text: texts.get(id) ?? '', rate: rounded, applied }))
    .filter(({ pattern }) => texts.has(pattern))
    .sort((a, b) => b.rate - a.rate || b.applied - a.applied || (a.pattern < b.pattern ? -1 : 1))
}

export interface GoalList extends GoalFile {
  readonly chosen?: GoalRecord
}

export interface GoalChoice {
  /** One of the list, or `none`. */
  readonly goal: string
  readonly by: string
  readonly target?: number
  readonly command?: readonly string[]
}

export async function listGoals(context: LoopContext): Promise<GoalList> {
  return { ...(await goalFile(context)), chosen: await chosenGoal(context) }
}

async function goalFile(context: LoopContext): Promise<GoalFile> {
  const read = await (await context.workshop?.())?.goalFile()
  if (read === undefined) return { goals: BUILT_IN_GOALS, warnings: [] }
  if ('problem' in read) return { goals: BUILT_IN_GOALS, warnings: [read.problem] }
  return goalsOf(read.data)
}

/** Records a person's choice of goal, against which runs are measured from now on. Its command is recorded as the person saw it. */
export async function chooseGoal(context: LoopContext, choice: GoalChoice): Promise<GoalRecord> {
  const { goals } = await goalFile(context)
  const definition = choice.goal === 'none' ? undefined : find(choice.goal, goals)
  // `learn` runs the command on the server's machine, so it must be chosen there, by a person who sees it.
  if (definition?.command !== undefined && context.origin.surface === 'http')
    throw new UserError(
      'goal-command',
      `The goal '${choice.goal}' runs a command, which is chosen at the machine that runs it.`,
      `mettle goal use ${choice.goal}`,
    )
  const command = choice.command ?? definition?.command
  const target = choice.target ?? definition?.target
  if (target !== undefined && target <= 0)
    throw inputError(`target: ${target} can never be met; it must be above 0`, `mettle goal use ${choice.goal}`)
  const payload = await checkPayload('goal-chosen', {
    goal: choice.goal,
    by: choice.by,
    kind: definition?.kind ?? 'none',
    target,
    command: command === undefined || definition === undefined ? undefined : [...command],
    priority: definition && ([...definition.priority] as Category[]),
  })
  const occurredAt = context.now()
  await appendFacts(context, [{ type: 'goal-chosen', payload, stream: JOURNAL_STREAM, occurredAt }])
  return { ...payload, at: occurredAt }
}

function find(name: string, goals: readonly GoalDefinition[]): GoalDefinition {
  const found = goals.find((goal) => goal.name === name)
  if (found !== undefined) return found
  const names = goals.map((goal) => goal.name)
  throw notFound(`There is no goal '${name}'.${didYouMean(name, names)}`, 'mettle goal list')
}

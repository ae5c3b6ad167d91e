import { type GoalFile, goalsOf } from '../../capture/goal-file.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { didYouMean, inputError, notFound, UserError } from '../../domain/user-error.ts'
import type { Category } from '../../domain/values/pattern.ts'
import { BUILT_IN_GOALS, type GoalDefinition } from '../../engine/governance/goal.ts'
import { PATTERN, SHOWABLE } from '../../projection/documents/documents.ts'
import type { GoalRecord } from '../../projection/fold-scores.ts'
import { GOAL_STATS, type GoalStats, goalStats } from '../../report/cycle-summary.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload } from '../facts/append-keys.ts'
import { appendFacts, JOURNAL_STREAM } from '../journal/append-facts.ts'
import { chosenGoal } from '../views/goal.ts'
import { usageOf } from '../views/usage.ts'

export interface GoalReport {
  readonly goals: readonly GoalStats[]
  /** Patterns with at least 3 applications, best rate first. */
  readonly patterns: readonly {
    readonly pattern: string
    readonly text: string
    readonly rate: number
    readonly applied: number
  }[]
}

const MOST_EVALUATIONS = 10_000
const MOST_PATTERNS = 5_000

/** How the goals have fared, and which patterns carried weight meanwhile. */
export async function reportGoals(context: LoopContext): Promise<GoalReport> {
  const stored = await context.journal.read({ types: ['goal-evaluated'], newestFirst: true, limit: MOST_EVALUATIONS })
  const evaluated = [...stored].reverse().flatMap((event) => {
    const known = readEvent(event)
    if (known === undefined || event.run === undefined) return []
    const { goal, success, score } = known.payload as PayloadOf<'goal-evaluated'>
    return [{ run: event.run, goal, success, score }]
  })
  return { goals: goalStats(evaluated), patterns: await carryingPatterns(context) }
}

async function carryingPatterns(context: LoopContext): Promise<GoalReport['patterns']> {
  const documents = await context.journal.list(PATTERN, { states: SHOWABLE, limit: MOST_PATTERNS })
  const patterns = documents.map(({ body }) => body.pattern)
  const usage = await usageOf(
    context,
    patterns.map(({ id }) => id),
  )
  return patterns
    .map(({ id, text }) => ({ pattern: id, text, rate: usage(id).rounded, applied: usage(id).applied }))
    .filter(({ applied }) => applied >= GOAL_STATS.minApplications)
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
  const chosen = await chosenGoal(context)
  return { ...(await goalFile(context)), chosen }
}

async function goalFile(context: LoopContext): Promise<GoalFile> {
  const workshop = await context.workshop?.()
  const read = workshop?.goalFile()
  if (read === undefined) return { goals: BUILT_IN_GOALS, warnings: [] }
  if ('problem' in read) return { goals: BUILT_IN_GOALS, warnings: [read.problem] }
  return goalsOf(read.data)
}

/** A person's word: from now on runs are measured against this goal. What it runs is written down as the person saw it. */
export async function chooseGoal(context: LoopContext, choice: GoalChoice): Promise<GoalRecord> {
  const { goals } = await goalFile(context)
  const definition = choice.goal === 'none' ? undefined : find(choice.goal, goals)
  if (definition?.command !== undefined && context.origin.surface === 'http') throw runsCommand(choice.goal)
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

/** A goal's command is run on the server's machine by `learn`: whoever chooses it must see it, and be there. */
function runsCommand(goal: string): UserError {
  return new UserError(
    'goal-command',
    `The goal '${goal}' runs a command, which is chosen at the machine that runs it.`,
    `mettle goal use ${goal}`,
  )
}

function find(name: string, goals: readonly GoalDefinition[]): GoalDefinition {
  const found = goals.find((goal) => goal.name === name)
  if (found !== undefined) return found
  const names = goals.map((goal) => goal.name)
  throw notFound(`There is no goal '${name}'.${didYouMean(name, names)}`, 'mettle goal list')
}

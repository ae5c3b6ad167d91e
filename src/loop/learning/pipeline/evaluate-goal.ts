import type { PayloadOf } from '../../../domain/events/catalogue.ts'
import { readEvent } from '../../../domain/read-event.ts'
import { evaluateGoal, type GoalRun } from '../../../engine/governance/goal.ts'
import type { IterationRecord } from '../../../projection/documents/iteration-documents.ts'
import type { GoalRecord } from '../../../projection/fold-goal.ts'
import type { LoopContext } from '../../context.ts'
import { chosenGoal } from '../../governance/goal.ts'
import { appendFacts, runStream } from '../../journal/append-facts.ts'
import type { Step } from './step.ts'
import type { Workbench } from './workbench.ts'

type Evaluated = PayloadOf<'goal-evaluated'>

const TEST_LIMIT_MS = 300_000
const SCRIPT_LIMIT_MS = 60_000
const MOST_DETAILS = 2_000

interface Evaluation {
  readonly found: readonly { readonly run: string; readonly payload: Evaluated }[]
  readonly unknown: readonly string[]
}

const evaluations = new WeakMap<Workbench, Promise<Evaluation | undefined>>()

/** Measures each iteration since the goal was chosen against it. A command speaks of the work as it is now, so of the newest alone. */
export const evaluateGoals: Step = async (bench) => {
  const evaluation = await evaluationOf(bench)
  if (evaluation === undefined) return { skipped: 'no goal is chosen: mettle goal use NAME' }
  const { found, unknown } = evaluation
  const met = found.filter(({ payload }) => payload.success).length
  if (found.length === 0 && unknown.length > 0) return { skipped: unknown[0]! }
  return { done: found.length, what: `${met} of ${found.length} met it` }
}

/** Writes the results down, once for each iteration, oldest first: a run is judged by the last one. */
export const mergeGoals: Step = async (bench) => {
  const evaluation = await evaluationOf(bench)
  if (evaluation === undefined) return { skipped: 'no goal is chosen' }
  for (const { run, payload } of [...evaluation.found].reverse())
    await appendFacts(bench.context, [
      {
        type: 'goal-evaluated',
        payload,
        stream: runStream(run),
        run,
        key: `goal/${run}/${payload.iteration}`,
      },
    ])
  const { length } = evaluation.found
  return { done: length, what: `recorded for ${length === 1 ? '1 iteration' : `${length} iterations`}` }
}

/** A command is run once in a call, however many steps ask for its result. */
function evaluationOf(bench: Workbench): Promise<Evaluation | undefined> {
  const known = evaluations.get(bench) ?? evaluate(bench)
  evaluations.set(bench, known)
  return known
}

async function evaluate(bench: Workbench): Promise<Evaluation | undefined> {
  const goal = await chosenGoal(bench.context)
  if (goal === undefined) return undefined
  const waiting = (await bench.lacking('goal')).filter(({ startedAt }) => startedAt >= goal.at)
  const found: { run: string; payload: Evaluated }[] = []
  const unknown: string[] = []
  for (const [index, record] of waiting.entries()) {
    const facts = await factsOf(bench, goal, record, index === 0)
    if ('unknown' in facts) {
      unknown.push(facts.unknown)
      continue
    }
    const { success, score, details, known } = evaluateGoal(facts.run)
    if (known)
      found.push({ run: record.run, payload: payloadOf({ goal, record, facts, success, score, details }) })
    else unknown.push(details)
  }
  return { found, unknown }
}

type Metrics = Record<string, number>
type Facts = { readonly run: GoalRun; readonly metrics: Metrics } | { readonly unknown: string }

async function factsOf(
  bench: Workbench,
  goal: GoalRecord,
  record: IterationRecord,
  isNewest: boolean,
): Promise<Facts> {
  const target: { target?: number } = goal.target === undefined ? {} : { target: goal.target }
  switch (goal.kind) {
    case 'none':
      return { unknown: 'no goal is chosen' }
    case 'reduce-failures': {
      const { iteration: iterations } = record
      return {
        run: { goal: goal.kind, iterations, ...target },
        metrics: { iterations, ...target } as Metrics,
      }
    }
    case 'minimize-tokens': {
      const tokens = await tokensOf(bench.context, record.run)
      if (tokens === undefined) return { unknown: 'no record says how many tokens the run took' }
      return { run: { goal: goal.kind, tokens, ...target }, metrics: { tokens, ...target } as Metrics }
    }
    default:
      return isNewest
        ? commandFacts(bench, { ...goal, kind: goal.kind }, record)
        : { unknown: 'the work has gone on since, so the command says nothing about it' }
  }
}

async function commandFacts(
  { workshop }: Workbench,
  goal: GoalRecord & { kind: GoalRun['goal'] },
  { run, iteration }: IterationRecord,
): Promise<Facts> {
  if (workshop === undefined || goal.command === undefined)
    return { unknown: `${goal.goal} has no command: mettle goal use ${goal.goal} --command …` }
  const end = await workshop.run({
    argv: goal.command,
    timeLimitMs: goal.kind === 'custom' ? SCRIPT_LIMIT_MS : TEST_LIMIT_MS,
    environment: { GOAL_RUN_ID: run, GOAL_ITERATION: String(iteration) },
  })
  if (end.exitCode === undefined) return { unknown: `the command of the goal failed: ${end.problem}` }
  const { exitCode, output: testOutput } = end
  const target: { target?: number } = goal.target === undefined ? {} : { target: goal.target }
  return {
    run: { goal: goal.kind, exitCode, testOutput, ...target },
    metrics: { exitCode, ...target } as Metrics,
  }
}

async function tokensOf({ journal }: LoopContext, run: string): Promise<number | undefined> {
  const types = ['deliberation-recorded']
  const events = await journal.read({ stream: runStream(run), types, limit: 10_000 })
  const counts = events.flatMap((event) => {
    const { tokens } = (readEvent(event)?.payload ?? {}) as Partial<PayloadOf<'deliberation-recorded'>>
    return tokens === undefined ? [] : [tokens.input + tokens.output]
  })
  return counts.length === 0 ? undefined : counts.reduce((sum, n) => sum + n, 0)
}

function payloadOf({
  goal,
  record,
  facts,
  ...outcome
}: {
  goal: GoalRecord
  record: IterationRecord
  facts: Exclude<Facts, { unknown: string }>
  success: boolean
  score: number
  details: string
}): Evaluated {
  const { success, score, details } = outcome
  return {
    goal: goal.goal,
    success,
    score,
    metrics: facts.metrics,
    details: details.slice(0, MOST_DETAILS),
    iteration: record.iteration,
  }
}

import { CATEGORIES, type Category } from '../../domain/values/pattern.ts'
import { readTestOutput } from '../text/shown-output.ts'

export const GOALS = ['reduce-failures', 'swe-bench', 'minimize-tokens', 'maximize-coverage', 'custom'] as const
export type Goal = (typeof GOALS)[number]

export interface GoalRun {
  readonly goal: Goal
  readonly target?: number | undefined
  readonly iterations?: number | undefined
  readonly tokens?: number | undefined
  readonly testOutput?: string | undefined
  readonly exitCode?: number | undefined
}

export interface GoalOutcome {
  readonly success: boolean
  readonly score: number
  readonly details: string
  /** False if the run lacks what the goal measures: it has then neither met nor missed the goal. */
  readonly known: boolean
}

export const GOAL = { targetIterations: 3, targetTokens: 50_000, targetCoveragePercent: 80 }

/**
 * Whether a run met its goal, and how well, from 0 to 1.
 *
 * Fewer iterations or tokens are better: `1 - amount / (2 x target)`, met up to the target itself. 2 iterations of 3:
 * 1 - 2 / 6 = 0.67. Tests score the share that passes, met when all do; an own evaluator is met or not: 1 or 0. Coverage scores its share, met from the target.
 */
export function evaluateGoal(run: GoalRun, policy = GOAL): GoalOutcome {
  switch (run.goal) {
    case 'reduce-failures':
      return below('iterations', run.iterations, run.target ?? policy.targetIterations)
    case 'minimize-tokens':
      return below('tokens', run.tokens, run.target ?? policy.targetTokens)
    case 'maximize-coverage':
      return coverage(run.testOutput, run.target ?? policy.targetCoveragePercent)
    case 'swe-bench':
      return tests(run.exitCode, run.testOutput)
    case 'custom':
      return run.exitCode === undefined ? unknown('exitCode') : passed(run.exitCode === 0, exitText(run.exitCode))
  }
}

function below(unit: 'iterations' | 'tokens', amount: number | undefined, target: number): GoalOutcome {
  if (amount === undefined) return unknown(unit)
  const score = Math.min(1, Math.max(0, 1 - amount / (2 * target)))
  return { success: amount <= target, score, details: `${amount} ${unit} (target ${target})`, known: true }
}

function coverage(output: string | undefined, target: number): GoalOutcome {
  const percent = readTestOutput(output ?? '').coveragePercent
  if (percent === undefined) return unknown('a coverage figure in testOutput')
  const details = `${percent} % covered (target ${target} %)`
  return { success: percent >= target, score: percent / 100, details, known: true }
}

/** The exit code decides, unless the output admits a failure; without a code, the output's own count. */
function tests(exitCode: number | undefined, output: string | undefined): GoalOutcome {
  const seen = readTestOutput(output ?? '')
  const [green, failed] = [seen.passed ?? 0, seen.failed ?? 0]
  if (failed > 0)
    return { ...passed(false, `${failed} of ${green + failed} tests failed`), score: green / (green + failed) }
  if (exitCode !== undefined && exitCode !== 0) return passed(false, exitText(exitCode))
  if (exitCode !== undefined) return passed(true, exitText(exitCode))
  if (seen.passed === undefined) return unknown('exitCode or a test summary in testOutput')
  return passed(seen.passed > 0, `${seen.passed} passed`)
}

function exitText(exitCode: number): string {
  return `exit code ${exitCode}`
}

function passed(success: boolean, details: string): GoalOutcome {
  return { success, score: success ? 1 : 0, details, known: true }
}

function unknown(missing: string): GoalOutcome {
  return { success: false, score: 0, details: `not evaluated: ${missing} is missing`, known: false }
}

/** A goal that runs can be measured against, and the categories of patterns that go first while it is chosen. */
export interface GoalDefinition {
  readonly name: string
  readonly kind: Goal
  readonly description: string
  readonly priority: readonly Category[]
  readonly target?: number
  /** Program and arguments; run without a shell, and only after a person has chosen the goal with it. */
  readonly command?: readonly string[]
}

/** Mistakes first: a repeated mistake costs most. */
export const USUAL_PRIORITY: readonly Category[] = CATEGORIES

export const BUILT_IN_GOALS: readonly GoalDefinition[] = [
  {
    name: 'reduce-failures',
    kind: 'reduce-failures',
    description: 'Finish tasks in few iterations',
    priority: ['mistake', 'pattern', 'convention', 'insight'],
    target: GOAL.targetIterations,
  },
  {
    name: 'swe-bench',
    kind: 'swe-bench',
    description: 'Pass the tests that a command runs',
    priority: ['mistake', 'pattern', 'convention', 'insight'],
    command: ['pytest', 'tests/', '-x'],
  },
  {
    name: 'minimize-tokens',
    kind: 'minimize-tokens',
    description: 'Finish with few tokens',
    priority: ['convention', 'pattern', 'mistake', 'insight'],
    target: GOAL.targetTokens,
  },
  {
    name: 'maximize-coverage',
    kind: 'maximize-coverage',
    description: 'Cover much of the code with tests',
    priority: ['convention', 'mistake', 'pattern', 'insight'],
    target: GOAL.targetCoveragePercent,
  },
  {
    name: 'custom',
    kind: 'custom',
    description: 'Whatever a command of your own accepts by exiting with 0',
    priority: USUAL_PRIORITY,
  },
]

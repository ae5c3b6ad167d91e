import { CATEGORIES, type Category } from '../../domain/values/pattern.ts'
import { GOAL, type Goal } from './goal.ts'

/** A goal that runs can be measured against, and which patterns go first while it is chosen. */
export interface GoalDefinition {
  readonly name: string
  readonly kind: Goal
  readonly description: string
  readonly priority: readonly Category[]
  readonly target?: number
  /** Program and arguments; run without a shell, and only after a person has chosen the goal with it. */
  readonly command?: readonly string[]
}

/** Mistakes first: what went wrong once costs most when it goes wrong again. */
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

import type { StrategyState } from '../../domain/values/outcome.ts'
import { addDecaying, type DecayingSum, EMPTY_SUM } from '../standing/decay.ts'
import { type Inversion, inversion } from '../standing/inversion.ts'
import type { Policy } from './policy.ts'

/** A task in which a strategy was tried. */
export interface StrategyExample {
  readonly run?: string
  readonly task?: string
  readonly success: boolean
  readonly at: number
}

/** A way of cutting up work, and what became of the tasks that were cut so. */
export interface StrategyRecord {
  readonly strategy: string
  readonly successes: number
  readonly failures: number
  /** All observations, each as much as is left of it: what is seldom seen gives way to what is fresh. */
  readonly seen: DecayingSum
  /** The newest tasks in which it was tried, newest first. */
  readonly examples: readonly StrategyExample[]
}

export const STRATEGY = {
  /** What worked is told from so many observations on, at so high a share of successes. */
  minObservations: 2,
  minSuccessRate: 0.7,
  mostExamples: 10,
  halfLifeDays: 90,
  /** Whose deliberations are plans. */
  plannerRoles: ['architect', 'planner', 'coordinator'] as readonly string[],
}

export interface StrategyStanding {
  readonly state: StrategyState
  readonly observations: number
  readonly successRate: number
  /** The warning, where the strategy failed too often. */
  readonly inversion: Inversion
}

export function noRecord(strategy: string): StrategyRecord {
  return { strategy, successes: 0, failures: 0, seen: EMPTY_SUM, examples: [] }
}

/** One more observation. The examples are the newest, in whatever order they arrive. */
export function observed(
  record: StrategyRecord,
  example: StrategyExample,
  policy = STRATEGY,
): StrategyRecord {
  return {
    strategy: record.strategy,
    successes: record.successes + (example.success ? 1 : 0),
    failures: record.failures + (example.success ? 0 : 1),
    seen: addDecaying(record.seen, 1, example.at, policy.halfLifeDays),
    examples: [...record.examples, example].sort(newestFirst).slice(0, policy.mostExamples),
  }
}

function newestFirst(a: StrategyExample, b: StrategyExample): number {
  return b.at - a.at || (nameOf(a) < nameOf(b) ? -1 : 1)
}

function nameOf({ run = '', task = '', success }: StrategyExample): string {
  return `${run}/${task} ${success}`
}

/**
 * Where a strategy stands: it works from 2 observations on at 0.7 successes, is to be avoided from 3 on at 0.6 failures, and
 * is open otherwise.
 *
 * 5 of 6: works. 2 of 7: avoid. 3 of 5: open.
 */
export function strategyStanding(record: StrategyRecord, policy: Policy): StrategyStanding {
  const { strategy, successes, failures } = record
  const observations = successes + failures
  const successRate = observations === 0 ? 0 : successes / observations
  const turned = inversion({ content: strategy, kind: 'pattern', successes, failures }, policy.inversion)
  const { minObservations, minSuccessRate } = policy.strategy
  const works = observations >= minObservations && successRate >= minSuccessRate
  return {
    state: turned.inverts ? 'avoid' : works ? 'works' : 'open',
    observations,
    successRate,
    inversion: turned,
  }
}

import { percent } from '../../domain/numbers.ts'
import type { StrategyState } from '../../domain/values/outcome.ts'
import { addDecaying, type DecayingSum, EMPTY_SUM } from '../standing/decay.ts'
import { type Inversion, inversion } from '../standing/inversion.ts'
import type { Policy } from './policy.ts'

/** The ways of splitting a task that a plan may name, in the order of the answer. Phrases are compared in lower case, with one blank between words and no hyphens. */
export const STRATEGY_PHRASES = [
  { strategy: 'Split by file type', phrase: splitBy('file ?types?') },
  { strategy: 'Split by component', phrase: splitBy('components?') },
  { strategy: 'Split by layer (UI/logic/data)', phrase: splitBy('layers?') },
  { strategy: 'Split by feature', phrase: splitBy('features?') },
  { strategy: 'One file per subtask', phrase: /\b(?:one|1|a single) file (?:per|for each) (?:sub ?)?task\b/ },
  {
    strategy: 'Handle shared types first',
    phrase: /\b(?:shared|common) types?(?: \w+)? first\b|\bfirst,? (?:\w+ )?(?:the )?shared types?\b/,
  },
  {
    strategy: 'Separate API routes',
    phrase: /\bseparate (?:out )?(?:the )?api\b|\bapi(?: routes?)?(?: \w+)? separate(?:ly|d)?\b/,
  },
  {
    strategy: 'Tests alongside implementation',
    phrase: /\btests? (?:alongside|with|beside|next to) (?:the |their |its )?(?:implementation|code|source)\b/,
  },
  {
    strategy: 'Tests in separate subtask',
    phrase: /\btests? (?:in |as |into )?(?:an? |their own )?separate (?:sub ?)?tasks?\b/,
  },
  {
    strategy: 'Maximize parallelization',
    phrase:
      /\bmaxim(?:i[sz]e|i[sz]ing|al|um) parallel|\bparalleli[sz](?:e|ing) (?:all|everything|maximally)\b|\b(?:all|everything) in parallel\b/,
  },
  {
    strategy: 'Sequential execution order',
    phrase: /\bsequential(?:ly)? (?:execut|order)|\b(?:execut|run)\w* (?:\w+ )?sequentially\b/,
  },
  {
    strategy: 'Respect dependency chain',
    phrase: /\bdependency (?:chain|order|graph)|\border of dependenc(?:y|ies)\b/,
  },
] as const

/** "split by x", "splitting the work by x", "grouped by x". */
function splitBy(what: string): RegExp {
  return new RegExp(`\\b(?:split|divid|group|decompos)\\w*(?: \\w+){0,3} by (?:the )?${what}\\b`)
}

export type Strategy = (typeof STRATEGY_PHRASES)[number]['strategy']

/**
 * The strategies that the description of a plan names, each once, in the order of the list.
 *
 * "We'll split by file type, one file per subtask": Split by file type, One file per subtask.
 */
export function strategiesIn(text: string): Strategy[] {
  const words = text.toLowerCase().replace(/[\s-]+/g, ' ')
  return STRATEGY_PHRASES.filter(({ phrase }) => phrase.test(words)).map(({ strategy }) => strategy)
}

export interface StrategyExample {
  readonly run?: string
  readonly task?: string
  readonly success: boolean
  readonly at: number
}

/** A way of splitting a task, and the results of the tasks that were split that way. */
export interface StrategyRecord {
  readonly strategy: string
  readonly successes: number
  readonly failures: number
  /** All observations, with their decay: old ones give way to fresh ones. */
  readonly seen: DecayingSum
  /** The newest tasks in which it was tried, newest first. */
  readonly examples: readonly StrategyExample[]
}

export const STRATEGY = {
  /** From this many observations and this share of successes, a strategy is reported as working. */
  minObservations: 2,
  minSuccessRate: 0.7,
  mostExamples: 10,
  halfLifeDays: 90,
  /** Roles whose deliberations are plans. */
  plannerRoles: ['architect', 'planner', 'coordinator'] as readonly string[],
}

export interface StrategyStanding {
  readonly state: StrategyState
  readonly observations: number
  readonly successRate: number
  /** The warning, if the strategy failed too often. */
  readonly inversion: Inversion
}

export function noRecord(strategy: string): StrategyRecord {
  return { strategy, successes: 0, failures: 0, seen: EMPTY_SUM, examples: [] }
}

/** One more observation. The examples are the newest, in whatever order they arrive. */
export function withStrategyResult(
  record: StrategyRecord,
  example: StrategyExample,
  policy = STRATEGY,
): StrategyRecord {
  return {
    strategy: record.strategy,
    successes: record.successes + (example.success ? 1 : 0),
    failures: record.failures + (example.success ? 0 : 1),
    seen: addDecaying(record.seen, 1, example.at, policy.halfLifeDays),
    examples: [...record.examples, example]
      .sort((a, b) => b.at - a.at || (nameOf(a) < nameOf(b) ? -1 : 1))
      .slice(0, policy.mostExamples),
  }
}

function nameOf({ run = '', task = '', success }: StrategyExample): string {
  return `${run}/${task} ${success}`
}

/**
 * The state of a strategy: `works` from 2 observations on at 0.7 successes, `avoid` from 3 on at 0.6 failures, else `open`.
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
  return { state: turned.inverts ? 'avoid' : works ? 'works' : 'open', observations, successRate, inversion: turned }
}

/** The strategies that worked, as lines of a prompt: `- Split by feature (succeeded 5/6 times, 83%)`. */
export function whatWorked(records: readonly StrategyRecord[], policy: Policy): string[] {
  return records
    .filter((record) => strategyStanding(record, policy).state === 'works')
    .map(({ strategy, successes, failures }) => {
      const observations = successes + failures
      const share = percent(successes, observations)
      return `- ${strategy} (succeeded ${successes}/${observations} times, ${share}%)`
    })
}

/** The strategies that kept failing, as lines of a prompt: `- AVOID: Split by file type. Failed 5/7 times (71% failure rate)`. */
export function whatToAvoid(records: readonly StrategyRecord[], policy: Policy): string[] {
  return records.flatMap((record) => {
    const { content } = strategyStanding(record, policy).inversion
    return content === undefined ? [] : [`- ${content}`]
  })
}

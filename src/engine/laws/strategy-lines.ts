import { percent } from './percent.ts'
import type { Policy } from './policy.ts'
import { type StrategyRecord, strategyStanding } from './strategy-record.ts'

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

import type { RunResult } from '../../domain/values/outcome.ts'
import { roundTo } from '../laws/rounding.ts'

export const SKILL_STATS = { failureWeight: 0.75 }

/** How often a skill was used and how it ended; partial runs are in `runs` alone. */
export interface SkillSums {
  readonly runs: number
  readonly successes: number
  readonly failures: number
}

export const UNUSED_SKILL: SkillSums = { runs: 0, successes: 0, failures: 0 }

export interface SkillStats extends SkillSums {
  readonly score: number
  /** False before the first run: the score then means nothing. */
  readonly known: boolean
}

/** The sums with one more run in them; the cost does not grow with the history. */
export function addSkillRun(sums: SkillSums, result: RunResult): SkillSums {
  return {
    runs: sums.runs + 1,
    successes: sums.successes + (result === 'success' ? 1 : 0),
    failures: sums.failures + (result === 'failure' ? 1 : 0),
  }
}

/** The sums without a run that was in them. */
export function takeSkillRun(sums: SkillSums, result: RunResult): SkillSums {
  return {
    runs: sums.runs - 1,
    successes: sums.successes - (result === 'success' ? 1 : 0),
    failures: sums.failures - (result === 'failure' ? 1 : 0),
  }
}

/**
 * `(successes - 0.75 x failures) / runs`, to four decimals: from -0.75 to 1.
 *
 * Two successes, a failure and a partial run: 1.25 / 4 = 0.3125.
 */
export function skillStatsOf(sums: SkillSums, policy = SKILL_STATS): SkillStats {
  if (sums.runs === 0) return { ...sums, score: 0, known: false }
  const score = (sums.successes - policy.failureWeight * sums.failures) / sums.runs
  return { ...sums, score: roundTo(score, 4), known: true }
}

/** The stats of a whole list: the fold above. */
export function skillStats(results: readonly RunResult[], policy = SKILL_STATS): SkillStats {
  return skillStatsOf(results.reduce(addSkillRun, UNUSED_SKILL), policy)
}

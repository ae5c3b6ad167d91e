import type { SkillSums } from '../engine/governance/skill-stats.ts'
import { type Figure, NOT_ENOUGH, type NotEnough, shareOf } from './figure.ts'
import type { InsightsPolicy } from './insights-policy.ts'

/** A skill, and how the runs ended that used it. */
export interface SkillUse extends SkillSums {
  readonly skill: string
  readonly lastUsedAt: number
}

export interface SkillInsight {
  readonly skill: string
  readonly runs: number
  readonly failures: number
  /** How many of its runs ended well; n counts runs whose end was observed. */
  readonly passRate: Figure
  readonly judgement: 'low' | 'fine' | NotEnough
  readonly lastUsedAt: number
}

/**
 * How runs end that use each skill, the most used first. Below half over two runs or more a skill is flagged. 4 of 10: 0.4,
 * low. Which other skills a run used is not held against it or for it: these are the company it kept, not causes.
 */
export function skillInsights(uses: readonly SkillUse[], policy: InsightsPolicy): SkillInsight[] {
  return uses
    .filter(({ runs }) => runs > 0)
    .map((use) => skillInsight(use, policy))
    .sort((a, b) => b.runs - a.runs || (a.skill < b.skill ? -1 : 1))
}

function skillInsight(use: SkillUse, policy: InsightsPolicy): SkillInsight {
  const { skill, runs, successes, failures, lastUsedAt } = use
  const passRate = shareOf(successes, runs)
  const isLow = successes / runs < policy.lowPassRate
  const judgement = runs < policy.leastRunsPerRole ? NOT_ENOUGH : isLow ? 'low' : 'fine'
  return { skill, runs, failures, passRate, judgement, lastUsedAt }
}

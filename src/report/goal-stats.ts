/** How a goal has fared, with what is too thin to tell said as such. */
export interface GoalStats {
  readonly goal: string
  readonly runs: number
  readonly iterations: number
  /** Absent below 5 runs. */
  readonly successShare?: number
  readonly averageScore?: number
  /** Average score of the newer half less that of the older one; absent below 10 evaluations. */
  readonly trend?: number
  readonly notes: readonly string[]
}

export interface EvaluatedIteration {
  readonly run: string
  readonly goal: string
  readonly success: boolean
  readonly score: number
}

export const GOAL_STATS = { minRuns: 5, minApplications: 3, minForTrend: 10 }

/** Figures of each goal, from its evaluations, oldest first. A run counts by its last one. */
export function goalStats(evaluated: readonly EvaluatedIteration[], policy = GOAL_STATS): GoalStats[] {
  const goals = [...new Set(evaluated.map(({ goal }) => goal))]
  return goals.map((goal) => {
    const own = evaluated.filter((each) => each.goal === goal)
    const runs = [...new Map(own.map((each) => [each.run, each])).values()]
    const isThin = runs.length < policy.minRuns
    const hasTrend = own.length >= policy.minForTrend
    return {
      goal,
      runs: runs.length,
      iterations: own.length,
      ...(isThin
        ? {}
        : {
            successShare: runs.filter(({ success }) => success).length / runs.length,
            averageScore: average(runs),
          }),
      trend: hasTrend ? trendOf(own) : undefined,
      notes: [
        ...(isThin ? [`too thin: ${runs.length} of ${policy.minRuns} runs`] : []),
        ...(hasTrend ? [] : [`no trend before ${policy.minForTrend} evaluations`]),
      ],
    }
  })
}

function trendOf(evaluated: readonly EvaluatedIteration[]): number {
  const middle = Math.floor(evaluated.length / 2)
  return average(evaluated.slice(middle)) - average(evaluated.slice(0, middle))
}

function average(evaluated: readonly EvaluatedIteration[]): number {
  return evaluated.reduce((sum, { score }) => sum + score, 0) / Math.max(1, evaluated.length)
}

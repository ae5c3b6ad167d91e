export const INSIGHTS = {
  /** Below this many runs in all, a reader is told that the figures have not settled. */
  enoughRuns: 10,
  lowPassRate: 0.5,
  /** A role is judged by its pass rate from so many runs on. */
  leastRunsPerRole: 2,
  misalignedBelow: 0.7,
  strongAbove: 0.9,
  /** Two roles that agree more often than this may have stopped looking. */
  groupthinkAbove: 0.85,
  /** A pair is judged by its agreement from so many sittings on. */
  leastSittings: 10,
  /** Findings of two roles that share so much of their words, and no other file, are one finding. */
  sameFindingOverlap: 0.5,
  trendDays: 14,
  mostRecurring: 20,
}

export type InsightsPolicy = typeof INSIGHTS

import type { Maturity } from '../../domain/values/pattern.ts'
import { percent } from '../laws/percent.ts'
import { MATURITY } from './maturity-grade.ts'

/** Feedback events as they were counted, without decay: what a reader can check. */
export interface FeedbackCounts {
  readonly helpful: number
  readonly harmful: number
}

/**
 * The bracketed text that tells a reader of the prompt how far to trust a pattern.
 *
 * Below the least count there is no percentage to show, whatever the state.
 * 6 helpful of 8, established: `[ESTABLISHED - 75% helpful, 25% harmful from 8 observations]`.
 */
export function maturityLabel(state: Maturity, counts: FeedbackCounts, policy = MATURITY): string {
  const total = counts.helpful + counts.harmful
  const observed = `${total} ${total === 1 ? 'observation' : 'observations'}`
  if (total < policy.minFeedback) return `[LIMITED DATA - ${observed}]`
  return `[${state.toUpperCase()} - ${standing(state, counts, observed)}]`
}

function standing(state: Maturity, { helpful, harmful }: FeedbackCounts, observed: string): string {
  const helpfulPercent = percent(helpful, helpful + harmful)
  const harmfulPercent = percent(harmful, helpful + harmful)
  switch (state) {
    case 'candidate':
      return `${observed}, too faint to judge by`
    case 'established':
      return `${helpfulPercent}% helpful, ${harmfulPercent}% harmful from ${observed}`
    case 'proven':
      return `${helpfulPercent}% helpful from ${observed}`
    case 'deprecated':
      return `${harmfulPercent}% harmful, avoid using`
  }
}

import type { LoopContext } from '../context.ts'
import type { Correction, CorrectRequest } from '../governance/correction-report.ts'
import type { DeliberationFilter, DeliberationView } from '../runs/list-deliberations.ts'
import type { DeliberationInput, DeliberationRecorded } from '../runs/record-deliberation.ts'
import type { MergeInput, MergeRecorded } from '../runs/record-merge.ts'

/** What roles say, and what validators make of it. */
export interface DeliberationVerbs {
  /** Records what a role left behind, and the patterns that it states. */
  recordDeliberation(input: DeliberationInput): Promise<DeliberationRecorded>
  deliberations(filter?: DeliberationFilter): Promise<DeliberationView[]>
  /** Acts on a validator's verdict. */
  correct(request: CorrectRequest): Promise<Correction>
  /** Records that a run's work was merged, or taken back. */
  recordMerge(input: MergeInput): Promise<MergeRecorded>
}

export function deliberationVerbs(context: LoopContext): DeliberationVerbs {
  return {
    recordDeliberation: async (input) =>
      (await import('../runs/record-deliberation.ts')).recordDeliberation(context, input),
    deliberations: async (filter) =>
      (await import('../runs/list-deliberations.ts')).listDeliberations(context, filter),
    correct: async (request) => (await import('../governance/correct.ts')).correct(context, request),
    recordMerge: async (input) => (await import('../runs/record-merge.ts')).recordMerge(context, input),
  }
}

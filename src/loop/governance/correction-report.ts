import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { Verdict } from '../../engine/laws/verdict.ts'
import type { CorrectionVerdict } from '../../engine/standing/correction.ts'

/** A validator has spoken about a challenger's deliberation. */
export interface CorrectRequest {
  /** One of the two is enough where a configured pair names the other. */
  readonly adversarialRole?: string
  readonly validatorRole?: string
  /** The validator's report, with its verdict block. */
  readonly verdict: string
  readonly run?: string
  readonly deliberation?: string
  readonly changedFiles?: readonly string[]
  readonly occurredAt?: number
}

/** One thing that was done, or left undone, because of a verdict. */
export type CorrectionAction = PayloadOf<'verdict-recorded'>['actions'][number]

/** What a verdict led to, and why. */
export interface Correction {
  readonly verdict: string
  /** The same verdict was recorded before: the actions are those of then, and nothing changed. */
  readonly duplicate: boolean
  readonly result: Verdict['verdict']
  readonly adversarialRole: string
  readonly validatorRole: string
  readonly run?: string
  readonly deliberation?: string
  readonly evidenceLevel?: 1 | 2 | 3
  readonly gate: CorrectionVerdict['gate']
  readonly actions: readonly CorrectionAction[]
  /** What is wrong with the verdict block, in words. */
  readonly problems: readonly string[]
}

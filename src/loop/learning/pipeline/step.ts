import type { Learned } from '../learn.ts'
import type { PipelineContext } from './step-context.ts'

/** The steps of `learn`, in their order. */
export const STEPS = [
  'changed-files',
  'relevance',
  'merge-relevance',
  'evaluate-goal',
  'merge-goal',
  'verify-citations',
  'merge-build',
  'capture',
  'write-patterns',
  'success-rates',
  'export',
] as const
export type StepName = (typeof STEPS)[number]

/** A step's result. `done` 0: nothing to do. */
export type StepEnd =
  | { readonly done: number; readonly what: string; readonly learned?: Learned; readonly details?: object }
  | { readonly skipped: string }

export type Step = (bench: PipelineContext, progress: (done: number, total: number) => void) => Promise<StepEnd>

export interface StepReport {
  readonly name: StepName
  readonly status: 'done' | 'nothing' | 'skipped' | 'failed'
  readonly done: number
  /** In words: what was done, why it was skipped, how it failed. */
  readonly what: string
  readonly durationMs: number
  readonly details?: object
}

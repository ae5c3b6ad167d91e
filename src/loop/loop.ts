import type { LoopReport } from '../report/loop-report.ts'
import type { WhyPattern } from '../report/why-pattern.ts'
import type { LoopContext } from './context.ts'
import { type Check, type DoctorOptions, doctor } from './doctor.ts'
import { erase } from './erase.ts'
import { type Injected, type InjectRequest, inject } from './inject.ts'
import { type Learned, type LearnOptions, learn } from './learn.ts'
import { listPatterns, type PatternFilter, type PatternView, showPattern, why } from './patterns.ts'
import { type LearningInput, recordLearning } from './record-learning.ts'
import { type OutcomeInput, type OutcomeRecorded, recordOutcome } from './record-outcome.ts'
import { report } from './report.ts'
import { type SealKeeper, sealJournal } from './seal.ts'
import { type Status, status } from './status.ts'

/** The verbs of the loop, the same on every surface. */
export interface Loop {
  /** Captures something that was learned. */
  recordLearning(input: LearningInput): Promise<{ learning: string; duplicate: boolean }>
  /** Records how a run ended, and which patterns it used. */
  recordOutcome(input: OutcomeInput): Promise<OutcomeRecorded>
  /** Turns what was captured into patterns. */
  learn(options?: LearnOptions): Promise<Learned>
  /** The block for the next run, with a receipt. */
  inject(request: InjectRequest): Promise<Injected>
  patterns(filter?: PatternFilter): Promise<PatternView[]>
  pattern(id: string): Promise<PatternView>
  why(id: string): Promise<WhyPattern>
  /** What the loop holds and whether its runs do better. */
  report(): Promise<LoopReport>
  status(): Promise<Status>
  doctor(options?: Omit<DoctorOptions, 'seals'>): Promise<Check[]>
  /** Drops everything that was folded, and folds it anew from the journal. */
  rebuild(options?: LearnOptions): Promise<{ readonly events: number }>
  /** Erases the content of one fact for good. */
  erase(request: { event: string; by: string; reason: string }): Promise<void>
}

export function createLoop(context: LoopContext, seals: SealKeeper): Loop {
  return {
    recordLearning: (input) => recordLearning(context, input),
    recordOutcome: (input) => recordOutcome(context, input),
    async learn(options) {
      const learned = await learn(context, options)
      await sealJournal(context.journal, seals, context.now())
      return learned
    },
    inject: (request) => inject(context, request),
    patterns: (filter) => listPatterns(context, filter),
    pattern: (id) => showPattern(context, id),
    why: (id) => why(context, id),
    report: () => report(context),
    status: () => status(context),
    doctor: (options) => doctor(context, { ...options, seals }),
    rebuild: (options) => context.journal.rebuild(context.projector, options),
    erase: (request) => erase(context, request),
  }
}

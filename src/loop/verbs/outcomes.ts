import type { TaskRecord } from '../../projection/fold-tasks.ts'
import type { LoopContext } from '../context.ts'
import type { ImportOptions, OutcomesImported } from '../exchange/import-outcomes.ts'
import type { CriteriaRequest, CriterionView } from '../governance/criteria.ts'
import type { StrategyFilter, StrategyView } from '../governance/strategies.ts'
import type { FeedbackInput, FeedbackRecorded } from '../patterns/record-feedback.ts'
import type { OutcomeFilter, OutcomeView } from '../runs/list-outcomes.ts'
import type { TaskFilter } from '../runs/list-tasks.ts'
import type { CiInput, CiRecorded } from '../runs/record-ci.ts'
import { type OutcomeInput, type OutcomeRecorded, recordOutcome } from '../runs/record-outcome.ts'
import type { PlanInput, PlanRecorded } from '../runs/record-plan.ts'
import type { ReviewInput, ReviewRecorded } from '../runs/record-review.ts'
import type { BesideOutcome, RunOutcomeRecorded } from '../runs/record-run-outcome.ts'
import type { ScoreInput, ScoreRecorded } from '../runs/record-score.ts'
import type { RefusedOutcome } from '../runs/refused-outcomes.ts'
import type { OutcomesWatched, WatchRequest } from '../runs/watch-outcomes.ts'

/** How runs and tasks end, and what that says. */
export interface OutcomeVerbs {
  /** Records how a run ended, and which patterns it used. */
  recordOutcome(input: OutcomeInput): Promise<OutcomeRecorded>
  /** Looks at what became of the work of runs in git, and records what is news. */
  watchOutcomes(request?: WatchRequest): Promise<OutcomesWatched>
  /** Records what CI found out about a commit, for every run whose work it is. */
  recordCi(input: CiInput): Promise<CiRecorded>
  /** Records that a reviewer asked for changes to the work of runs, or that the review was dismissed. */
  recordReview(input: ReviewInput): Promise<ReviewRecorded>
  /** Records that a pattern, a criterion or a strategy helped or harmed. */
  recordFeedback(input: FeedbackInput): Promise<FeedbackRecorded>
  /** Records how the work of a run is cut up; the outcomes that follow speak for or against it. */
  recordPlan(input: PlanInput): Promise<PlanRecorded>
  /** Records a score of something that is measured again and again; a fall becomes a learning. */
  recordScore(input: ScoreInput): Promise<ScoreRecorded>
  /** The tasks of runs, with what their course counts as and why. */
  tasks(filter?: TaskFilter): Promise<TaskRecord[]>
  /** One task of a run, by its last attempt; undefined while no outcome of it is known. */
  task(run: string, task: string): Promise<TaskRecord | undefined>
  /** The ways in which work was cut up, and what became of them. */
  strategies(filter?: StrategyFilter): Promise<StrategyView[]>
  /** What each criterion still counts, and what given scores are worth by it. */
  criteria(request?: CriteriaRequest): Promise<CriterionView[]>
  /** Records a finished run in either documented shape, and tells what policy made of it. */
  recordRunOutcome(record: unknown, beside?: BesideOutcome): Promise<RunOutcomeRecorded>
  /** Records a log of finished runs, one JSON object a line. */
  importOutcomes(
    lines: AsyncIterable<string> | Iterable<string>,
    options?: ImportOptions,
  ): Promise<OutcomesImported>
  outcomes(filter?: OutcomeFilter): Promise<OutcomeView[]>
  /** The outcomes of whole runs, oldest first, as records that can be imported. */
  exportOutcomes(): AsyncIterable<object>
  /** Records of outcomes that were refused, and why. */
  refusedOutcomes(filter?: { readonly limit?: number }): Promise<RefusedOutcome[]>
}

export function outcomeVerbs(context: LoopContext): OutcomeVerbs {
  return {
    recordOutcome: (input) => recordOutcome(context, input),
    watchOutcomes: async (request) =>
      (await import('../runs/watch-outcomes.ts')).watchOutcomes(context, request),
    recordCi: async (input) => (await import('../runs/record-ci.ts')).recordCi(context, input),
    recordReview: async (input) => (await import('../runs/record-review.ts')).recordReview(context, input),
    recordFeedback: async (input) =>
      (await import('../patterns/record-feedback.ts')).recordFeedback(context, input),
    recordPlan: async (input) => (await import('../runs/record-plan.ts')).recordPlan(context, input),
    recordScore: async (input) => (await import('../runs/record-score.ts')).recordScore(context, input),
    tasks: async (filter) => (await import('../runs/list-tasks.ts')).listTasks(context, filter),
    task: async (run, task) => (await import('../runs/list-tasks.ts')).taskOf(context, run, task),
    strategies: async (filter) =>
      (await import('../governance/strategies.ts')).listStrategies(context, filter),
    criteria: async (request) => (await import('../governance/criteria.ts')).listCriteria(context, request),
    recordRunOutcome: async (record, beside) =>
      (await import('../runs/record-run-outcome.ts')).recordRunOutcome(context, record, beside),
    importOutcomes: async (lines, options) =>
      (await import('../exchange/import-outcomes.ts')).importOutcomes(context, lines, options),
    outcomes: async (filter) => (await import('../runs/list-outcomes.ts')).listOutcomes(context, filter),
    async *exportOutcomes() {
      yield* (await import('../runs/list-outcomes.ts')).exportOutcomes(context)
    },
    refusedOutcomes: async (filter) =>
      (await import('../runs/refused-outcomes.ts')).refusedOutcomes(context, filter),
  }
}

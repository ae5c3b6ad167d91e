import type { GoalRecord } from '../../projection/fold-goal.ts'
import type { LoopContext } from '../context.ts'
import type { GoalChoice, GoalList } from '../governance/choose-goal.ts'
import { chosenGoal } from '../governance/goal.ts'
import type { GoalReport } from '../governance/goal-stats.ts'
import type { Keepers } from '../journal/keepers.ts'
import { sealJournal } from '../journal/seal.ts'
import type { PipelineOptions, PipelineReport } from '../learning/pipeline/run-pipeline.ts'
import { type LearningInput, recordLearning } from '../learning/record-learning.ts'
import type { Acknowledged, AcknowledgementInput } from '../runs/acknowledge.ts'
import type { BuildInput } from '../runs/record-build.ts'
import type { IterationInput, IterationStarted } from '../runs/start-iteration.ts'

/** What runs teach: captured, classified, used, measured. */
export interface LearningVerbs {
  /** Captures something that was learned. */
  recordLearning(input: LearningInput): Promise<{ learning: string; duplicate: boolean }>
  /** Records which shown patterns an agent says it used, from its last message. */
  acknowledge(input: AcknowledgementInput): Promise<Acknowledged>
  /** Begins the next round of a run. */
  startIteration(input: IterationInput): Promise<IterationStarted>
  /** Records how a build or a test run ended. */
  recordBuild(input: BuildInput): Promise<{ run: string; passed: boolean; duplicate: boolean }>
  /** The goals that can be chosen, and the one that is. */
  goals(): Promise<GoalList>
  /** The goal that a person chose: what runs are measured against, and which categories go first. */
  goal(): Promise<GoalRecord | undefined>
  chooseGoal(choice: GoalChoice): Promise<GoalRecord>
  /** How the goals have fared. */
  goalStats(): Promise<GoalReport>
  /** Runs the eleven steps: what changed, what was used and held, what was learned. */
  learn(options?: PipelineOptions): Promise<PipelineReport>
}

export function learningVerbs(context: LoopContext, { seals }: Keepers): LearningVerbs {
  return {
    recordLearning: (input) => recordLearning(context, input),
    acknowledge: async (request) => (await import('../runs/acknowledge.ts')).acknowledge(context, request),
    startIteration: async (input) =>
      (await import('../runs/start-iteration.ts')).startIteration(context, input),
    recordBuild: async (input) => (await import('../runs/record-build.ts')).recordBuild(context, input),
    goals: async () => (await import('../governance/choose-goal.ts')).listGoals(context),
    goal: () => chosenGoal(context),
    chooseGoal: async (choice) => (await import('../governance/choose-goal.ts')).chooseGoal(context, choice),
    goalStats: async () => (await import('../governance/goal-stats.ts')).reportGoals(context),
    async learn(options) {
      const { runPipeline } = await import('../learning/pipeline/run-pipeline.ts')
      if (context.transcripts !== undefined && options?.steps === undefined)
        await (await import('../sessions/settle-session.ts')).settleGrown(context)
      const learned = await runPipeline(context, options)
      await sealJournal(context.journal, seals, context.now())
      return learned
    },
  }
}

import type { GoalRecord } from '../../projection/fold-goal.ts'
import type { Acknowledged, AcknowledgementInput } from '../acknowledge.ts'
import type { GoalChoice, GoalList } from '../choose-goal.ts'
import type { LoopContext } from '../context.ts'
import { chosenGoal } from '../goal.ts'
import type { GoalReport } from '../goal-stats.ts'
import type { Keepers } from '../keepers.ts'
import type { PipelineOptions, PipelineReport } from '../pipeline/run-pipeline.ts'
import type { BuildInput } from '../record-build.ts'
import { type LearningInput, recordLearning } from '../record-learning.ts'
import { sealJournal } from '../seal.ts'
import type { IterationInput, IterationStarted } from '../start-iteration.ts'

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
    acknowledge: async (request) => (await import('../acknowledge.ts')).acknowledge(context, request),
    startIteration: async (input) => (await import('../start-iteration.ts')).startIteration(context, input),
    recordBuild: async (input) => (await import('../record-build.ts')).recordBuild(context, input),
    goals: async () => (await import('../choose-goal.ts')).listGoals(context),
    goal: () => chosenGoal(context),
    chooseGoal: async (choice) => (await import('../choose-goal.ts')).chooseGoal(context, choice),
    goalStats: async () => (await import('../goal-stats.ts')).reportGoals(context),
    async learn(options) {
      const { runPipeline } = await import('../pipeline/run-pipeline.ts')
      if (context.transcripts !== undefined && options?.steps === undefined)
        await (await import('../settle-session.ts')).settleGrown(context)
      const learned = await runPipeline(context, options)
      await sealJournal(context.journal, seals, context.now())
      return learned
    },
  }
}

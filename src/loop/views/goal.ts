import { GOAL, type GoalRecord } from '../../projection/fold-scores.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf } from '../facts/cached-lists.ts'

/** The goal that a person chose, if any: what runs are measured against, and which categories go first. */
export async function chosenGoal({ journal }: LoopContext): Promise<GoalRecord | undefined> {
  const goal = await bodyOf(journal, GOAL, GOAL)
  return goal === undefined || goal.kind === 'none' ? undefined : goal
}

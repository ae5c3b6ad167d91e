import { GOAL, type GoalRecord } from '../../projection/fold-scores.ts'
import type { LoopContext } from '../context.ts'

/** The goal that a person chose, if any: what runs are measured against, and which categories go first. */
export async function chosenGoal({ journal }: LoopContext): Promise<GoalRecord | undefined> {
  const [document] = await journal.documents([{ kind: GOAL, id: GOAL }])
  const goal = document?.body
  return goal === undefined || goal.kind === 'none' ? undefined : goal
}

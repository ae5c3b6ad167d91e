import type { Mettle } from '../../src/index.ts'

/** One week of work: the plan, how its subtasks go, and the lesson that they apply. */
export interface Week {
  readonly run: string
  readonly plan: string
  readonly subtasks: number
  readonly goes: 'well' | 'badly'
  readonly applies?: string
}

const COURSES = {
  well: { result: 'success', durationMs: 4 * 60_000, errorCount: 0, retryCount: 0 },
  badly: {
    result: 'failure',
    durationMs: 45 * 60_000,
    errorCount: 4,
    retryCount: 2,
    failureDetails: 'file reservation conflict between two agents',
  },
} as const

const FILES = ['src/login/session.ts']

/** Asks for the plan prompt, records the plan, and records what became of each subtask. Gives the prompt. */
export async function playWeek(mettle: Mettle, week: Week): Promise<string> {
  const { run, plan, subtasks, goes, applies } = week
  const { block, items } = await mettle.planPrompt({ task: 'extend the login', run })
  await mettle.recordPlan({ run, text: plan, by: 'planner' })
  const shown = items.find(({ text }) => text === applies)
  for (let number = 1; number <= subtasks; number++)
    await mettle.recordOutcome({
      run,
      task: `${run}.${number}`,
      observedBy: 'test',
      files: FILES,
      ...COURSES[goes],
      ...(shown === undefined ? {} : { applied: [{ pattern: shown.pattern, file: FILES[0]!, line: 7 }] }),
    })
  return block
}

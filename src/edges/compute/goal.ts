import * as z from 'zod'
import { evaluateGoal, GOALS } from '../../engine/governance/goal.ts'
import { amount, count, defineLaw } from './law.ts'

export const goalLaw = defineLaw({
  name: 'goal',
  summary: 'Whether a run met its goal, and how well.',
  input: z.strictObject({
    goal: z.enum(GOALS),
    target: amount.positive().optional(),
    iterations: count.optional(),
    tokens: count.optional(),
    testOutput: z.string().optional(),
    exitCode: z.int().optional(),
  }),
  run: (run) => evaluateGoal(run),
  example: {
    input: { goal: 'minimize-tokens', tokens: 25_000 },
    output: { success: true, score: 0.75 },
  },
})

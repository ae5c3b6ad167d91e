import * as z from 'zod'
import { name, names, ordinal, safeId, text } from '../../../domain/events/fields.ts'
import { learningEvents } from '../../../domain/events/learning.ts'
import { UserError } from '../../../domain/user-error.ts'
import { STEPS } from '../../../loop/learning/pipeline/step.ts'
import type { Loop } from '../../../loop/loop.ts'
import { route } from '../route.ts'
import { key, nothing, occurredAt } from './fields.ts'

const trust = z.enum(['internal', 'corroborated', 'external', 'quarantined']).optional()

export const learningRoutes = {
  recordLearning: route({
    role: 'write',
    summary: 'Capture something that was learned.',
    input: learningEvents['learning-captured'].payload.extend({
      learning: safeId.optional(),
      appliesTo: names.optional(),
      run: safeId.optional(),
      occurredAt,
      trust,
    }),
    run: (loop, input) => loop.recordLearning(input),
  }),
  acknowledge: route({
    role: 'write',
    summary: 'Record which shown patterns an agent says it used, from its last message.',
    input: z.strictObject({ run: safeId, message: text, agent: name.optional(), occurredAt }),
    run: (loop, input) => loop.acknowledge(input),
  }),
  startIteration: route({
    role: 'write',
    summary: 'Begin the next round of a run.',
    input: z.strictObject({ run: safeId, iteration: ordinal.optional(), occurredAt }),
    run: (loop, input) => loop.startIteration(input),
  }),
  recordBuild: route({
    role: 'write',
    summary: 'Record how a build or a test run ended.',
    input: learningEvents['build-finished'].payload
      .omit({ output: true })
      .extend({ run: safeId, key: key.optional(), occurredAt }),
    run: (loop, input) => loop.recordBuild(input),
  }),
  learn: route({
    role: 'write',
    summary: 'Turn what was recorded into patterns.',
    input: z.strictObject({ steps: z.array(z.enum(STEPS)).max(STEPS.length).optional() }),
    run: (loop, options) => loop.learn(options),
  }),
  goals: route({
    role: 'read',
    summary: 'The goals that can be chosen, and the one that is.',
    input: nothing,
    run: (loop) => loop.goals(),
  }),
  goal: route({
    role: 'read',
    summary: 'The goal that a person chose; null while there is none.',
    input: nothing,
    run: (loop) => loop.goal(),
  }),
  goalStats: route({
    role: 'read',
    summary: 'How the goals have fared.',
    input: nothing,
    run: (loop) => loop.goalStats(),
  }),
  chooseGoal: route({
    role: 'approve',
    summary: 'Choose the goal that runs are measured against, or none.',
    input: z.strictObject({ goal: key, target: z.number().min(0).max(1_000_000_000).optional() }),
    run: async (loop, choice, { name: by }) => {
      await refuseCommand(loop, choice.goal)
      return loop.chooseGoal({ ...choice, by })
    },
  }),
} as const

/** A command of a goal is run on the server's machine by `learn`: whoever chooses it must have it before their eyes, and be there. */
async function refuseCommand(loop: Loop, name: string): Promise<void> {
  const goal = (await loop.goals()).goals.find((known) => known.name === name)
  if (goal?.command === undefined) return
  throw new UserError(
    'goal-command',
    `The goal '${name}' runs a command, which is chosen at the machine that runs it.`,
    `mettle goal use ${name}`,
  )
}

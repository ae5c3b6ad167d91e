import * as z from 'zod'
import { count, name, names, path, paths, safeId } from '../../../domain/events/fields.ts'
import { route } from '../route.ts'

const work = {
  task: z.string().max(8_000).describe('the work, in words').optional(),
  labels: names.optional(),
  files: paths.optional(),
  phase: name.optional(),
}
const room = {
  run: safeId.describe('left out: a new one').optional(),
  repository: name.optional(),
  budgetTokens: count.optional(),
  remainingTokens: count.optional(),
}

export const injectionRoutes = {
  inject: route({
    role: 'write',
    summary: 'The block of patterns for the next run, with a receipt.',
    input: z.strictObject({
      role: name,
      agent: name.optional(),
      ...work,
      ...room,
      sections: z.boolean().optional(),
    }),
    run: (loop, request) => loop.inject(request),
  }),
  injectForAgent: route({
    role: 'write',
    summary: 'The block for an agent that starts, with a receipt.',
    input: z.strictObject({ agent: name, ...work, ...room }),
    run: (loop, request) => loop.injectForAgent(request),
  }),
  injectForTool: route({
    role: 'write',
    summary: 'The block for a tool call; mostly empty, and then without a receipt.',
    input: z.strictObject({
      tool: name,
      command: z.string().max(100_000).optional(),
      file: path.optional(),
      agent: name.optional(),
      task: work.task,
      ...room,
    }),
    run: (loop, request) => loop.injectForTool(request),
  }),
  injectForPrompt: route({
    role: 'write',
    summary: 'The block for a prompt that a person gave; mostly empty, and then without a receipt.',
    input: z.strictObject({ task: z.string().max(8_000), agent: name.optional(), ...room }),
    run: (loop, request) => loop.injectForPrompt(request),
  }),
  planPrompt: route({
    role: 'write',
    summary: 'What a planner should know before it cuts up some work, with a receipt.',
    input: z.strictObject({ role: name.optional(), agent: name.optional(), ...work, ...room }),
    run: (loop, request) => loop.planPrompt(request),
  }),
} as const

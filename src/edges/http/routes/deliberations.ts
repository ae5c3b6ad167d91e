import * as z from 'zod'
import { line, name, names, paths, safeId, text } from '../../../domain/events/fields.ts'
import { learningEvents } from '../../../domain/events/learning.ts'
import { route } from '../route.ts'
import { limit, occurredAt } from './fields.ts'

const recorded = learningEvents['deliberation-recorded'].payload.pick({
  phase: true,
  issue: true,
  iteration: true,
  status: true,
  model: true,
  durationMs: true,
  tokens: true,
})

export const deliberationRoutes = {
  deliberations: route({
    role: 'read',
    summary: 'What roles left behind, newest first.',
    input: z.strictObject({
      run: safeId.optional(),
      role: name.optional(),
      issue: name.optional(),
      limit,
    }),
    run: (loop, filter) => loop.deliberations(filter),
  }),
  recordDeliberation: route({
    role: 'write',
    summary: 'Record what a role left behind, and the patterns that it states.',
    input: recorded.extend({
      text,
      role: name.optional(),
      labels: names.optional(),
      format: z.enum(['json', 'markdown']).optional(),
      name: name.describe('of the file that it came in, such as 42-judge-1.json').optional(),
      changedFiles: paths.optional(),
      run: safeId.optional(),
      deliberation: safeId.optional(),
      trust: z.enum(['internal', 'corroborated', 'external', 'quarantined']).optional(),
    }),
    run: (loop, input) => loop.recordDeliberation(input),
  }),
  correct: route({
    role: 'write',
    summary: 'Act on the verdict of a validator.',
    input: z.strictObject({
      adversarialRole: name.optional(),
      validatorRole: name.optional(),
      verdict: text.describe("the validator's report, with its verdict block"),
      run: safeId.optional(),
      deliberation: safeId.optional(),
      changedFiles: paths.optional(),
      occurredAt,
    }),
    run: (loop, request) => loop.correct(request),
  }),
  recordMerge: route({
    role: 'write',
    summary: "Record that a run's work was merged, or taken back.",
    input: z.strictObject({
      run: safeId,
      kept: z.boolean(),
      reference: name.optional(),
      reason: line.optional(),
      occurredAt,
    }),
    run: (loop, input) => loop.recordMerge(input),
  }),
} as const

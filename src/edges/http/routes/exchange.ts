import * as z from 'zod'
import { route } from '../route.ts'
import { key, nothing } from './fields.ts'

export const exchangeRoutes = {
  organisation: route({
    role: 'read',
    summary: 'What the organisation holds, and from whom.',
    input: nothing,
    run: (loop) => loop.organisation(),
  }),
  push: route({
    role: 'approve',
    summary: 'Give patterns to the organisation, with the evidence for them.',
    input: z.strictObject({
      patterns: z.array(key).max(1_000).describe('left out: all that are worth sharing').optional(),
      all: z.boolean().optional(),
      dryRun: z.boolean().optional(),
    }),
    run: (loop, request, { name: by }) => loop.push({ ...request, by }),
  }),
  pull: route({
    role: 'approve',
    summary: 'Take the patterns that others gave to the organisation.',
    input: z.strictObject({ dryRun: z.boolean().optional() }),
    run: (loop, request) => loop.pull(request),
  }),
} as const

import * as z from 'zod'
import { count, safeId } from '../../../domain/events/fields.ts'
import { route } from '../route.ts'
import { key, nothing, reason } from './fields.ts'

const after = count.describe('a position of the journal').optional()

export const journalRoutes = {
  feed: route({
    role: 'read',
    summary: 'Facts as they are in the journal, oldest first, after a position.',
    input: z.strictObject({
      after,
      types: z.array(z.string().max(100)).max(100).optional(),
      run: safeId.optional(),
      limit: z.int().min(1).max(1_000).optional(),
    }),
    run: (loop, filter) => loop.feed(filter),
  }),
  news: route({
    role: 'read',
    summary: 'Which kinds of facts came after a position, and which patterns and runs they speak of.',
    input: z.strictObject({ after }),
    run: (loop, filter) => loop.news(filter),
  }),
  erase: route({
    role: 'approve',
    summary: 'Erase the content of one fact for good.',
    input: z.strictObject({ event: key, reason }),
    run: async (loop, request, { name: by }) => {
      await loop.erase({ ...request, by })
      return { erased: request.event }
    },
  }),
  undo: route({
    role: 'approve',
    summary: 'Take a fact back, or all that a run or a source contributed; an undo can be undone.',
    input: z.strictObject({
      event: key.describe('a fact, or an earlier undo').optional(),
      run: key.optional(),
      source: key.describe('a person, a client, a door, a kind of source or a pulled project').optional(),
      alone: z.boolean().describe('leave what was concluded from it').optional(),
      dryRun: z.boolean().optional(),
      reason,
    }),
    run: (loop, request, { name: by }) => loop.undo({ ...request, by }),
  }),
  replay: route({
    role: 'read',
    summary: 'Patterns, policy and report as they were at a time.',
    input: z.strictObject({
      asOf: z.int().min(0).describe('epoch milliseconds'),
      all: z.boolean().optional(),
    }),
    run: (loop, request) => loop.replay(request),
  }),
  verifyReplay: route({
    role: 'read',
    summary: 'Whether the journal, folded twice, gives the bytes that are stored.',
    input: nothing,
    run: (loop) => loop.verifyReplay(),
  }),
  rebuild: route({
    role: 'approve',
    summary: 'Fold all patterns anew from the journal.',
    input: nothing,
    run: (loop) => loop.rebuild(),
  }),
  forget: route({
    role: 'approve',
    summary: 'Archive the words of old facts.',
    input: z.strictObject({ dryRun: z.boolean().optional() }),
    run: (loop, options) => loop.forget(options),
  }),
  restore: route({
    role: 'approve',
    summary: 'Bring archived words back into the journal.',
    input: nothing,
    run: (loop) => loop.restore(),
  }),
} as const

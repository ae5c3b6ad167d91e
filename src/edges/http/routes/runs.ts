import * as z from 'zod'
import { STORED_NAMES } from '../../../domain/events/catalogue.ts'
import { count, safeId } from '../../../domain/events/fields.ts'
import { client } from '../../../domain/events/session.ts'
import { route } from '../route.ts'
import { key, limit } from './fields.ts'

const one = z.strictObject({ id: key })

export const runRoutes = {
  runs: route({
    role: 'read',
    summary: 'Runs, the one that was last active first.',
    input: z.strictObject({
      result: z.enum(['open', 'success', 'partial', 'failure', 'unknown']).optional(),
      limit,
      offset: count.optional(),
    }),
    run: (loop, filter) => loop.runs(filter),
  }),
  run: route({
    role: 'read',
    summary: 'One run: its patterns, its receipts, and what happened in it.',
    input: one,
    run: (loop, { id }) => loop.run(id),
  }),
  receipts: route({
    role: 'read',
    summary: 'What was put in front of runs, newest first.',
    input: z.strictObject({ run: safeId.optional(), pattern: safeId.optional(), limit }),
    run: (loop, filter) => loop.receipts(filter),
  }),
  receipt: route({
    role: 'read',
    summary: 'One receipt, with the words of the patterns that it names.',
    input: one,
    run: (loop, { id }) => loop.receipt(id),
  }),
  whyReceipt: route({
    role: 'read',
    summary: 'Why each pattern of a block was shown, and what was left out.',
    input: one,
    run: (loop, { id }) => loop.whyReceipt(id),
  }),
  whyNot: route({
    role: 'read',
    summary: 'Why a pattern was not in a receipt, by the state as of then, and what would change that.',
    input: z.strictObject({ receipt: key, pattern: key }),
    run: (loop, request) => loop.whyNot(request),
  }),
  timeline: route({
    role: 'read',
    summary: 'Facts in plain words, newest first.',
    input: z.strictObject({
      types: z.array(z.enum(STORED_NAMES)).max(100).optional(),
      run: safeId.optional(),
      subject: z.string().min(1).max(300).describe('pattern/ID, for example').optional(),
      before: count.describe('a position, for the next page').optional(),
      limit,
    }),
    run: (loop, filter) => loop.timeline(filter),
  }),
  daily: route({
    role: 'read',
    summary: 'Injections and outcomes day by day.',
    input: z.strictObject({ days: z.int().min(1).max(3_650).optional() }),
    run: (loop, options) => loop.daily(options),
  }),
  patternFlow: route({
    role: 'read',
    summary: 'How patterns moved between their stages day by day.',
    input: z.strictObject({ days: z.int().min(1).max(366).optional() }),
    run: (loop, options) => loop.patternFlow(options),
  }),
  patternHistory: route({
    role: 'read',
    summary: 'Where a pattern stood after each fact about it, and what it will score if nobody uses it.',
    input: one,
    run: (loop, { id }) => loop.patternHistory(id),
  }),
  adapterHistory: route({
    role: 'read',
    summary: 'How reliable an adapter was after each graded run.',
    input: z.strictObject({ name: key }),
    run: (loop, { name }) => loop.adapterHistory(name),
  }),
  agentHistory: route({
    role: 'read',
    summary: 'How far an agent was trusted after each run that it voted on.',
    input: z.strictObject({ name: key }),
    run: (loop, { name }) => loop.agentHistory(name),
  }),
  skillHistory: route({
    role: 'read',
    summary: 'How well runs with a skill ended, after each of them.',
    input: z.strictObject({ name: key }),
    run: (loop, { name }) => loop.skillHistory(name),
  }),
  sessions: route({
    role: 'read',
    summary: 'Sessions of clients, the last active first.',
    input: z.strictObject({ client: client.optional(), limit }),
    run: (loop, filter) => loop.sessions(filter),
  }),
  session: route({
    role: 'read',
    summary: 'One session: what happened, what it was shown, how it ended, what was learned.',
    input: z.strictObject({ run: key }),
    run: (loop, { run }) => loop.session(run),
  }),
  settleSession: route({
    role: 'write',
    summary: 'Draw the line under a session as far as it has come.',
    input: z.strictObject({ run: key }),
    run: (loop, request) => loop.settleSession(request),
  }),
} as const

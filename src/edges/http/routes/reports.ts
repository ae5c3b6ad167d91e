import * as z from 'zod'
import { name } from '../../../domain/events/fields.ts'
import { route } from '../route.ts'
import { key, limit, nothing } from './fields.ts'

export const reportRoutes = {
  status: route({
    role: 'read',
    summary: 'Whether the loop is alive, and what it holds.',
    input: nothing,
    run: (loop) => loop.status(),
  }),
  doctor: route({
    role: 'read',
    summary: 'What goes wrong silently, with the line that mends it.',
    input: z.strictObject({
      onlyNew: z
        .boolean()
        .describe('verify of the chain what came since the server last did, else all of it')
        .optional(),
    }),
    run: (loop, options) => loop.doctor(options),
  }),
  report: route({
    role: 'read',
    summary: 'How runs end, and which patterns carry weight.',
    input: nothing,
    run: (loop) => loop.report(),
  }),
  governanceReport: route({
    role: 'read',
    summary: 'How adapters and agents fare, and what policy is in force.',
    input: nothing,
    run: (loop) => loop.governanceReport(),
  }),
  uplift: route({
    role: 'read',
    summary: 'What showing patterns changes about how runs end, measured by what was withheld at random.',
    input: z.strictObject({ pattern: key.describe('only this pattern').optional(), limit }),
    run: (loop, request) => loop.uplift(request),
  }),
  calibration: route({
    role: 'read',
    summary: 'How well what receipts predicted agrees with how runs ended.',
    input: nothing,
    run: (loop) => loop.calibration(),
  }),
  insights: route({
    role: 'read',
    summary: 'How the roles judge, whether they agree, and what keeps coming back.',
    input: z.strictObject({
      role: name.optional(),
      phase: name.optional(),
      trends: z.boolean().optional(),
      skills: z.boolean().optional(),
    }),
    run: (loop, request) => loop.insights(request),
  }),
  graph: route({
    role: 'read',
    summary: 'What the newest graded runs led to, oldest first.',
    input: z.strictObject({ runs: limit }),
    run: (loop, options) => loop.graph(options),
  }),
} as const

import * as z from 'zod'
import { decay } from '../engine/decay.ts'
import { defineLaw, instant } from './law.ts'

export const decayLaw = defineLaw({
  name: 'decay',
  summary: 'What is left of a value after some time.',
  input: z.strictObject({
    value: z.number().default(1),
    at: instant,
    halfLifeDays: z.number().positive().default(90),
  }),
  run: ({ value, at, halfLifeDays }, now) => ({ value: decay(value, now - at, halfLifeDays) }),
  example: { now: '2026-04-01T00:00:00Z', input: { at: '2026-01-01T00:00:00Z' }, output: { value: 0.5 } },
})

import * as z from 'zod'
import { decay, halfLifeOf } from '../../engine/standing/decay.ts'
import { defineLaw, instant } from './law.ts'

export const decayLaw = defineLaw({
  name: 'decay',
  summary: 'What is left of a value after some time.',
  input: z.strictObject({
    value: z.number().default(1),
    at: instant,
    halfLifeDays: z.number().positive().default(90),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('how sure one is of it: the half-life is then multiplied by 0.5 + confidence'),
  }),
  run: ({ value, at, halfLifeDays: days, confidence }, now) => {
    if (confidence === undefined) return { value: decay(value, now - at, days) }
    const halfLifeDays = halfLifeOf(days, confidence)
    return { value: decay(value, now - at, halfLifeDays), halfLifeDays }
  },
  example: { now: '2026-04-01T00:00:00Z', input: { at: '2026-01-01T00:00:00Z' }, output: { value: 0.5 } },
})

import * as z from 'zod'
import { penalty } from '../../engine/standing/penalty.ts'
import { defineLaw } from './law.ts'

export const penaltyLaw = defineLaw({
  name: 'penalty',
  summary: 'What a false positive costs a pattern of a role, and whether it is a regression.',
  input: z.strictObject({ role: z.string().min(1), wasValidated: z.boolean().default(false) }),
  run: (pattern) => penalty(pattern),
  example: { input: { role: 'sentinel', wasValidated: true }, output: { weight: 1.5, regression: true } },
})

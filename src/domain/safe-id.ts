import * as z from 'zod'
import { idProblem } from './id.ts'

/** An id from outside; see `idProblem`. */
export const safeId = z
  .string()
  .describe('an id')
  .check((context) => {
    const message = idProblem(context.value)
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
  })

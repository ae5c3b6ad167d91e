import * as z from 'zod'
import { category, strength } from './fields.ts'
import { LABEL_STATUSES } from './values/pattern.ts'

/** A model's answer about a learning: its labels, and other words for it. Nothing that counts or scores. */
const modelLabel = z.strictObject({
  status: z.enum(LABEL_STATUSES),
  category,
  strength: strength.optional(),
  text: z.string().min(20).max(200).optional(),
  reason: z.string().min(1).max(500),
})

export type ModelLabel = z.output<typeof modelLabel>

/** The first JSON object of an answer, if it is a label and nothing else; models like to talk around it. */
export function readModelLabel(answer: string): ModelLabel | { readonly problem: string } {
  const start = answer.indexOf('{')
  const end = answer.lastIndexOf('}')
  if (start < 0 || end < start) return { problem: 'its answer has no JSON object' }
  try {
    const checked = modelLabel.safeParse(JSON.parse(answer.slice(start, end + 1)))
    if (checked.success) return checked.data
    return { problem: `its answer does not fit: ${checked.error.issues[0]?.path.join('.') || 'unknown fields'}` }
  } catch {
    return { problem: 'its answer is not JSON' }
  }
}

import * as z from 'zod'
import { category } from '../../domain/events/fields.ts'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { type ForeignPattern, type Read, refused, taken } from './foreign-record.ts'
import { readField, writeField } from './pipe-fields.ts'

/** The columns of a pattern in a shared pattern file, in their order. The last one came later. */
export const COLUMNS = [
  'id',
  'category',
  'summary',
  'confidence',
  'seen_count',
  'success_rate',
  'flags',
  'applies_to',
  'context',
  'repo',
] as const

/** A pattern as a shared file has it. Lists stand between pipes, as the fields of the logs do. */
export interface PatternRow {
  readonly id: string
  readonly category: string
  readonly summary: string
  readonly confidence: string
  readonly seen_count: number
  readonly success_rate: number
  readonly flags: string
  readonly applies_to: string
  readonly context: string
  readonly repo: string
}

const EVERYONE = '*'

/** Numbers may stand as texts, and a text may look like a number: `"5"`, `5`. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), schema)
const rowSchema = z.object({
  id: text,
  category,
  summary: text.pipe(z.string().trim().min(1).max(2_000)),
  seen_count: number(z.int().min(0).max(1_000_000_000)),
  success_rate: z.union([z.literal(''), number(z.number().min(0).max(1)), z.null()]).optional(),
  flags: text.optional(),
  applies_to: text.optional(),
  context: text.optional(),
  repo: text.optional(),
  trigger: text.optional(),
})

/** Reads a row whatever carried it. One without a repository is for every one. */
export function readPatternRow(value: unknown, at?: number): Read {
  const checked = rowSchema.safeParse(value)
  if (!checked.success)
    return refused(checked.error.issues.map((issue) => schemaProblem(issue, value, 'the row')).join('; '))
  const { id, summary, seen_count, success_rate, flags = '', repo = EVERYONE, trigger = '' } = checked.data
  const appliesTo = listOf(checked.data.applies_to ?? '')
  const label = /\b(PRUNE|STALE|REVIEW|UNTESTED)\b/.exec(flags)?.[1]
  const pattern: ForeignPattern = {
    kind: 'pattern',
    sourceId: id,
    text: summary,
    category: checked.data.category,
    appliesTo: appliesTo.length === 0 ? [EVERYONE] : appliesTo,
    tags: listOf(checked.data.context ?? ''),
    evidence: {
      seenCount: seen_count,
      ...(typeof success_rate === 'number' ? { successRate: success_rate } : {}),
    },
    label,
    repository: repo.trim() === '' || repo.trim() === EVERYONE ? undefined : repo.trim(),
    trigger: trigger === '' ? undefined : trigger.slice(0, 200),
    at,
  }
  return taken(pattern)
}

export function listOf(text: string): string[] {
  return text
    .split('|')
    .map((item) => readField(item).trim())
    .filter((item) => item !== '' && item.length <= 200)
    .slice(0, 200)
}

export function listText(items: readonly string[]): string {
  return items.map(writeField).join('|')
}

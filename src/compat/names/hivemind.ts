import * as z from 'zod'
import { count, name } from '../../domain/fields.ts'
import { DAY_MS } from '../../domain/numbers.ts'
import type { PatternView } from '../../loop/patterns/patterns.ts'
import { defineEntryPoint, unused, unusedFields } from './entry-point.ts'

const HALF_LIFE_DAYS = 90
const PREVIEW = 200
const DEFAULT = 'default'

const memory = z.strictObject({
  id: z.string(),
  content: z.string(),
  score: z.number(),
  collection: z.string(),
  age_days: z.number().min(0),
  decay_percent: z.number().min(0).max(100),
})

export const store = defineEntryPoint('hivemind_store', 'adds', {
  summary: 'Stores what was learned, as a pattern; a collection is a role.',
  input: z.strictObject({
    information: z.string().trim().min(20).max(2_000),
    collection: name.optional(),
    tags: z.string().max(10_000).optional().describe('separated by commas'),
    ...unusedFields('metadata', 'confidence', 'autoTag', 'autoLink', 'extractEntities', 'project_key'),
  }),
  output: z.strictObject({
    success: z.boolean(),
    id: z.string().optional(),
    message: z.string().optional(),
    error: z.string().optional(),
  }),
  run: async (loop, { information, collection = DEFAULT, tags = '' }) => {
    const named = tags.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]))
    const { pattern, status, reason } = await loop.storePattern({
      role: collection,
      text: information,
      appliesTo: ['*'],
      tags: named.length === 0 ? undefined : named,
    })
    if (pattern === undefined) return { success: false, error: reason }
    return { success: true, id: pattern, message: status === 'new' ? 'Stored.' : 'Known, and seen once more.' }
  },
})

export const find = defineEntryPoint('hivemind_find', 'reads', {
  summary: 'Finds patterns by their words, the nearest first.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(100_000),
    limit: z.int().min(1).max(1_000).optional(),
    collection: z.string().optional(),
    expand: z.boolean().optional().describe('whole texts, not previews'),
    fts: unused,
    project_key: unused,
  }),
  output: z.strictObject({ query: z.string(), count, results: z.array(memory) }),
  run: async (loop, { query, limit = 10, collection, expand = false }, now) => {
    const found = await loop.patterns({ search: query, nearestFirst: true, axes: true, limit, role: collection })
    const results = found.map((view) => memoryOf(view, now, expand))
    return { query, count: results.length, results }
  },
})

export const validate = defineEntryPoint('hivemind_validate', 'adds', {
  summary: 'Says that a pattern still holds: helpful feedback, which renews its trust.',
  input: z.strictObject({ id: z.string().min(1), project_key: unused }),
  output: z.strictObject({ success: z.boolean(), id: z.string(), message: z.string() }),
  run: async (loop, { id }) => {
    const recorded = await loop.recordFeedback({
      subject: 'pattern',
      id,
      type: 'helpful',
      reasoning: 'confirmed as still accurate',
      by: 'agent',
    })
    return { success: true, id: recorded.id, message: recorded.note ?? 'Counted as helpful feedback of today.' }
  },
})

/** The share that remains after a period without use, as the other system shows it; our scores ignore it. */
function memoryOf({ pattern, axes }: PatternView, now: number, expand: boolean): z.input<typeof memory> {
  const ageDays = Math.max(0, (now - pattern.lastUsedAt) / DAY_MS)
  const isLong = !expand && pattern.text.length > PREVIEW
  return {
    id: pattern.id,
    content: isLong ? `${pattern.text.slice(0, PREVIEW)}...` : pattern.text,
    score: axes!.score,
    collection: pattern.role,
    age_days: ageDays,
    decay_percent: 100 * 0.5 ** (ageDays / HALF_LIFE_DAYS),
  }
}

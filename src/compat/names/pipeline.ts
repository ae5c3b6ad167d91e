import * as z from 'zod'
import { count, name, names, paths } from '../../domain/fields.ts'
import { safeId } from '../../domain/safe-id.ts'
import { VERDICTS } from '../../domain/values/outcome.ts'
import { LIFECYCLES, STRENGTHS } from '../../domain/values/pattern.ts'
import type { PatternView } from '../../loop/patterns/patterns.ts'
import type { DeliberationView } from '../../loop/runs/record-deliberation.ts'
import { defineEntryPoint, time } from './entry-point.ts'

const LIMIT = 10

const limit = z.int().min(1).max(1_000).optional()

/** A pattern in the columns of that system; what it calls a category is the strength here. */
const governed = z.strictObject({
  id: z.string(),
  text: z.string(),
  role: z.string(),
  category: z.enum(STRENGTHS),
  lifecycle_state: z.enum(LIFECYCLES),
  score: z.number(),
  success_count: z.number().min(0),
  ignore_count: count,
  ignore_weight_score: z.number().min(0),
  was_validated: z.boolean(),
  last_used: time,
})

export const queryGovernedPatterns = defineEntryPoint('query_governed_patterns', 'reads', {
  summary: 'The patterns that a role may be shown, as they score for some work, best first.',
  input: z.strictObject({
    role: name,
    limit,
    labels: names.optional(),
    files: paths.optional(),
    phase: name.optional(),
  }),
  output: z.strictObject({ role: z.string(), count, patterns: z.array(governed) }),
  run: async (loop, { role, limit: most = LIMIT, labels, files, phase }) => {
    const found = await loop.queryPatterns({ role, limit: most, labels, files, phase })
    return { role, count: found.length, patterns: found.map(governedOf) }
  },
})

const deliberation = z.strictObject({
  id: z.string(),
  role: z.string(),
  verdict: z.enum(VERDICTS),
  evidence_level: z.int().min(1).max(3),
  timestamp: time,
  run: z.string().optional(),
  issue: z.string().optional(),
  phase: z.string().optional(),
  iteration: count.optional(),
  status: z.string().optional(),
})

export const getDeliberationState = defineEntryPoint('get_deliberation_state', 'reads', {
  summary: 'What roles left behind about an issue or in a run, newest first, and the latest word of each role.',
  input: z.strictObject({
    issue: z.union([name, count]).optional(),
    run: safeId.optional(),
    role: name.optional(),
    limit,
  }),
  output: z.strictObject({
    count,
    verdicts: z.record(z.string(), z.enum(VERDICTS)).describe('the latest of each role'),
    deliberations: z.array(deliberation),
  }),
  run: async (loop, { issue, run, role, limit: most = LIMIT }) => {
    const found = await loop.deliberations({ issue: issue?.toString(), run, role, limit: most })
    const oldestFirst = found.toReversed().map(({ role: by, verdict }) => [by, verdict] as const)
    return { count: found.length, verdicts: Object.fromEntries(oldestFirst), deliberations: found.map(deliberationOf) }
  },
})

export const librarianQuery = defineEntryPoint('librarian_query', 'reads', {
  summary: 'What is known about something, by its words: patterns, the nearest first.',
  input: z.strictObject({ query: z.string().trim().min(1).max(100_000), role: name.optional(), limit }),
  output: z.strictObject({ query: z.string(), count, patterns: z.array(governed) }),
  run: async (loop, { query, role, limit: most = LIMIT }) => {
    const found = await loop.patterns({ search: query, nearestFirst: true, axes: true, limit: most, role })
    return { query, count: found.length, patterns: found.map(governedOf) }
  },
})

function governedOf({ pattern, axes }: PatternView): z.input<typeof governed> {
  const { evidence, lifecycle, score } = axes!
  return {
    id: pattern.id,
    text: pattern.text,
    role: pattern.role,
    category: pattern.strength,
    lifecycle_state: lifecycle,
    score,
    success_count: evidence.successes,
    ignore_count: evidence.ignoreCount,
    ignore_weight_score: evidence.ignoreWeight,
    was_validated: evidence.wasValidated,
    last_used: new Date(pattern.lastUsedAt).toISOString(),
  }
}

function deliberationOf(view: DeliberationView): z.input<typeof deliberation> {
  const { deliberation: id, evidenceLevel: evidence_level, role, verdict, run, issue, phase, iteration, status } = view
  const timestamp = new Date(view.at).toISOString()
  return { id, role, verdict, evidence_level, timestamp, run, issue, phase, iteration, status }
}

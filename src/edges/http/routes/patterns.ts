import * as z from 'zod'
import { axis, count, line, name, names, paths, safeId } from '../../../domain/events/fields.ts'
import { patternEvents } from '../../../domain/events/pattern.ts'
import { route } from '../route.ts'
import { key, limit, occurredAt, reason } from './fields.ts'

const decision = z.strictObject({
  pattern: key,
  reason,
  axes: z.array(axis).min(1).max(2).describe('left out: both').optional(),
  occurredAt,
})
const quarantine = z.strictObject({ pattern: key, reason })
const one = z.strictObject({ id: key })
const byHand = { reason, run: safeId.optional(), occurredAt }

export const patternRoutes = {
  patterns: route({
    role: 'read',
    summary: 'Patterns with where they stand now, best first.',
    input: z.strictObject({
      role: name.optional(),
      lifecycle: name.optional(),
      maturity: name.optional(),
      category: name.optional(),
      strength: name.optional(),
      polarity: name.optional(),
      trust: name.optional(),
      tag: name.describe('a tag, or a label of the work in which it was seen').optional(),
      flag: name.optional(),
      confidence: name.optional(),
      search: z.string().min(1).max(8_000).describe('words to look for').optional(),
      nearestFirst: z.boolean().optional(),
      sort: z.enum(['score', 'recent', 'sightings', 'applied', 'ignores']).optional(),
      offset: count.optional(),
      all: z.boolean().describe('those that are not shown, too').optional(),
      limit,
    }),
    run: (loop, filter) => loop.patterns(filter),
  }),
  queryPatterns: route({
    role: 'read',
    summary: 'What a role may be shown, as it scores for some work; without a receipt.',
    input: z.strictObject({
      role: name,
      labels: names.optional(),
      files: paths.optional(),
      phase: name.optional(),
      repository: name.optional(),
      limit,
    }),
    run: (loop, query) => loop.queryPatterns(query),
  }),
  pattern: route({
    role: 'read',
    summary: 'One pattern whole.',
    input: one,
    run: (loop, { id }) => loop.pattern(id),
  }),
  why: route({
    role: 'read',
    summary: 'Why a pattern stands where it does, from the events behind it.',
    input: one,
    run: (loop, { id }) => loop.why(id),
  }),
  storePattern: route({
    role: 'write',
    summary: 'Store a pattern that a role stated, at once.',
    input: z.strictObject({
      role: name,
      text: line,
      deliberation: safeId.optional(),
      appliesTo: names.optional(),
      tags: names.optional(),
    }),
    run: (loop, request) => loop.storePattern(request),
  }),
  reinforcePatterns: route({
    role: 'write',
    summary: 'Reinforce patterns by hand; a run grades a pattern once.',
    input: z.strictObject({
      patterns: z.array(key).min(1).max(200),
      evidenceLevel: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
      ...byHand,
    }),
    run: (loop, request, { name: by }) => loop.reinforcePatterns({ ...request, by }),
  }),
  penalisePattern: route({
    role: 'write',
    summary: 'Call a pattern a false positive by hand; a run grades a pattern once.',
    input: z.strictObject({
      pattern: z.union([key, z.strictObject({ role: name, text: line })]),
      ...byHand,
    }),
    run: (loop, request, { name: by }) => loop.penalisePattern({ ...request, by }),
  }),
  promotePattern: route({
    role: 'approve',
    summary: 'Vouch for a pattern.',
    input: decision,
    run: (loop, request, { name: by }) => loop.promotePattern({ ...request, by }),
  }),
  deprecatePattern: route({
    role: 'approve',
    summary: 'Retire a pattern.',
    input: decision,
    run: (loop, request, { name: by }) => loop.deprecatePattern({ ...request, by }),
  }),
  resetPattern: route({
    role: 'approve',
    summary: 'Take a decision back, and let the evidence speak again.',
    input: decision,
    run: (loop, request, { name: by }) => loop.resetPattern({ ...request, by }),
  }),
  quarantinePattern: route({
    role: 'approve',
    summary: 'Set a pattern aside, so that it is not shown.',
    input: quarantine,
    run: (loop, request, { name: by }) => loop.quarantinePattern({ ...request, by }),
  }),
  quarantineSource: route({
    role: 'approve',
    summary: 'Set aside every pattern that stands on a run or a source alone.',
    input: z.strictObject({
      run: key.optional(),
      source: key.optional(),
      dryRun: z.boolean().optional(),
      reason,
    }),
    run: (loop, request, { name: by }) => loop.quarantineSource({ ...request, by }),
  }),
  releasePattern: route({
    role: 'approve',
    summary: 'Vouch for a pattern that was set aside.',
    input: quarantine,
    run: (loop, request, { name: by }) => loop.releasePattern({ ...request, by }),
  }),
  editPattern: route({
    role: 'approve',
    summary: 'Reword or reclassify a pattern.',
    input: patternEvents['pattern-edited'].payload.omit({ by: true, textHash: true }),
    run: (loop, request, { name: by }) => loop.editPattern({ ...request, by }),
  }),
  mergePatterns: route({
    role: 'approve',
    summary: 'Say that two patterns are one.',
    input: z.strictObject({ pattern: key, into: key, reason }),
    run: (loop, request, { name: by }) => loop.mergePatterns({ ...request, by }),
  }),
} as const

import * as z from 'zod'
import { safeId } from './safe-id.ts'
import { RISK_LEVELS } from './values/gate.ts'
import { CATEGORIES, STRENGTHS } from './values/pattern.ts'

/** A line of prose: what a person would put in a list. */
export const line = z.string().min(1).max(2_000)

/** A text of any kind that a run may leave behind. */
export const text = z.string().max(1_048_576)

/** A short name: a label, a role, an agent, a tool, an adapter. */
export const name = z.string().trim().min(1).max(200)

export const path = z.string().min(1).max(4_096)

export const names = z.array(name).max(200)
export const paths = z.array(path).max(10_000)
export const count = z.int().min(0).max(1_000_000_000)
/** A duration of up to thirty years, for work may lie for months. */
export const milliseconds = z.int().min(0).max(1_000_000_000_000)
/** The number of an iteration within its run, or of an attempt at a task, from 1. */
export const ordinal = z.int().min(1).max(1_000_000_000)
export const share = z.number().min(0).max(1)
export const score = z.number().min(-1_000_000).max(1_000_000)

export const category = z.enum(CATEGORIES)
export const strength = z.enum(STRENGTHS)
export const polarity = z.enum(['do', 'avoid'])
export const axis = z.enum(['lifecycle', 'maturity'])
export const riskLevel = z.enum(RISK_LEVELS)

/** A place in the code that someone points at. */
export const citation = z.strictObject({
  file: path.describe('the file that shows it'),
  line: z.int().min(1).max(10_000_000).describe('the line in that file').optional(),
  /** The end of a range; without it, one line. */
  lastLine: z.int().min(1).max(10_000_000).optional(),
  /** A hash of the lines, to recognise them later. */
  linesHash: z.string().max(64).optional(),
})

/** Where a pattern was learned, and where it is likely to hold. */
export const context = z.strictObject({
  labels: names.describe('labels of the work').optional(),
  files: paths.describe('files that it is about').optional(),
  phase: name.describe('the phase of the work').optional(),
  tags: names.optional(),
  repository: name.optional(),
})

/** A person's decision: who and why. */
export const decision = { pattern: safeId, by: name, reason: line }

export { safeId }

/** Declares an event: the stream that holds it, what it says in one sentence, and the fields of its payload. */
export function event<const K extends string, S extends z.ZodRawShape>(stream: K, summary: string, payload: S) {
  return { summary, stream, payload: z.strictObject(payload) }
}

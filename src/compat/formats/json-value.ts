import * as z from 'zod'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { type Citation, type ForeignRecord, type Read, refused, taken } from './foreign-record.ts'

const DEEPEST = 64
const HALF_PAIR = /\p{Surrogate}/u

export type Fields = Readonly<Record<string, unknown>>

/** Parses JSON, or returns the problem: a lone surrogate and excessive nesting are errors. */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: `it is not valid JSON (${(error as Error).message.slice(0, 120)})` }
  }
  const problem = problemIn(value, 0)
  return problem === undefined ? { value } : { problem }
}

function problemIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string')
    return !HALF_PAIR.test(value) ? undefined : 'a text in it has half a surrogate pair, which is no character'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= DEEPEST) return `it is nested deeper than ${DEEPEST} levels`
  for (const [key, member] of Object.entries(value)) {
    const problem = problemIn(key, depth + 1) ?? problemIn(member, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function has(value: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(value, name))
}

/** Parses a value with a schema: the record, or every problem with the name of its field. */
export function readAs<S extends z.ZodType>(
  schema: S,
  value: unknown,
  recordOf: (fields: z.output<S>) => ForeignRecord,
): Read {
  const checked = schema.safeParse(value)
  if (checked.success) return taken(recordOf(checked.data))
  return refused(checked.error.issues.map((issue) => schemaProblem(issue, value, 'the entry')).join('; '))
}

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/
const LAST_INSTANT = 253_402_300_799_999

/** An ISO date or time as epoch milliseconds; undefined for anything else. A time without a zone is UTC. */
export function instantOf(text: string): number | undefined {
  const plain = text.trim()
  if (!ISO.test(plain)) return undefined
  const hasZone = plain.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/.test(plain.slice(10))
  const at = Date.parse(`${plain.replace(' ', 'T')}${hasZone ? '' : 'Z'}`)
  return Number.isFinite(at) && at >= 0 && at <= LAST_INSTANT ? at : undefined
}

/** `2026-01-01T00:00:00.000Z` without the milliseconds that most writers of logs leave out. */
export function isoSeconds(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

/** Fields as other systems write them in JSON. */
export const label = z.string().trim().min(1).max(200)
export const labels = z.array(label).max(200)
export const prose = z.string().max(1_048_576)
export const count = z.int().min(0).max(1_000_000_000)
export const share = z.number().min(0).max(1)

export const instant = z.union([z.string(), z.number()]).transform((value, context) => {
  const at = typeof value === 'number' ? value : instantOf(value)
  if (at !== undefined && Number.isInteger(at) && at >= 0 && at <= 253_402_300_799_999) return at
  context.addIssue({ code: 'custom', message: `'${String(value).slice(0, 40)}' is no time from 1970 to 9999` })
  return z.NEVER
})

/** An optional field that other writers leave out, leave empty or write as null. */
export function maybe<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())
}

/** A place in the code: `{file, line, function}`. */
export const place = z.object({ file: maybe(z.string().max(4_096)), line: maybe(count), function: maybe(label) })

export function citationOf({ file, line }: Partial<z.output<typeof place>> = {}): Citation | undefined {
  if (file === undefined) return undefined
  return { file, line: line === undefined || line < 1 ? undefined : line }
}

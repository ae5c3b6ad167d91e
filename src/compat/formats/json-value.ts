import type * as z from 'zod'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { type ForeignRecord, type Read, refused, taken } from './foreign-record.ts'

const DEEPEST = 64
const HALF_PAIR = /\p{Surrogate}/u

export type Fields = Readonly<Record<string, unknown>>

/** A JSON text as a value, or what is wrong with it: halves of a surrogate pair are no text, and depth has its limit. */
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
    return !HALF_PAIR.test(value)
      ? undefined
      : 'a text in it has half a surrogate pair, which is no character'
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

/** Whether the value has all of the members as its own. */
export function has(value: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(value, name))
}

/** The record that a value of some shape stands for, or every problem of it with the name of its field. */
export function readAs<S extends z.ZodType>(
  schema: S,
  value: unknown,
  recordOf: (fields: z.output<S>) => ForeignRecord,
): Read {
  const checked = schema.safeParse(value)
  if (checked.success) return taken(recordOf(checked.data))
  return refused(checked.error.issues.map((issue) => schemaProblem(issue, value, 'the entry')).join('; '))
}

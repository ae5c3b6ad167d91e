import * as z from 'zod'
import type { Citation } from './foreign-record.ts'
import { instantOf } from './instant.ts'

/** Fields as other systems write them in JSON. */
export const label = z.string().trim().min(1).max(200)
export const labels = z.array(label).max(200)
export const prose = z.string().max(1_048_576)
export const count = z.int().min(0).max(1_000_000_000)
export const share = z.number().min(0).max(1)

/** An ISO time, or epoch milliseconds. */
export const instant = z.union([z.string(), z.number()]).transform((value, context) => {
  const at = typeof value === 'number' ? value : instantOf(value)
  if (at !== undefined && Number.isInteger(at) && at >= 0 && at <= 253_402_300_799_999) return at
  context.addIssue({
    code: 'custom',
    message: `'${String(value).slice(0, 40)}' is no time from 1970 to 9999`,
  })
  return z.NEVER
})

/** An optional field that other writers leave out, leave empty or write as null. */
export function maybe<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())
}

/** Members whose value is known. */
export function known<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** A place in the code: `{file, line, function}`. */
export const place = z.object({
  file: maybe(z.string().max(4_096)),
  line: maybe(count),
  function: maybe(label),
})

export function citationOf({ file, line }: Partial<z.output<typeof place>> = {}): Citation | undefined {
  if (file === undefined) return undefined
  return { file, line: line === undefined || line < 1 ? undefined : line }
}

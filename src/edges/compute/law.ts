import * as z from 'zod'

/** A law as callers see it: an input schema, a pure function, and one worked example. */
export interface Law {
  readonly name: string
  readonly summary: string
  readonly input: z.ZodType
  readonly run: (input: never, now: number) => object
  readonly example: { readonly now?: string; readonly input: object; readonly output: object }
}

/** Declares a law; the type of the input follows from its schema. */
export function defineLaw<S extends z.ZodType>(
  name: string,
  law: {
    /** One sentence, without the name. */
    summary: string
    input: S
    run: (input: z.output<S>, now: number) => object
    /** The worked number of the reference page; a test runs it. `output` holds the fields worth showing. */
    example: readonly [input: z.input<S> & object, output: object, now?: string]
  },
): Law {
  const [input, output, now] = law.example
  return { name, ...law, example: now === undefined ? { input, output } : { now, input, output } } as Law
}

/** The ends of the calendar: what a `Date` can hold. */
const MAX_TIME_MS = 8.64e15

/** Whether a date such as `2026-02-30` does not exist; `Date.parse` would read it as a day in March. */
function namesNoDay(value: string | number): boolean {
  const [, year, month, day] = String(value).match(/^(\d{4})-(\d{2})-(\d{2})/) ?? []
  return day !== undefined && Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
}

/** A moment as ISO text or epoch milliseconds; becomes epoch milliseconds. */
export const instant = z.union([z.number(), z.string()]).transform((value, context) => {
  const ms = typeof value === 'number' ? value : Date.parse(value)
  if (Math.abs(ms) <= MAX_TIME_MS && !namesNoDay(value)) return ms
  context.addIssue(`'${value}' is not a time; give ISO 8601 or epoch milliseconds`)
  return z.NEVER
})

/** A whole number of things, 0 or more. */
export const count = z.int().min(0)

/** A weight or an amount, 0 or more; fractions allowed. */
export const amount = z.number().min(0)

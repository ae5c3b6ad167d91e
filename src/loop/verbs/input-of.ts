import * as z from 'zod'
import type { Verb } from './define-verb.ts'
import { FIELDS } from './fields.ts'

type Given<V extends Verb> = V extends { readonly input: (f: never) => infer S } ? S : Record<never, never>

/** The schema of what a verb takes by name. */
export type InputSchema<V extends Verb> =
  Given<V> extends z.ZodObject
    ? Given<V>
    : Given<V> extends z.ZodRawShape
      ? z.ZodObject<Given<V>, z.core.$strict>
      : never

export function inputOf({ input }: Verb): z.ZodObject {
  const given = input?.(FIELDS) ?? {}
  return given instanceof z.ZodObject ? given : z.strictObject(given)
}

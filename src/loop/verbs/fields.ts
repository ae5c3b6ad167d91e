import * as z from 'zod'
import { EVENT_TYPES, EVENTS, STORED_NAMES } from '../../domain/events/catalogue.ts'
import { client } from '../../domain/events/session.ts'
import * as fields from '../../domain/fields.ts'
import { votesSchema } from '../../domain/outcome-record.ts'
import { STEPS } from '../learning/pipeline/step.ts'
import type { Verb } from './define-verb.ts'

export const FIELDS = {
  z,
  ...fields,
  client,
  events: EVENTS,
  /** Event types; without a version, all versions. */
  eventNames: [...EVENT_TYPES, ...STORED_NAMES],
  steps: STEPS,
  votes: votesSchema,
  limit: z.int().min(1).max(5_000).describe('how many at most').optional(),
  /** An id or a name in a path. */
  key: z.string().min(1).max(200),
  occurredAt: z.int().min(0).describe('epoch milliseconds. Default: now').optional(),
  reason: z.string().min(1).max(2_000).describe('why'),
}

/** Named, because the published types would otherwise repeat it for every verb. */
export interface SchemaFields extends Readonly<typeof FIELDS> {}

type Given<V extends Verb> = V extends { readonly input: (f: never) => infer S } ? S : Record<never, never>

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

import fc from 'fast-check'
import * as z from 'zod'

/** The parts of a JSON schema by which values are made. */
interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

const TEXTS = [
  'a',
  'p1',
  'r1',
  'judge',
  'builder',
  'git',
  'swe-bench',
  '2026-01-05T10:00:00Z',
  'src/a.ts:10',
  'toString',
]
const LESSON = 'Always close the database handle before the temp folder is removed'

/** Values as a schema has them, more or less: one field in ten is something else altogether. */
export function anyOfSchema(schema: z.ZodType): fc.Arbitrary<unknown> {
  return likely(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
}

function likely(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(likely))
  switch (schema.type) {
    case 'object':
      return fittingObject(schema)
    case 'array':
      return fc.array(likely(schema.items ?? {}), { maxLength: 3 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 20, 20) }),
        fc.maxSafeInteger(),
      )
    case 'number':
      return fc.oneof(fc.double({ min: -1, max: 2, noNaN: true }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'string':
      return fc.oneof(fc.constantFrom(...TEXTS, LESSON), fc.string({ unit: 'binary', maxLength: 30 }))
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function fittingObject({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.constantFrom(...TEXTS), likely(additionalProperties), { maxKeys: 3 })
  const fields = Object.entries(properties).map(([name, field]) => [name, likely(field)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
}

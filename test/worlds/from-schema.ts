import fc from 'fast-check'
import type * as z from 'zod'

type Schema = z.core.$ZodType

/** What each schema of a payload can be; only the kinds that the catalogue uses. */
interface Definition {
  readonly type: string
  readonly innerType?: Schema
  readonly element?: Schema
  readonly valueType?: Schema
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly options?: readonly Schema[]
  readonly shape?: Readonly<Record<string, Schema>>
}

/** Ids that meet: few enough that events speak of the same things. */
const MEETING: Readonly<Record<string, readonly string[]>> = {
  pattern: ['p1', 'p2', 'p3', 'constructor'],
  into: ['p1', 'p2', 'p3'],
  left: ['p1', 'p2', 'p3'],
  id: ['p1', 'p2', 'p3', 'toString'],
  run: ['r1', 'r2'],
  learning: ['l1', 'l2'],
  error: ['e1', 'e2', 'e3'],
  task: ['t1', 't2', 'constructor'],
}

/** Values that a schema accepts, small and with ids that meet. `name` is the field that holds the value. */
export function fromSchema(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition
  switch (definition.type) {
    case 'object':
      return fromShape(definition.shape!)
    case 'optional':
      return fc.option(fromSchema(definition.innerType!, name), { nil: undefined })
    case 'array':
      return fc.array(fromSchema(definition.element!, name), { minLength: 1, maxLength: 2 })
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'b'), fromSchema(definition.valueType!))
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries!))
    case 'literal':
      return fc.constantFrom(...definition.values!)
    case 'union':
      return fc.oneof(...definition.options!.map((option) => fromSchema(option, name)))
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fromNumber(schema as unknown as z.ZodNumber)
    case 'string':
      return fromString(schema as unknown as z.ZodString, name)
    default:
      throw new Error(`no values for a schema of type ${definition.type}`)
  }
}

/** Fields that are left out are absent, as they are after JSON. */
function fromShape(shape: Readonly<Record<string, Schema>>): fc.Arbitrary<object> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, fromSchema(schema, name)])
  return fc
    .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>)
    .map((value) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)))
}

function fromNumber(schema: z.ZodNumber): fc.Arbitrary<number> {
  const min = Math.max(schema.minValue ?? -100, -100)
  const max = Math.min(schema.maxValue ?? 100, 100)
  if (schema.isInt) return fc.integer({ min: Math.max(min, -5), max: Math.min(max, 5) })
  return fc.integer({ min: min * 4, max: max * 4 }).map((quarters) => quarters / 4)
}

function fromString(schema: z.ZodString, name: string): fc.Arbitrary<string> {
  const meeting = MEETING[name]
  if (meeting !== undefined) return fc.constantFrom(...meeting)
  const min = schema.minLength ?? 0
  if (min === 64) return fc.constantFrom('a'.repeat(64), 'b'.repeat(64))
  return fc.constantFrom('judge', 'sentinel', 'check-the-token-first').map((text) => text.padEnd(min, 'x'))
}

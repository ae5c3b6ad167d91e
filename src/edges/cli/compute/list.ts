import * as z from 'zod'
import { LAWS } from '../../compute/catalogue.ts'
import type { CommandContext } from '../context.ts'
import { columns } from '../output/display-width.ts'

/** Every law with its input: fields for a person, the full JSON schema for a program. */
export function listLaws(context: CommandContext): void {
  const laws = LAWS.map(({ name, summary, input, example }) => ({
    name,
    summary,
    input: schemaOf(input, 'input'),
    example,
  }))
  context.show(laws, () => schemaRows(context, laws))
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>
  readonly required?: readonly string[]
}

export function schemaOf(type: z.ZodType, io: 'input' | 'output' = 'output'): ObjectSchema {
  return z.toJSONSchema(type, { io, unrepresentable: 'any' }) as ObjectSchema
}

/** Each input on one line: `{at, value?, halfLifeDays?}`. */
export function schemaRows(
  { width }: CommandContext,
  all: readonly { readonly name: string; readonly summary: string; readonly input: ObjectSchema }[],
): string {
  const rows = all.flatMap(({ name, summary, input: { properties = {}, required = [] } }) => {
    const used = Object.keys(properties).filter((field) => properties[field]?.description !== 'taken, and not used')
    const fields = used.map((field) => (required.includes(field) ? field : `${field}?`))
    return [[name, summary] as const, ['', `{${fields.join(', ')}}`] as const]
  })
  return columns(rows, width)
}

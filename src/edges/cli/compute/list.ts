import * as z from 'zod'
import { LAWS } from '../../compute/catalogue.ts'
import type { Law } from '../../compute/law.ts'
import type { CommandContext } from '../context.ts'
import { columns } from '../output/display-width.ts'

/** Every law with its input: fields for a person, the full JSON schema for a program. */
export function listLaws(context: CommandContext): void {
  const laws = LAWS.map((law) => ({
    name: law.name,
    summary: law.summary,
    input: schemaOf(law),
    example: law.example,
  }))
  context.show({ laws }, () => {
    const rows = laws.flatMap(({ name, summary, input }) => [
      [name, summary] as const,
      ['', `{${fieldsOf(input).join(', ')}}`] as const,
    ])
    return columns(rows, context.width)
  })
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

function schemaOf(law: Law): ObjectSchema {
  return z.toJSONSchema(law.input, { io: 'input', unrepresentable: 'any' }) as ObjectSchema
}

/** `at, value?, halfLifeDays?` */
function fieldsOf({ properties = {}, required = [] }: ObjectSchema): string[] {
  return Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
}

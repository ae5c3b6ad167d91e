import * as z from 'zod'
import { callEntryPoint, ENTRY_POINTS } from '../../../compat/names/catalogue.ts'
import { inputError } from '../../../domain/user-error.ts'
import { defineCommand, flag } from '../command.ts'
import { type CommandContext, jsonText } from '../context.ts'
import { usageError } from '../input/tokens.ts'
import { columns } from '../output/display-width.ts'

export const toolCommand = defineCommand({
  name: 'compat tool',
  summary: 'Call a tool of another system by its own name.',
  description: `Takes and gives JSON in the fields of that system, over the same journal as every other command. The input is the second word, or
    standard input.`,
  arguments: [
    { name: 'name', summary: 'The name of the tool; --list shows them.' },
    { name: 'input', summary: 'A JSON object; else it is read from standard input.' },
  ],
  options: { list: flag('Show every tool and what it takes; with --json the full schemas.') },
  examples: [
    `mettle compat tool swarm_check_strikes '{"bead_id":"bd-12","action":"check"}'`,
    `echo '{"bead_id":"bd-12"}' | mettle compat tool swarm_get_error_context`,
    'mettle compat tool --list',
  ],
  run: async (context, { name, input, list }) => {
    if (list) return listTools(context)
    if (name === undefined) throw usageError('<name> is missing: which tool?', 'mettle compat tool --list')
    const text = input ?? (await context.stdin.text(`The input of ${name}`))
    const mettle = await context.openMettle()
    const told = await callEntryPoint(mettle, { name, input: parse(text) }, context.now())
    context.stdout.write(jsonText(told, context.isTerminal))
  },
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw inputError(`input: is not JSON: ${(cause as Error).message}`, 'mettle compat tool --help', {
      cause,
    })
  }
}

function listTools(context: CommandContext): void {
  const tools = ENTRY_POINTS.map(({ name, summary, input, output }) => ({
    name,
    summary,
    input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    output: z.toJSONSchema(output, { unrepresentable: 'any' }),
  }))
  context.show({ tools }, () =>
    columns(
      tools.flatMap(({ name, summary, input }) => [
        [name, summary] as const,
        ['', fieldsOf(input as ObjectSchema)] as const,
      ]),
      context.width,
    ),
  )
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>
  readonly required?: readonly string[]
}

/** `{bead_id, include_resolved?}` */
function fieldsOf({ properties = {}, required = [] }: ObjectSchema): string {
  const names = Object.keys(properties).filter(
    (name) => properties[name]?.description !== 'taken, and not used',
  )
  return `{${names.map((name) => (required.includes(name) ? name : `${name}?`)).join(', ')}}`
}

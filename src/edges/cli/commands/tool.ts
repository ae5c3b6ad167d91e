import { callEntryPoint, ENTRY_POINTS } from '../../../compat/names/catalogue.ts'
import { defineCommand, flag } from '../command.ts'
import { schemaOf, schemaRows } from '../compute/list.ts'
import { type CommandContext, jsonText } from '../context.ts'
import { parseJson } from '../input/read-file.ts'
import { usageError } from '../input/tokens.ts'

export const toolCommand = defineCommand({
  name: 'compat tool',
  summary: 'Call a tool of another system by its own name.',
  description: `Takes and gives JSON in the fields of that system, over the same journal as every other command. The input is the second word, or
    standard input.`,
  arguments: [
    { name: 'name', summary: 'The name of the tool; --list shows them.' },
    { name: 'input', summary: 'A JSON object. Default: standard input.' },
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
    const told = await callEntryPoint(
      mettle,
      { name, input: parseJson(text, 'input:', 'mettle compat tool --help') },
      context.now(),
    )
    context.stdout.write(jsonText(told, context.isTerminal))
  },
})

function listTools(context: CommandContext): void {
  const tools = ENTRY_POINTS.map(({ name, summary, input, output }) => ({
    name,
    summary,
    input: schemaOf(input, 'input'),
    output: schemaOf(output),
  }))
  context.show({ tools }, () => schemaRows(context, tools))
}

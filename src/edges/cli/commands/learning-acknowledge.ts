import { defineCommand } from '../command.ts'
import { readTextFile } from '../input/read-file.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'learning acknowledge',
  summary: 'Record which patterns an agent says it used.',
  description: `Reads the agent's last message: LEARNINGS_ACKNOWLEDGED, a line Applied: "summary" -> [evidence at file:line] for each pattern that it used,
    or LEARNINGS_ACKNOWLEDGED: no_learnings (reason). A claim names its pattern by id or by its words; only what the run was shown
    counts. mettle learn checks the places.`,
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', required: true, summary: 'The run whose agent speaks.' },
    message: {
      kind: 'text',
      short: 'm',
      value: 'FILE',
      default: '-',
      summary: 'The file with the message; - reads standard input.',
    },
    agent: { kind: 'text', short: 'a', value: 'NAME', summary: 'Who speaks.' },
  },
  examples: [
    'mettle learning acknowledge --run run-7 --message last-message.txt',
    'mettle learning acknowledge --run run-7 --agent plan-writer < last-message.txt',
  ],
  run: async (context, { run, message, agent }) => {
    const text = await readTextFile(context, message, 'The message')
    const mettle = await context.openMettle()
    const told = await mettle.acknowledge({ run, message: text, agent })
    context.show(told, () => {
      if (!told.acknowledged) return 'The message acknowledges nothing.'
      if (told.none !== undefined) return `No pattern applied: ${told.none}`
      return [
        `${told.duplicate ? 'Known before' : 'Recorded'}: ${quantity(told.applied.length, 'pattern')} named.`,
        ...told.applied.map(
          ({ pattern, how, places }) => `  ${pattern}  by ${how}, ${quantity(places, 'place')} to check`,
        ),
        ...told.unmatched.map((summary) => `  not among those shown: ${summary}`),
      ].join('\n')
    })
  },
})

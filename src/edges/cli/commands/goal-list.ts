import { defineCommand } from '../command.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'goal list',
  summary: 'List the goals, and which one is chosen.',
  description: `The built-in goals and those of .learnings/goal.yaml. No goal is active until a person chooses one; what the file calls active is a
    suggestion. What is wrong in the file is left at its default, and said.`,
  examples: ['mettle goal list', 'mettle goal list --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const list = await mettle.goals()
    context.show(list, () => {
      const rows = list.goals.map(({ name, target, command, priority, description }) => [
        list.chosen?.goal === name ? '*' : '',
        name,
        target === undefined ? (command?.join(' ') ?? '') : String(target),
        priority.join(' > '),
        description,
      ])
      const { suggested, chosen } = list
      return [
        table(rows, {
          head: ['', 'GOAL', 'TARGET', 'FIRST', 'WHAT'],
          width: context.isTerminal ? context.width : undefined,
        }).trimEnd(),
        chosen === undefined ? 'No goal is chosen.' : `${chosen.goal} was chosen by ${chosen.by}.`,
        ...(suggested === undefined || chosen !== undefined
          ? []
          : [`goal.yaml suggests it: mettle goal use ${suggested}`]),
        ...list.warnings.map((warning) => `warning: ${warning}`),
      ].join('\n')
    })
  },
})

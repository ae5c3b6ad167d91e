import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'

export const command = defineCommand({
  name: 'goal use',
  needs: { person: { only: 'with --command', when: ({ command }) => command.length > 0 } },
  summary: 'Choose the goal that runs are measured against.',
  description: `From now on \`mettle learn\` measures every iteration against it: a pattern that was applied while the goal was missed earns half its relevance.
    At the start of agents, patterns come in the goal's order. A command is run without a shell and with a time limit, exactly as it is written down
    here; what a file says later does not change it. Choose none to have no goal.`,
  arguments: [{ name: 'goal', required: true, summary: 'Its name, or none.' }],
  options: {
    target: { kind: 'number', least: 0, value: 'N', summary: 'What to reach, where the goal has a number.' },
    command: {
      kind: 'list',
      value: 'WORD',
      summary: 'The program of a test or custom goal, then each of its arguments, one option a word.',
    },
    by: { kind: 'text', value: 'NAME', summary: 'Who chooses; else the user of this machine.' },
  },
  examples: [
    'mettle goal use reduce-failures --target 2',
    'mettle goal use swe-bench --command npm --command test',
    'mettle goal use none',
  ],
  run: async (context, { goal, target, command, by }) => {
    const mettle = await context.openMettle()
    const chosen = await mettle.chooseGoal({
      goal,
      by: decider(by),
      target,
      command: command.length === 0 ? undefined : [...command],
    })
    context.show(chosen, () =>
      chosen.kind === 'none'
        ? 'No goal is active.'
        : [
            `Runs are measured against ${goal} from now on${chosen.target === undefined ? '' : `, target ${chosen.target}`}.`,
            ...(chosen.command === undefined ? [] : [`It runs: ${chosen.command.join(' ')}`]),
            ...(chosen.priority === undefined ? [] : [`Patterns come as ${chosen.priority.join(' > ')}.`]),
          ].join('\n'),
    )
  },
})

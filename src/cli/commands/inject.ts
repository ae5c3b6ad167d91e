import { defineCommand } from '../command.ts'
import { failOpen } from '../fail-open.ts'
import { listed } from '../listed.ts'
import { openWithinDeadline } from '../open-within-deadline.ts'

export const command = defineCommand({
  name: 'inject',
  summary: 'Print the block of patterns for the next run.',
  description: `Prints what to put in front of a run: the patterns that are worth it, best first, within the token budget. Prints nothing when
    nothing is, and when the journal cannot be used: an agent never waits for its memory longer than inject.deadlineMs. A receipt of what was shown, what was left out and why is kept under the run's id.`,
  options: {
    role: {
      kind: 'text',
      value: 'ROLE',
      default: 'agent',
      summary: 'The role of the agent that will read it.',
    },
    task: { kind: 'text', short: 't', value: 'TEXT', summary: 'What the run is about to do.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run; else a new one is named.' },
    labels: { kind: 'list', value: 'A,B', summary: 'Labels of the work.' },
    files: { kind: 'list', value: 'A,B', summary: 'Files of the work.' },
    phase: { kind: 'text', value: 'NAME', summary: 'The phase of the work.' },
    budget: {
      kind: 'number',
      value: 'TOKENS',
      least: 0,
      whole: true,
      summary: 'The most that the block may cost; else by role.',
    },
    remaining: {
      kind: 'number',
      value: 'TOKENS',
      least: 0,
      whole: true,
      summary: 'Room left in the prompt.',
    },
    sections: { kind: 'switch', summary: 'Under headings by maturity, with the evidence for each line.' },
  },
  examples: [
    'mettle inject --role builder --task "rotate the signing key"',
    'mettle inject --role judge --labels auth,api --phase review --files src/token.ts',
  ],
  run: async (context, { role, task, run, labels, files, phase, budget, remaining, sections }) => {
    await failOpen(context, 'inject', async () => {
      const mettle = await openWithinDeadline(context, 'inject.deadlineMs')
      const injected = await mettle.inject({
        role,
        sections,
        ...(task === undefined ? {} : { task }),
        ...(run === undefined ? {} : { run }),
        ...(labels.length === 0 ? {} : { labels: listed(labels) }),
        ...(files.length === 0 ? {} : { files: listed(files) }),
        ...(phase === undefined ? {} : { phase }),
        ...(budget === undefined ? {} : { budgetTokens: budget }),
        ...(remaining === undefined ? {} : { remainingTokens: remaining }),
      })
      context.show(injected, () => injected.block)
      if (context.isTerminal)
        context.note(
          context.colour.dim(
            `run ${injected.run}, ${injected.tokens} tokens${withheldText(injected.withheld.length)}`,
          ),
        )
    })
  },
})

function withheldText(count: number): string {
  return count === 0 ? '' : `, ${count} withheld at random to measure what it is worth`
}

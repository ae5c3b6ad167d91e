import { defineCommand } from '../command.ts'
import { failOpen } from '../fail-open.ts'
import { listed } from '../input/split-list.ts'
import { openWithinDeadline } from '../open-within-deadline.ts'

export const command = defineCommand({
  name: 'plan-prompt',
  summary: 'Print what a planner should know before it cuts up some work.',
  description: `Which strategies worked and which kept failing, what was learned to avoid, and the patterns by how far they are proven, within the token budget. Prints
    nothing when nothing is known, and when the journal cannot be used. A receipt is kept under the run's id; record the plan under the same run.`,
  options: {
    task: { kind: 'text', short: 't', value: 'TEXT', required: true, summary: 'The work to be planned.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run; else a new one is named.' },
    role: { kind: 'text', value: 'ROLE', default: 'planner', summary: 'The role that will read it.' },
    labels: { kind: 'list', value: 'A,B', summary: 'Labels of the work.' },
    files: { kind: 'list', value: 'A,B', summary: 'Files of the work.' },
    budget: {
      kind: 'number',
      value: 'TOKENS',
      least: 0,
      whole: true,
      summary: 'The most that it may cost; else inject.planBudgetTokens.',
    },
  },
  examples: ['mettle plan-prompt --task "add refresh tokens to the login" --run run-7'],
  run: async (context, { task, run, role, labels, files, budget }) => {
    await failOpen(context, 'inject', async () => {
      const mettle = await openWithinDeadline(context, 'inject.deadlineMs')
      const prompted = await mettle.planPrompt({
        task,
        role,
        run,
        labels: labels.length === 0 ? undefined : listed(labels),
        files: files.length === 0 ? undefined : listed(files),
        budgetTokens: budget,
      })
      context.show(prompted, () => prompted.block)
      if (context.isTerminal)
        context.note(context.colour.dim(`run ${prompted.run}, ${prompted.tokens} tokens`))
    })
  },
})

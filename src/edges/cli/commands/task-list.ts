import { TASK_FEEDBACKS } from '../../../domain/values/outcome.ts'
import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'task list',
  summary: 'List the tasks of runs, with what their course counts as and why.',
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'Only those of this run.' },
    feedback: {
      kind: 'text',
      oneOf: TASK_FEEDBACKS,
      summary: 'Only those that count as this.',
    },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle task list --run run-7', 'mettle task list --feedback harmful --json'],
  run: async (context, { run, feedback, limit }) => {
    const mettle = await context.openMettle()
    const tasks = await mettle.tasks({ limit, run, feedback })
    const now = context.now()
    context.show({ tasks }, () => {
      if (tasks.length === 0) return 'No task fits.\nmettle outcome record --task tells of one.'
      const rows = tasks.map((task) => [
        relativeTime(task.at, now),
        task.run,
        task.task,
        task.feedback?.type ?? 'unknown',
        task.failureMode ?? '',
        task.feedback?.reasoning ?? 'nobody observed it',
      ])
      const head = ['WHEN', 'RUN', 'TASK', 'COUNTS AS', 'FAILED BY', 'BECAUSE']
      const width = context.isTerminal ? context.width : undefined
      return table(rows, { head, width, isLastProse: true }).trimEnd()
    })
  },
})

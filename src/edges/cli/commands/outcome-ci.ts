import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'outcome ci',
  summary: 'Record what continuous integration found out about a commit.',
  description: `Grades the runs whose work the commit is, and of a merge of all that it brought. The last word holds: a build that passes after one that failed puts them right. A
    result that says nothing, such as cancelled, records nothing, and a commit that is no run's work is no failure.

    In a job it needs the journal of the team: METTLE_DATABASE_URL, and a checkout with its history.`,
  options: {
    result: {
      kind: 'text',
      required: true,
      oneOf: ['success', 'failure', 'cancelled', 'skipped'],
      summary: 'As the job has it.',
    },
    commit: { kind: 'text', value: 'NAME', summary: 'The commit; else what is checked out.' },
    run: { kind: 'list', value: 'ID', summary: 'A run whose work it is; else found by the commit.' },
    key: { kind: 'text', value: 'TEXT', summary: 'The build, so that told twice it is one.' },
  },
  examples: [
    'mettle outcome ci --result success',
    'mettle outcome ci --result failure --commit 8d0c2fe --key build-512',
  ],
  run: async (context, { result, commit, run, key }) => {
    const mettle = await context.openMettle()
    if (result !== 'success' && result !== 'failure') {
      context.show(
        { result, runs: [] },
        () => `'${result}' says nothing about the work; nothing is recorded.`,
      )
      return
    }
    const recorded = await mettle.recordCi({ result, runs: run, commit, key })
    context.show(recorded, () => {
      const id = recorded.commit.slice(0, 12)
      if (recorded.runs.length === 0) return `${id} is the work of no run on record.`
      const news = recorded.runs.filter(({ duplicate }) => !duplicate)
      return [
        `${id}, ${result}, is the work of ${quantity(recorded.runs.length, 'run')}, of which ${news.length} had not heard of it.`,
        ...news.map((one) => `  ${one.run}`),
      ].join('\n')
    })
  },
})

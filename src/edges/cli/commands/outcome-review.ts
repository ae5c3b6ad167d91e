import { REVIEW_RESULTS } from '../../../domain/values/outcome.ts'
import type { ReviewRecorded } from '../../../loop/runs/record-review.ts'
import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'outcome review',
  summary: "Record that a reviewer asked for changes to a run's work.",
  description: `Speaks of the runs whose work the commit is, and of a merge of all that it brought. Work that needed changes is reworked, also when it is merged later; only its revert weighs
    more. A review that is dismissed asks for nothing, whichever is told first. Approval and comments record nothing: that work was good shows when it is merged and stays.

    In a job it needs the journal of the team: METTLE_DATABASE_URL, and a checkout with its history.`,
  options: {
    result: {
      kind: 'text',
      required: true,
      oneOf: REVIEW_RESULTS,
      summary: 'As the review has it.',
    },
    commit: {
      kind: 'text',
      value: 'NAME',
      summary: 'The commit that was looked at; else what is checked out.',
    },
    run: { kind: 'list', value: 'ID', summary: 'A run whose work it is; else found by the commit.' },
    reviewer: { kind: 'text', value: 'NAME', summary: 'Whose review it is.' },
    key: {
      kind: 'text',
      value: 'TEXT',
      summary: 'The review, so that told twice it is one; else the commit and the reviewer.',
    },
  },
  examples: [
    'mettle outcome review --result changes_requested --commit 8d0c2fe --reviewer ann --key 80',
    'mettle outcome review --result dismissed --commit 8d0c2fe --reviewer ann --key 80',
  ],
  run: async (context, { result, commit, run, reviewer, key }) => {
    const mettle = await context.openMettle()
    const recorded = await mettle.recordReview({ result, runs: run, commit, reviewer, key })
    context.show(recorded, () => textOf(recorded))
  },
})

function textOf({ result, review, commit, runs }: ReviewRecorded): string {
  if (result === 'approved' || result === 'commented')
    return `'${result}' asks for no changes; nothing is recorded.`
  const what = commit ?? `review ${review}`
  if (runs.length === 0) return `${what} is the work of no run on record.`
  const news = runs.filter(({ duplicate }) => !duplicate)
  const said = result === 'dismissed' ? 'review dismissed' : 'changes requested'
  return [
    `${what}, ${said}, is the work of ${quantity(runs.length, 'run')}, of which ${news.length} had not heard of it.`,
    ...news.map((one) => `  ${one.run}`),
  ].join('\n')
}

import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'strike record',
  summary: 'Record that an attempt at a task failed.',
  description: `The third strike says that the design is at fault rather than the last fix: it asks for a review and leaves a learning. Strikes are
    wiped when the task succeeds, or by a person.`,
  options: {
    task: { kind: 'text', short: 't', value: 'ID', required: true, summary: 'The task.' },
    attempt: { kind: 'text', short: 'a', value: 'TEXT', required: true, summary: 'What was tried.' },
    reason: { kind: 'text', value: 'TEXT', required: true, summary: 'Why it failed.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run in which it was tried.' },
  },
  examples: [
    'mettle strike record --task bd-12 --attempt "retry the upload" --reason "the server closes the stream again"',
  ],
  run: async (context, { task, attempt, reason, run }) => {
    const mettle = await context.openMettle()
    const recorded = await mettle.recordStrike({ task, attempt, reason, run })
    context.show(recorded, () =>
      recorded.struckOut
        ? `${task} has failed ${recorded.failed} times: review its design before another attempt.\nmettle strike prompt ${task}`
        : `Strike ${recorded.count} of ${recorded.outAt} for ${task}.`,
    )
  },
})

import { FEEDBACK_TARGETS, FEEDBACK_TYPES } from '../../../domain/values/outcome.ts'
import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'

export const command = defineCommand({
  name: 'feedback record',
  summary: 'Say that a pattern, a criterion or a strategy helped or harmed.',
  description: `It counts beside what outcomes say by themselves. Name the run or the task that it is about, and the same voice counts once there;
    without either, every word is a new one.`,
  arguments: [
    {
      name: 'subject',
      required: true,
      oneOf: FEEDBACK_TARGETS,
      summary: 'What it is about.',
    },
    {
      name: 'id',
      required: true,
      summary: 'The id of the pattern, or the name of the criterion or strategy.',
    },
  ],
  options: {
    type: { kind: 'text', required: true, oneOf: FEEDBACK_TYPES, summary: 'What it did.' },
    weight: { kind: 'number', least: 0, most: 1, default: 1, summary: 'How much it counts, from 0 to 1.' },
    reason: { kind: 'text', value: 'TEXT', summary: 'Why; it is kept and shown.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run in which it was so.' },
    task: { kind: 'text', value: 'ID', summary: 'The task in which it was so.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who says so; else the user of this machine.' },
  },
  examples: [
    'mettle feedback record criterion type_safe --type helpful --task login.1 --reason "the compiler caught it"',
    'mettle feedback record strategy "Split by file type" --type harmful',
  ],
  run: async (context, { subject, id, type, weight, reason, run, task, by }) => {
    const mettle = await context.openMettle()
    const recorded = await mettle.recordFeedback({
      subject,
      id,
      type,
      weight,
      by: decider(by),
      reasoning: reason,
      run,
      task,
    })
    const said = `${recorded.subject} ${recorded.id}: ${recorded.type}`
    context.show(recorded, () =>
      recorded.duplicate
        ? `It was recorded before: ${said}.`
        : [`Recorded ${said}, weight ${recorded.weight}.`, recorded.note ?? ''].join('\n').trimEnd(),
    )
  },
})

import { ERROR_TYPES } from '../../../domain/values/outcome.ts'
import { defineCommand } from '../command.ts'
import { readTextFile } from '../input/read-file.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'error record',
  summary: 'Record that a step of a task failed.',
  description: `Errors are what the next attempt at the task is told, and what an outcome counts that does not say how many there were. Without
    --type, the words of the message decide. Output with secrets is redacted before it is stored.`,
  options: {
    message: { kind: 'text', short: 'm', value: 'TEXT', required: true, summary: 'What went wrong.' },
    task: { kind: 'text', short: 't', value: 'ID', summary: 'The task.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run in which it happened.' },
    type: {
      kind: 'text',
      oneOf: ERROR_TYPES,
      summary: 'What kind of error it is; else told from the message.',
    },
    tool: { kind: 'text', value: 'NAME', summary: 'The tool that failed.' },
    context: { kind: 'text', value: 'TEXT', summary: 'What was being done.' },
    stack: { kind: 'text', value: 'FILE', summary: 'A file with the stack trace; - reads standard input.' },
    exitCode: { kind: 'number', whole: true, summary: 'The exit code of the tool.' },
    id: { kind: 'text', value: 'ID', summary: 'An id of your own, for what may be told twice.' },
  },
  examples: [
    'mettle error record --task bd-12 --tool tsc --message "Type error in src/auth.ts" --type validation --context "after adding OAuth types"',
    'npm test 2>&1 | mettle error record --task bd-12 --message "Command npm test failed" --stack -',
  ],
  run: async (context, input) => {
    const { message, task, run, type, tool, exitCode, id } = input
    const stack =
      input.stack === undefined ? undefined : await readTextFile(context, input.stack, 'The stack')
    const mettle = await context.openMettle()
    const recorded = await mettle.recordError({
      message,
      task,
      run,
      type,
      tool,
      context: input.context,
      stack: stack || undefined,
      exitCode,
      error: id,
    })
    const { counts, classifiedBy } = recorded
    context.show(recorded, () =>
      [
        recorded.duplicate ? `It was recorded before: ${recorded.error}` : `Recorded ${recorded.error}`,
        `type: ${recorded.type}${classifiedBy === undefined ? '' : `, for it says '${classifiedBy}'`}`,
        ...(counts === undefined
          ? []
          : [
              `${task} has met ${quantity(counts.total, 'error')}, ${counts.unresolved} unresolved; mettle error context --task ${task}`,
            ]),
      ].join('\n'),
    )
  },
})

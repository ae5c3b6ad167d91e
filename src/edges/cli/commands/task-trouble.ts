import { ERROR_TYPES } from '../../../domain/values/outcome.ts'
import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { readTextFile } from '../input/read-file.ts'
import { quantity } from '../output/quantity.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const errorRecordCommand = defineCommand({
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

export const errorResolveCommand = defineCommand({
  name: 'error resolve',
  summary: 'Say that an error was dealt with.',
  description:
    'It is no longer shown to the next attempt; the count of the errors that the task met keeps it. When a task succeeds, its open errors are resolved by that.',
  arguments: [{ name: 'error', summary: 'The id of the error.', required: true }],
  options: { how: { kind: 'text', value: 'TEXT', summary: 'How it was dealt with.' } },
  examples: ['mettle error resolve 01JG8Q5W3V7K2M4N6P8R0S2T4V --how "added the missing import"'],
  run: async (context, { error, how }) => {
    const mettle = await context.openMettle()
    const resolved = await mettle.resolveError({ error, how })
    context.show(resolved, () =>
      resolved.duplicate ? `${error} was resolved before.` : `Resolved ${error}.`,
    )
  },
})

export const errorListCommand = defineCommand({
  name: 'error list',
  summary: 'List errors that are not resolved, newest first.',
  options: {
    task: { kind: 'text', short: 't', value: 'ID', summary: 'Only those of this task.' },
    includeResolved: { kind: 'switch', summary: 'Those that were resolved, too.' },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle error list --task bd-12', 'mettle error list --include-resolved --json'],
  run: async (context, { task, includeResolved, limit }) => {
    const mettle = await context.openMettle()
    const found = await mettle.errors({ includeResolved, limit, task })
    const now = context.now()
    context.show(found, () => {
      if (found.length === 0) return includeResolved ? 'No error is recorded.' : 'No error is open.'
      const rows = found.map((item) => [
        relativeTime(item.at, now),
        item.task ?? '',
        item.type,
        item.resolved === undefined ? 'open' : 'resolved',
        item.error,
        item.message,
      ])
      const width = context.isTerminal ? context.width : undefined
      return table(rows, { head: ['WHEN', 'TASK', 'TYPE', 'STATE', 'ID', 'MESSAGE'], width }).trimEnd()
    })
  },
})

export const errorContextCommand = defineCommand({
  name: 'error context',
  summary: 'Print what a task ran into, for its next attempt.',
  description:
    'A section of Markdown, by type, oldest first; nothing at all when there is no open error. Text that could pose as an instruction is defused.',
  options: {
    task: { kind: 'text', short: 't', value: 'ID', required: true, summary: 'The task.' },
    includeResolved: { kind: 'switch', summary: 'Errors that were resolved, too.' },
    limit: {
      kind: 'number',
      short: 'n',
      least: 1,
      whole: true,
      default: 20,
      summary: 'How many errors at most, the newest.',
    },
  },
  examples: ['mettle error context --task bd-12'],
  run: async (context, { task, includeResolved, limit }) => {
    const mettle = await context.openMettle()
    const told = await mettle.errorContext({ task, includeResolved, limit })
    context.show(told, () => told.markdown)
    if (told.markdown === '')
      context.note(
        told.counts.total === 0
          ? `No error is recorded for ${task}.`
          : `${task} met ${quantity(told.counts.total, 'error')}, and none is open; --include-resolved shows what was.`,
      )
    if (told.leftOut > 0) context.note(`${quantity(told.leftOut, 'older error')} left out; see --limit.`)
  },
})

export const strikeRecordCommand = defineCommand({
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

export const strikeListCommand = defineCommand({
  name: 'strike list',
  summary: 'List the tasks that have strikes.',
  options: {
    struckOut: { kind: 'switch', summary: 'Only tasks that failed three times.' },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle strike list', 'mettle strike list --struck-out'],
  run: async (context, { struckOut, limit }) => {
    const mettle = await context.openMettle()
    const found = await mettle.strikes({ struckOut, limit })
    const now = context.now()
    context.show(found, () => {
      if (found.length === 0) return struckOut ? 'No task failed three times.' : 'No task has strikes.'
      const rows = found.map(({ task, count, outAt, failures, lastStrikeAt = 0 }) => [
        task,
        `${count}/${outAt}`,
        relativeTime(lastStrikeAt, now),
        `${failures.at(-1)?.attempt}: ${failures.at(-1)?.reason}`,
      ])
      const width = context.isTerminal ? context.width : undefined
      return table(rows, { head: ['TASK', 'STRIKES', 'LAST', 'LAST ATTEMPT'], width }).trimEnd()
    })
  },
})

export const strikeClearCommand = defineCommand({
  name: 'strike clear',
  summary: 'Wipe the strikes of a task.',
  description: 'For a task that begins anew under another design. Success wipes them by itself.',
  arguments: [{ name: 'task', summary: 'The task.', required: true }],
  options: {
    reason: { kind: 'text', value: 'TEXT', required: true, summary: 'Why it may begin anew.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who says so; else the user of this machine.' },
  },
  examples: ['mettle strike clear bd-12 --reason "split into two tasks"'],
  run: async (context, { task, reason, by }) => {
    const mettle = await context.openMettle()
    const told = await mettle.clearStrikes({ task, reason, by: decider(by) })
    context.show(told, () =>
      told.cleared === 0
        ? `${task} has no strikes.`
        : `Wiped ${quantity(told.cleared, 'strike')} of ${task}.`,
    )
  },
})

export const strikePromptCommand = defineCommand({
  name: 'strike prompt',
  summary: 'Print the request to review the design of a task that failed three times.',
  description: 'Prints nothing before the third strike.',
  arguments: [{ name: 'task', summary: 'The task.', required: true }],
  examples: ['mettle strike prompt bd-12'],
  run: async (context, { task }) => {
    const mettle = await context.openMettle()
    const strikes = await mettle.strikesOf(task)
    context.show(strikes, () => strikes.prompt)
    if (!strikes.struckOut)
      context.note(`${task} has ${strikes.count} of ${strikes.outAt} strikes: no review is due.`)
  },
})

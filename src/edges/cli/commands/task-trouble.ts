import { present } from '../../../domain/sets.ts'
import { ERROR_TYPES } from '../../../domain/values/outcome.ts'
import { askCommand, choice, number, text } from '../command.ts'
import { readTextFile } from '../input/read-file.ts'
import { grouped, quantity } from '../output/numbers-text.ts'
import { verbCommand } from '../verb-command.ts'

export const errorRecordCommand = askCommand({
  name: 'error record',
  summary: 'Record that a step of a task failed.',
  description: `The next attempt at the task is shown its errors, and an outcome that gives no count of errors uses theirs. Without
    --type, the words of the message decide. Output with secrets is redacted before it is stored.`,
  options: {
    message: text('What went wrong.', 'TEXT', { short: 'm', required: true }),
    task: text('The task.', 'ID', { short: 't' }),
    run: text('The run in which it happened.', 'ID', { short: 'r' }),
    type: choice(ERROR_TYPES, 'What kind of error it is. Default: read from the message.'),
    tool: text('The tool that failed.', 'NAME'),
    context: text('What was being done.', 'TEXT'),
    stack: text('A file with the stack trace; - reads standard input.', 'FILE'),
    exitCode: number('The exit code of the tool.', { whole: true }),
    id: text('An id of your own, so that a repeated call is recorded once.', 'ID'),
  },
  examples: [
    'mettle error record --task bd-12 --tool tsc --message "Type error in src/auth.ts" --type validation --context "after adding OAuth types"',
    'npm test 2>&1 | mettle error record --task bd-12 --message "Command npm test failed" --stack -',
  ],
  ask: async (mettle, { id: error, stack: file, ...told }, context) => {
    const stack = file === undefined ? undefined : await readTextFile(context, file, 'The stack')
    return mettle.recordError({ ...told, stack: stack || undefined, error })
  },
  view: ({ duplicate, error, type, classifiedBy, counts }, _, { task }) =>
    present([
      duplicate ? `Already recorded: ${error}` : `Recorded ${error}`,
      `type: ${type}${classifiedBy === undefined ? '' : `, for it says '${classifiedBy}'`}`,
      counts !== undefined &&
        `${task} has met ${quantity(counts.total, 'error')}, ${counts.unresolved} unresolved; mettle error context --task ${task}`,
    ]).join('\n'),
})

export const errorResolveCommand = verbCommand('resolveError', {
  name: 'error resolve',
  summary: 'Mark an error as resolved.',
  description:
    'The next attempt no longer sees it, but it still counts as an error of the task. A task that succeeds resolves its open errors.',
  words: { error: 'error' },
  examples: ['mettle error resolve 01JG8Q5W3V7K2M4N6P8R0S2T4V --how "added the missing import"'],
  view: ({ duplicate, alike = 0 }, _, { error }) =>
    `${duplicate ? `${error} was resolved before` : `Resolved ${error}`}${alike === 0 ? '' : `, with ${alike} of its kind`}.`,
})

export const errorListCommand = verbCommand('errors', {
  name: 'error list',
  summary: 'List unresolved errors, newest first.',
  examples: ['mettle error list --task bd-12', 'mettle error list --include-resolved --json'],
  listed: true,
  view: (found, context, { includeResolved }) => {
    const none = includeResolved ? 'No error is recorded.' : 'No error is open.'
    const rows = found.map(({ at, task, type, resolved, error, message, alike }) => {
      const state = resolved === undefined ? `${alike === undefined ? '' : `${alike} `}open` : 'resolved'
      return [context.ago(at), task, type, state, error, message]
    })
    return context.table(rows, { head: ['WHEN', 'TASK', 'TYPE', 'STATE', 'ID', 'MESSAGE'], none })
  },
})

export const errorContextCommand = verbCommand('errorContext', {
  name: 'error context',
  summary: 'Print the errors of a task, for its next attempt.',
  description:
    'Prints Markdown, by type, oldest first; nothing if there is no open error. Text that could pass for an instruction is made harmless.',
  options: { limit: { summary: 'How many errors at most, the newest.' } },
  examples: ['mettle error context --task bd-12'],
  view: ({ markdown }) => markdown,
  note: ({ markdown, counts, leftOut }, { task }) => {
    if (leftOut > 0) return `${quantity(leftOut, 'older error')} left out; see --limit.`
    if (markdown !== '') return undefined
    return counts.total === 0
      ? `No error is recorded for ${task}.`
      : `${task} met ${quantity(counts.total, 'error')}, and none is open; --include-resolved shows what was.`
  },
})

export const strikeRecordCommand = verbCommand('recordStrike', {
  name: 'strike record',
  summary: 'Record that an attempt at a task failed.',
  description: `The third strike means that the design is at fault, not the last fix: Mettle asks for
    a review and records a learning. A success clears the strikes, and so can a person.`,
  options: { attempt: { short: 'a' } },
  examples: [
    'mettle strike record --task bd-12 --attempt "retry the upload" --reason "the server closes the stream again"',
  ],
  view: ({ struckOut, failed, count, outAt }, _, { task }) =>
    struckOut
      ? `${task} has failed ${grouped(failed)} times: review its design before another attempt.\nmettle strike prompt ${task}`
      : `Strike ${count} of ${outAt} for ${task}.`,
})

export const strikeListCommand = verbCommand('strikes', {
  name: 'strike list',
  summary: 'List the tasks that have strikes.',
  examples: ['mettle strike list', 'mettle strike list --struck-out'],
  listed: true,
  view: (found, context, { struckOut }) => {
    const none = struckOut ? 'No task failed three times.' : 'No task has strikes.'
    const rows = found.map(({ task, count, outAt, failures, lastStrikeAt = 0 }) => {
      const last = failures.at(-1)
      return [task, `${count}/${outAt}`, context.ago(lastStrikeAt), `${last?.attempt}: ${last?.reason}`]
    })
    return context.table(rows, { head: ['TASK', 'STRIKES', 'LAST', 'LAST ATTEMPT'], none })
  },
})

export const strikeClearCommand = verbCommand('clearStrikes', {
  name: 'strike clear',
  summary: 'Clear the strikes of a task.',
  description: 'Use it when a task starts over with another design. A success clears them by itself.',
  words: { task: 'task' },
  options: { by: { summary: 'Who says so. Default: the user of this machine.' } },
  examples: ['mettle strike clear bd-12 --reason "split into two tasks"'],
  view: ({ cleared }, _, { task }) =>
    cleared === 0 ? `${task} has no strikes.` : `Wiped ${quantity(cleared, 'strike')} of ${task}.`,
})

export const strikePromptCommand = verbCommand('strikesOf', {
  name: 'strike prompt',
  summary: 'Print the request to review the design of a task that failed three times.',
  description: 'Prints nothing before the third strike.',
  words: { task: 'task' },
  examples: ['mettle strike prompt bd-12'],
  view: ({ prompt }) => prompt,
  note: ({ struckOut, count, outAt }, { task }) =>
    struckOut ? undefined : `${task} has ${count} of ${outAt} strikes: no review is due.`,
})

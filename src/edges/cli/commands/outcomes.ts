import { present } from '../../../domain/sets.ts'
import { REVIEW_RESULTS, RUN_ENDS } from '../../../domain/values/outcome.ts'
import type { CiRecorded } from '../../../loop/runs/record-ci.ts'
import type { ReviewRecorded } from '../../../loop/runs/record-review.ts'
import { askCommand, choice, defineCommand, flag, list, ordinal, showAnswer, text, withOneMore } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { fileLines } from '../input/read-file.ts'
import { visibleJson } from '../output/display-width.ts'
import { quantity } from '../output/numbers-text.ts'
import { becameText } from '../output/outcome-text.ts'

export const outcomeCiCommand = askCommand({
  name: 'outcome ci',
  summary: 'Record what CI reported for a commit.',
  description: `Grades the runs that made the commit; for a merge, all runs whose work it merged. The last result counts: a build that passes
    replaces one that failed. A result such as cancelled records nothing, and a commit that belongs to no run is not an error.

    In a CI job it needs the team's journal (METTLE_DATABASE_URL) and a checkout with its history.`,
  options: {
    result: choice(['success', 'failure', 'cancelled', 'skipped'], 'The result of the job.', { required: true }),
    commit: text('The commit. Default: what is checked out.', 'NAME'),
    run: list('A run that made the commit. Default: the runs behind the commit.', 'ID'),
    key: text('The id of the build, so that a repeated call is recorded once.', 'TEXT'),
  },
  examples: [
    'mettle outcome ci --result success',
    'mettle outcome ci --result failure --commit 8d0c2fe --key build-512',
  ],
  ask: async (mettle, { result, commit, run, key }) =>
    result === 'success' || result === 'failure'
      ? mettle.recordCi({ result, runs: run, commit, key })
      : { result, commit: undefined, runs: [] },
  view: ({ commit, runs }, _, { result }) =>
    commit === undefined
      ? `'${result}' says nothing about the work; nothing is recorded.`
      : workText(commit.slice(0, 12), result, runs),
})

export const outcomeReviewCommand = askCommand({
  name: 'outcome review',
  summary: 'Record that a reviewer asked for changes to the work of a run.',
  description: `Grades the runs that made the commit; for a merge, all runs whose work it merged. Work that needed
    changes counts as reworked, even if it is merged later; only a revert outranks that. Dismissing a review cancels it, in whichever order the two arrive. Approvals and comments record nothing: Mettle credits work when it is merged and stays.

    In a CI job it needs the team's journal (METTLE_DATABASE_URL) and a checkout with its history.`,
  options: {
    result: choice(REVIEW_RESULTS, 'The state of the review.', { required: true }),
    commit: text('The commit that was reviewed. Default: what is checked out.', 'NAME'),
    run: list('A run that made the commit. Default: the runs behind the commit.', 'ID'),
    reviewer: text('Who reviewed it.', 'NAME'),
    key: text('The id of the review, so that it counts once. Default: the commit and the reviewer.', 'TEXT'),
  },
  examples: [
    'mettle outcome review --result changes_requested --commit 8d0c2fe --reviewer ann --key 80',
    'mettle outcome review --result dismissed --commit 8d0c2fe --reviewer ann --key 80',
  ],
  ask: (mettle, { result, commit, run, reviewer, key }) =>
    mettle.recordReview({ result, runs: run, commit, reviewer, key }),
  view: (recorded) => textOf(recorded),
})

function textOf({ result, review, commit, runs }: ReviewRecorded): string {
  if (result === 'approved' || result === 'commented') return `'${result}' asks for no changes; nothing is recorded.`
  const said = result === 'dismissed' ? 'review dismissed' : 'changes requested'
  return workText(commit ?? `review ${review}`, said, runs)
}

/** The runs it was newly recorded for, and how many knew it already. */
function workText(what: string, said: string, runs: CiRecorded['runs']): string {
  if (runs.length === 0) return `${what} is the work of no run on record.`
  const news = runs.filter(({ duplicate }) => !duplicate)
  const known = runs.length - news.length
  const old = known === 0 ? '' : `, already known for ${quantity(known, 'run')}`
  const fresh = news.length === 0 ? '' : `, recorded for ${quantity(news.length, 'run')}`
  return [`${what}: ${said}${fresh}${old}.`, ...news.map((one) => `  ${one.run}`)].join('\n')
}

export const outcomeListCommand = defineCommand({
  name: 'outcome list',
  summary: 'List recorded outcomes, or the records that were refused, newest first.',
  options: {
    run: text('Only those of this run.', 'ID', { short: 'r' }),
    adapter: text('Only those that counted for this adapter.', 'NAME'),
    result: choice(RUN_ENDS, 'Only those with this result.'),
    refused: flag('The records that were refused, and why.'),
    limit: ordinal('How many at most.', { short: 'n', default: 20 }),
  },
  examples: ['mettle outcome list --adapter github --result failure', 'mettle outcome list --refused'],
  run: async (context, given) => {
    const { run, adapter, result, refused, limit } = withOneMore(given, { listed: true })
    const mettle = await context.openMettle()
    if (refused) {
      const found = await mettle.refusedOutcomes({ limit })
      const lines = (some: typeof found) =>
        some.flatMap(({ at, problems, record, source }) => [
          `${context.ago(at)}${source === undefined ? '' : `, from ${source}`}`,
          ...problems.map((problem) => `  ${problem.replaceAll('\n', '\n  ')}`),
          `  ${context.isTerminal ? record.slice(0, context.width - 3) : record}`,
        ])
      const view = (some: typeof found) => (some.length === 0 ? 'No record was refused.' : lines(some).join('\n'))
      return showAnswer(found, { listed: true, view }, context, given)
    }
    const found = await mettle.outcomes({ limit, run, adapter, result })
    const view = (some: typeof found) => {
      const rows = some.map((item) => [
        context.ago(item.at),
        item.task === undefined ? item.run : `${item.run} ${item.task}`,
        item.result,
        becameText(item.became),
        item.qualityScore,
        item.adapters?.join(', '),
        item.failureType,
      ])
      const head = ['WHEN', 'RUN', 'RESULT', 'WORK', 'QUALITY', 'ADAPTERS', 'FAILURE']
      return context.table(rows, { head, right: [4], none: 'No outcomes match.' })
    }
    return showAnswer(found, { listed: true, view }, context, given)
  },
})

export const outcomeImportCommand = askCommand({
  name: 'outcome import',
  summary: 'Record a log of finished runs, one JSON object per line.',
  description: `Each line is an outcome in either documented shape, as for outcome record --from. A line that is refused, or that contradicts what was
    recorded for its run, is kept with the reason (mettle outcome list --refused), and the
    import goes on with the next line; the exit code is then 1. Importing the same log again changes nothing.`,
  arguments: [{ name: 'file', required: true, summary: 'The log; - is standard input.' }],
  examples: ['mettle outcome import outcomes.jsonl', 'cat outcomes.jsonl | mettle outcome import -'],
  ask: (mettle, { file }, context) =>
    context.during('Importing', (onProgress) =>
      mettle.importOutcomes(linesOf(context, file), {
        source: file === '-' ? undefined : file,
        onProgress: (lines) => onProgress(lines),
      }),
    ),
  view: ({ lines, recorded, duplicates, refused, problems }) =>
    present([
      `Read ${quantity(lines, 'line')}: ${recorded} recorded, ${duplicates} known before, ${refused} refused.`,
      ...problems.map(({ line, problem }) => `  line ${line}: ${problem}`),
      refused > 0 && 'To list what was refused: mettle outcome list --refused',
    ]).join('\n'),
  exit: ({ refused }) => (refused === 0 ? 0 : 1),
})

function linesOf(context: CommandContext, file: string): AsyncIterable<string> {
  if (file === '-') return context.stdin.lines('A log of outcomes')
  return fileLines(context, file, 'Check the path; - reads standard input.')
}

export const outcomeExportCommand = defineCommand({
  name: 'outcome export',
  summary: 'Print the outcomes of graded runs, one JSON object per line.',
  description:
    'Oldest first. Each object has the fields of both documented shapes; outcome import reads it, here or elsewhere.',
  examples: ['mettle outcome export > outcomes.jsonl'],
  run: async (context) => {
    const mettle = await context.openMettle()
    for await (const record of mettle.exportOutcomes()) {
      context.stdout.write(`${visibleJson(record)}\n`)
      await context.stdout.drained()
    }
  },
})

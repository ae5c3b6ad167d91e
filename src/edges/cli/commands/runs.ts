import { present } from '../../../domain/sets.ts'
import type { ReceiptDetail, ReceiptView } from '../../../loop/runs/list-runs.ts'
import { SUBJECT, SUBJECT_RULE } from '../../../loop/verbs/runs.ts'
import { askCommand, ordinal, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { usageError } from '../input/tokens.ts'
import { grouped, newestOf, quantity } from '../output/numbers-text.ts'
import { becameText } from '../output/outcome-text.ts'
import { table } from '../output/table.ts'
import { verbCommand } from '../verb-command.ts'

export const runListCommand = verbCommand('runs', {
  name: 'run list',
  summary: 'List runs, how each ended, and which patterns were used.',
  options: { offset: false },
  examples: ['mettle run list', 'mettle run list --result failure --json'],
  listed: true,
  view: (runs, { ago, table }) => {
    const rows = runs.map(({ lastAt, id, result, became, observedBy, shown, applied, errors }) => {
      const ended = became === undefined ? result : `${result}, ${becameText(became)}`
      return [ago(lastAt), id, ended, observedBy, shown, applied, errors]
    })
    const head = ['WHEN', 'RUN', 'ENDED', 'SEEN BY', 'SHOWN', 'APPLIED', 'ERRORS']
    return table(rows, { head, right: [4, 5, 6], none: 'No runs match.' })
  },
})

export const runShowCommand = verbCommand('run', {
  name: 'run show',
  summary: 'Show what a run was shown, what happened in it, and how it ended.',
  words: { id: 'run' },
  examples: ['mettle run show run-7', 'mettle run show run-7 --json'],
  view: (run, context) => {
    const { colour, ago } = context
    const patterns = run.patterns.map(({ tier, pattern, text }) => [tier, pattern, text])
    const timeline = run.timeline.map(({ at, words }) => [ago(at), words])
    return present([
      `${colour.bold(run.id)}  ${run.result}${run.observedBy === undefined ? '' : `, seen by ${run.observedBy}`}`,
      run.became !== undefined && `Its work was ${becameText(run.became)}`,
      `Started ${ago(run.firstAt)}, last active ${ago(run.lastAt)}`,
      '',
      colour.bold('Patterns'),
      context.table(patterns, { indent: 2, none: '  None was shown.' }),
      ...receiptLines(run.receiptList, context),
      '',
      colour.bold(
        run.events > timeline.length
          ? `What happened, ${newestOf(timeline.length, run.events)} events`
          : 'What happened',
      ),
      context.table(timeline, { indent: 2 }),
    ]).join('\n')
  },
})

const MOST_RECEIPTS = 5

/** What the run was shown, newest first, with the ids to look it up. */
function receiptLines(receipts: readonly ReceiptView[], context: CommandContext): string[] {
  if (receipts.length === 0) return []
  const rows = receipts.slice(0, MOST_RECEIPTS).map(({ at, receipt, surface, items }) => {
    return [context.ago(at), receipt, `${surface}, ${quantity(items.length, 'pattern')}`]
  })
  const rest = receipts.length - rows.length
  return present([
    '',
    context.colour.bold('Receipts'),
    table(rows, { indent: 2 }).trimEnd(),
    rest > 0 && `  and ${grouped(rest)} more; --json has them`,
    `  mettle receipt why ${receipts[0]!.receipt}`,
  ])
}

export const receiptShowCommand = askCommand({
  name: 'receipt show',
  summary: 'Show what one block held, what was left out, and what was withheld.',
  arguments: [{ name: 'receipt', required: true, summary: 'Its id; mettle run show RUN lists them.' }],
  examples: ['mettle receipt show 01KA3W9Z8C3QGQ7M6JX0Y3T5EV', 'mettle receipt show 01KA3W9Z8C3QGQ7M6JX0Y3T5EV --json'],
  ask: (mettle, { receipt: id }) => mettle.receipt(id),
  listed: 'items',
  view: (receipt, context) => {
    const { items, displaced, displacedTotal, withheld } = receipt
    const { colour } = context
    const width = context.textWidth
    const lines = (entries: readonly Entry[], isTold = true) => entriesText(receipt, entries, isTold, width)
    return [
      `${receipt.surface} for ${receipt.agent ?? receipt.role ?? receipt.tool ?? 'the session'}, ${context.ago(receipt.at)}${receipt.run === undefined ? '' : `, run ${receipt.run}`}`,
      `${grouped(receipt.usedTokens)} of ${grouped(receipt.budgetTokens)} tokens used`,
      '',
      ...(receipt.block === undefined ? [] : [colour.bold('The text that the agent read'), receipt.block, '']),
      colour.bold('Shown'),
      lines(items, false),
      '',
      `${colour.bold('Left out')}${displacedTotal > displaced.length ? `  the best ${displaced.length} of ${displacedTotal}` : ''}`,
      lines(displaced),
      '',
      colour.bold('Withheld at random'),
      lines(withheld),
      '',
      `mettle receipt why ${receipt.receipt} explains each part.`,
    ].join('\n')
  },
})

type Entry = Pick<ReceiptDetail['items'][number], 'pattern'>

/** With `isTold`, each has its reason. */
function entriesText(receipt: ReceiptDetail, entries: readonly Entry[], isTold: boolean, width?: number): string {
  const { texts, fates, worths, profile } = receipt
  if (entries.length === 0) return '  None.'
  const rows = entries.map(({ pattern }) => [
    worths[pattern]!.toFixed(profile === 'bayes' ? 3 : 2),
    pattern,
    ...(isTold ? [fates[pattern] ?? ''] : []),
    texts[pattern] ?? '',
  ])
  return table(rows, { indent: 2, right: [0], width, isLastProse: true }).trimEnd()
}

export const timelineCommand = askCommand({
  name: 'timeline',
  summary: 'List events, newest first.',
  options: {
    run: text('Only what happened in this run.', 'ID', { short: 'r' }),
    about: text('Only events about it, as pattern/ID or adapter/NAME.', 'KIND/ID'),
    before: ordinal('Only events before this position, for the next page.'),
    limit: ordinal('How many at most.', { short: 'n', default: 30 }),
  },
  examples: ['mettle timeline', 'mettle timeline --run run-7', 'mettle timeline --about adapter/github --json'],
  ask: (mettle, { run, about, before, limit }) => {
    if (about !== undefined && !SUBJECT.test(about))
      throw usageError(`--about: '${about}' ${SUBJECT_RULE}.`, 'mettle timeline --about adapter/github')
    return mettle.timeline({ limit, run, subject: about, before })
  },
  listed: true,
  next: ({ position }: { readonly position: number }) => `--before ${position}`,
  view: (facts, { ago, table }) => {
    const rows = facts.map(({ position, at, run, words }) => [position, ago(at), run, words])
    return table(rows, { head: ['#', 'WHEN', 'RUN', 'WHAT'], right: [0], none: 'No events match.' })
  },
})

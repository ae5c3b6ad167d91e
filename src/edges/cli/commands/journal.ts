import { present } from '../../../domain/sets.ts'
import type { Backtest, Compared, OffPolicy } from '../../../loop/injection/backtest.ts'
import type { Undone, UndoRequest } from '../../../loop/journal/undo.ts'
import type { Replayed } from '../../../loop/reports/replay.ts'
import type { Mettle } from '../../../open.ts'
import { askCommand, defineCommand, flag, ordinal, text, YES } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { ask, canAsk, decider } from '../input/ask.ts'
import { parseTime } from '../input/parse-values.ts'
import { usageError } from '../input/tokens.ts'
import { duration, percent, quantity } from '../output/numbers-text.ts'
import { reportText } from '../output/report-text.ts'
import { undoneText } from '../output/undo-text.ts'
import { patternTable } from './patterns.ts'

export const rebuildCommand = askCommand({
  name: 'rebuild',
  summary: 'Recompute everything from the events in the journal.',
  description: `Discards everything that was computed from the events and computes it again with the current settings. After a setting changes, the
    next command does this by itself. The events are only read, and runs can record and inject meanwhile. --set has no effect here.`,
  examples: ['mettle rebuild'],
  needs: { person: 'always' },
  ask: async (mettle, _, { now, during }) => {
    const startedAt = now()
    const { events } = await during('Rebuilding', (onProgress) => mettle.rebuild({ onProgress }))
    return { events, durationMs: now() - startedAt }
  },
  view: ({ events, durationMs }) =>
    `Recomputed everything from ${quantity(events, 'event')} in ${duration(durationMs)}.`,
})

export const undoCommand = defineCommand({
  name: 'undo',
  summary: 'Undo an event, or everything from one run or source.',
  description: `Afterwards everything is as if the events had never been recorded, except for the record of the undo; the events stay in the journal. What Mettle concluded
    from an event goes with it: the pattern made from a learning, the effect of a verdict. First shows which patterns, runs, adapters and tasks would change, and how, and
    what has already followed from the events. Every undo prints the command that reverses it. The same event recorded again stays undone; different content counts.`,
  arguments: [{ name: 'event', summary: 'An event by its id or its number in the timeline, or an earlier undo.' }],
  options: {
    run: text('All that this run contributed.', 'RUN'),
    source: text(
      'Everything from a person, a client, an entry point (import), a kind of source (external) or a pulled project.',
      'NAME',
    ),
    alone: flag('Leave what was concluded from it as it is.'),
    reason: text('Why; it is kept and shown.', 'TEXT'),
    by: text('Who undoes it. Default: the user of this machine.', 'NAME'),
    dryRun: flag('Show what would change, and change nothing.'),
    yes: YES,
  },
  examples: [
    'mettle undo 01KDVDNJS84CMPBAGXH7J72KCY --dry-run',
    'mettle undo 01KDVDNJS84CMPBAGXH7J72KCY --reason "recorded for the wrong run"',
    'mettle undo --run r-17 --reason "the agent followed a forged issue"',
    'mettle undo --source other-team --reason "their journal was poisoned"',
  ],
  needs: { person: { only: 'Unless it is a dry run', when: ({ dryRun, reason }) => !dryRun && reason !== undefined } },
  run: async (context, { event, run, source, alone, reason, by, dryRun, yes }) => {
    if (event === undefined && run === undefined && source === undefined)
      throw usageError(
        'Name what to undo: an event, --run or --source.',
        'To list events with their numbers: mettle timeline. Then, for example: mettle undo 12 --dry-run',
      )
    if (reason === undefined && !dryRun)
      throw usageError(
        '--reason is missing: why; it is kept and shown.',
        `mettle undo ${present([event, run && `--run ${run}`, source && `--source ${source}`]).join(' ')} --reason "recorded for the wrong run"`,
      )
    const mettle = await context.openMettle()
    const scope = { event, run, source, alone }
    const request = { ...scope, by: decider(by), reason: reason ?? 'dry run' }
    const asks = !dryRun && !yes && canAsk(context)
    if (asks && !(await isMeant(context, mettle, request))) return
    const undone = await withProgress(context, mettle, { ...request, dryRun })
    context.show(undone, () => undoneText(undone, context, asks))
  },
})

async function isMeant(context: CommandContext, mettle: Mettle, request: UndoRequest): Promise<boolean> {
  const radius = await withProgress(context, mettle, { ...request, dryRun: true })
  if (!radius.changed) return true
  context.note(undoneText(radius, context).replace(/\nNothing was changed\.$/, ''))
  return ask(context, 'Undo it?')
}

function withProgress(context: CommandContext, mettle: Mettle, request: UndoRequest): Promise<Undone> {
  const label = request.dryRun ? 'Comparing' : 'Undoing'
  return context.during(label, (onProgress) => mettle.undo({ ...request, onProgress }))
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

const MOST = 20

export const replayCommand = defineCommand({
  name: 'replay',
  summary: 'Show patterns and policy at an earlier time, or verify the journal.',
  description: `With --as-of: shows what pattern list, policy show and report would have answered then, from the events on record at that time and with the current
    settings. A date means the end of that day, in UTC. Events that were undone since then still count; archived text is read from the archive. With --verify:
    recomputes everything from the journal and compares every byte with what is stored; exits with 1 if one differs. Neither changes anything.`,
  options: {
    asOf: text('A date, or an ISO 8601 time with a zone.', 'TIME'),
    all: flag('Also patterns that were not shown.'),
    verify: flag('Recompute everything and compare it with what is stored.'),
  },
  examples: [
    'mettle replay --as-of 2026-11-01',
    'mettle replay --as-of 2026-11-01T09:30:00Z --json',
    'mettle replay --verify',
  ],
  run: async (context, { asOf, all, verify }) => {
    if (verify) return check(context)
    if (asOf === undefined) throw usageError('Say when: --as-of TIME, or --verify.', 'mettle replay --as-of 2026-11-01')
    const at = parseTime('--as-of', DATE.test(asOf) ? `${asOf}T23:59:59.999Z` : asOf)
    const mettle = await context.openMettle()
    const replayed = await context.during('Replaying', (onProgress) => mettle.replay({ asOf: at, all, onProgress }))
    context.show(replayed, () => replayedText(replayed, context))
  },
})

async function check(context: CommandContext): Promise<number | undefined> {
  const mettle = await context.openMettle()
  const verified = await context.during('Folding', (onProgress) => mettle.verifyReplay({ onProgress }))
  const { events, documents, problems } = verified
  context.show(verified, () =>
    problems.length === 0
      ? `The ${quantity(events, 'event')} give exactly the ${quantity(documents, 'document')} that are stored, byte for byte.`
      : `${quantity(problems.length, 'difference')}:${problems.map((problem) => `\n  ${problem}`).join('')}`,
  )
  return problems.length === 0 ? undefined : 1
}

function replayedText(
  { asOf, position, archivedUpTo, patterns, policy, report }: Replayed,
  context: CommandContext,
): string {
  const adapters = policy.adapters.map(({ adapter, overlay, reliability }) => [
    adapter,
    reliability === undefined ? '-' : reliability.score.toFixed(2),
    `risk x${overlay.riskMultiplier}${overlay.requireApproval ? ', asks a person' : ''}`,
  ])
  return present([
    `As of ${new Date(asOf).toISOString()}: ${quantity(position, 'event')}, ${quantity(patterns.length, 'pattern')}.`,
    archivedUpTo !== 0 && `Events up to ${archivedUpTo} were read from the archive.`,
    ...(patterns.length === 0 ? [] : ['', patternTable(patterns.slice(0, MOST), context)]),
    patterns.length > MOST && `and ${quantity(patterns.length - MOST, 'more pattern')}; --json has them`,
    ...(adapters.length === 0
      ? []
      : ['', context.table(adapters, { head: ['ADAPTER', 'RELIABILITY', 'POLICY'], right: [1] })]),
    '',
    reportText(report, context.colour, context.textWidth),
  ]).join('\n')
}

export const backtestCommand = askCommand({
  name: 'backtest',
  summary: 'Try other settings on your own history.',
  description: `For every past request, computes what the current settings and those of a file would have shown. Compares what both share, what they cost,
    how well the scores predicted how runs ended, and, from the probabilities on the receipts, how runs would have ended. Changes nothing. The file has the form of mettle.config.json and contains only what differs.
    --fail-if-worse exits with 1 if the tried settings are worse by more than chance explains, for use in CI.`,
  options: {
    policy: text('The settings to try, as JSON; mettle config lists the keys.', 'FILE', { required: true }),
    receipts: ordinal('How many of the newest requests to use.', { most: 100_000, default: 500 }),
    failIfWorse: flag('Exit with 1 if they are worse.'),
  },
  examples: ['mettle backtest --policy new.json', 'mettle backtest --policy new.json --fail-if-worse --json'],
  ask: (mettle, { policy, receipts }, { during }) =>
    during('Rehearsing', (onProgress) => mettle.backtest({ policyFile: policy, receipts, onProgress })),
  view: backtestText,
  exit: ({ worse }, { failIfWorse }) => (failIfWorse && worse.length > 0 ? 1 : undefined),
})

function backtestText(compared: Backtest, { table }: CommandContext): string {
  const { policies, profiles, requests, overlap, fidelity, tokens, runs, prediction, worse } = compared
  const { offPolicy, mistakes } = compared
  if (requests === 0) return 'There is no receipt yet to try them on: mettle inject leaves them.'
  const rows = [
    ['settings', `${policies.present}, ${profiles.present}`, `${policies.tried}, ${profiles.tried}`, ''],
    ['tokens a request', tokens.present.toFixed(1), tokens.tried.toFixed(1), ''],
    ...(prediction === undefined
      ? []
      : [
          row('Brier, lower is better', prediction.brier),
          row('log loss, lower is better', prediction.logLoss),
          row('AUC, higher is better', prediction.auc),
        ]),
    ['would end well', valueText(offPolicy.present), valueText(offPolicy.tried), ''],
    ['known mistakes come back', valueText(mistakes.present), valueText(mistakes.tried), ''],
  ]
  return present([
    `${quantity(requests, 'request')}, ${quantity(runs, 'run')} with an observed end.`,
    `Both would show the same in ${percent(overlap)}; the replay matches what was chosen then in ${percent(fidelity)}.`,
    '',
    table(rows, { head: ['', 'PRESENT', 'TRIED', 'DIFFERENCE (95%)'] }),
    prediction === undefined && 'How well scores predict: not enough runs that ended well and badly; 20 are needed.',
    ...only('Only the current settings would show', compared.onlyPresent),
    ...only('Only the settings you tried would show', compared.onlyTried),
    '',
    worse.length === 0 ? 'Not worse, as far as this history shows.' : `Worse: ${worse.join('; ')}.`,
  ]).join('\n')
}

function row(name: string, { present, tried, difference: { estimate, low, high } }: Compared): string[] {
  const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(4)}`
  const span = `${signed(low)} to ${signed(high)}`
  return [name, present.toFixed(4), tried.toFixed(4), `${signed(estimate)} (${span})`]
}

function valueText({ value, effective }: OffPolicy): string {
  return value === undefined
    ? `not enough (${effective.toFixed(1)} of 20)`
    : `${percent(value.estimate)} (${percent(value.low)} to ${percent(value.high)})`
}

function only(title: string, named: Backtest['onlyPresent']): string[] {
  const lines = named.map(({ pattern, text, requests }) => {
    return `  ${present([pattern, text || undefined]).join('  ')}  (${quantity(requests, 'request')})`
  })
  return lines.length === 0 ? [] : [`${title}:`, ...lines]
}

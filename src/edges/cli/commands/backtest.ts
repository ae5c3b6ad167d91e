import type { Backtest, Compared, OffPolicy } from '../../../loop/injection/backtest.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { percent, quantity } from '../output/quantity.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'backtest',
  summary: 'Try other settings on your own history.',
  description: `Asks the present settings and those of a file at every past request what they would have shown, and compares them: what they share, what they cost, how well the scores of what was shown predicted
    how runs ended, and, from the probabilities on the receipts, how runs would have ended. Nothing is changed. The file has the form of mettle.config.json and holds only what differs.
    --fail-if-worse exits 1 when the tried settings are worse beyond what chance explains, so that it works as a gate in CI.`,
  options: {
    policy: {
      kind: 'text',
      value: 'FILE',
      required: true,
      summary: 'The settings to try, as JSON; mettle config lists the keys.',
    },
    receipts: {
      kind: 'number',
      least: 1,
      most: 100_000,
      whole: true,
      default: 500,
      summary: 'Only the newest so many requests.',
    },
    failIfWorse: { kind: 'switch', summary: 'Exit 1 when they are worse.' },
  },
  examples: ['mettle backtest --policy new.json', 'mettle backtest --policy new.json --fail-if-worse --json'],
  run: async (context, { policy, receipts, failIfWorse }) => {
    const mettle = await context.openMettle()
    const progress = context.progress('Rehearsing')
    const onProgress = (done: number, total: number) => progress.at(done, total)
    const compared = await mettle.backtest({ policyFile: policy, receipts, onProgress })
    progress.end()
    context.show(compared, () => backtestText(compared, context))
    return failIfWorse && compared.worse.length > 0 ? 1 : undefined
  },
})

function backtestText(compared: Backtest, { width, isTerminal }: CommandContext): string {
  const { policies, profiles, requests, overlap, fidelity, tokens, runs, prediction, offPolicy, worse } =
    compared
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
  ]
  return [
    `${quantity(requests, 'request')}, ${quantity(runs, 'run')} with an observed end.`,
    `Both would show the same in ${percent(overlap)}; the replay matches what was chosen then in ${percent(fidelity)}.`,
    '',
    table(rows, {
      head: ['', 'PRESENT', 'TRIED', 'DIFFERENCE (95 %)'],
      width: isTerminal ? width : undefined,
    }).trimEnd(),
    ...(prediction === undefined
      ? ['How well scores predict: not enough runs that ended well and badly; 20 are needed.']
      : []),
    ...only('Only the present ones would show', compared.onlyPresent),
    ...only('Only the tried ones would show', compared.onlyTried),
    '',
    worse.length === 0 ? 'Not worse, as far as this history tells.' : `Worse: ${worse.join('; ')}.`,
  ].join('\n')
}

function row(name: string, { present, tried, difference: { estimate, low, high } }: Compared): string[] {
  const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(4)}`
  return [
    name,
    present.toFixed(4),
    tried.toFixed(4),
    `${signed(estimate)} (${signed(low)} to ${signed(high)})`,
  ]
}

function valueText({ value, effective }: OffPolicy): string {
  return value === undefined
    ? `not enough (${effective.toFixed(1)} of 20)`
    : `${percent(value.estimate)} (${percent(value.low)} to ${percent(value.high)})`
}

function only(title: string, named: Backtest['onlyPresent']): string[] {
  if (named.length === 0) return []
  return [
    `${title}:`,
    ...named.map(
      ({ pattern, text = '', requests }) =>
        `  ${[pattern, text].filter((part) => part !== '').join('  ')}  (${quantity(requests, 'request')})`,
    ),
  ]
}

import { markdownOf } from '../../../report/cycle-summary.ts'
import { askCommand, choice } from '../command.ts'
import { calibrationText } from '../output/consensus-text.ts'
import { governanceSections, governanceText } from '../output/governance-text.ts'
import { insightsText } from '../output/insights-text.ts'
import { reportText } from '../output/report-text.ts'
import { upliftText } from '../output/uplift-text.ts'
import { verbCommand } from '../verb-command.ts'

export const reportCommand = verbCommand('report', {
  name: 'report',
  summary: 'Report whether Mettle helps here, and which patterns matter.',
  examples: ['mettle report', 'mettle report --json'],
  view: (report, context) => reportText(report, context.colour, context.textWidth),
})

export const reportUpliftCommand = verbCommand('uplift', {
  name: 'report uplift',
  summary: 'Report what showing patterns changes about how runs end.',
  description: `Mettle withholds a share of patterns from each run at random, and compares runs that were shown a pattern with runs that it was
    withheld from. It weights runs by the probability of either, and adjusts for what is expected of runs in the same context. Differences are in percentage points; the interval stays valid however often you look.
    If the evidence supports a decision, the command to type is shown: a person decides.`,
  options: { pattern: { value: 'ID' }, limit: { summary: 'How many patterns at most.' } },
  examples: ['mettle report uplift', 'mettle report uplift --pattern p-d86bc974dde41587 --json'],
  view: (report, context) => upliftText(report, context.colour, context.textWidth),
})

export const reportCalibrationCommand = verbCommand('calibration', {
  name: 'report calibration',
  summary: 'Report how well predictions matched how runs ended.',
  description: `With inject.profile = bayes, every receipt predicts how likely its run is to succeed. Compared with how runs ended, these predictions give the Brier score, the log
    loss and the calibration error over ten bins. Patterns with strong enough evidence from outcomes are suggested for promotion.`,
  examples: ['mettle report calibration', 'mettle report calibration --json'],
  view: (report, context) => calibrationText(report, context.colour),
})

export const reportGovernanceCommand = askCommand({
  name: 'report governance',
  summary: 'Report the reliability of adapters and agents, and the active policy.',
  description: `The strongest and weakest three adapters, the five most frequent failures, active overlays with their age, what changed policy, what people decided
    and why, agents, skills and suggestions. An overlay without new evidence for policy.staleAfterDays raises an alert.`,
  options: { format: choice(['text', 'markdown'], 'How to print it.', { default: 'text' }) },
  examples: ['mettle report governance', 'mettle report governance --format markdown > governance.md'],
  ask: (mettle) => mettle.governanceReport(),
  view: (report, context, { format }) =>
    format === 'markdown'
      ? markdownOf('Governance report', governanceSections(report, context.now()))
      : governanceText(report, context.colour, context.now()),
})

export const insightsCommand = verbCommand('insights', {
  name: 'insights',
  summary: 'Report how roles judge, whether they agree, and which findings recur.',
  description: `Reads the newest 5,000 deliberations and verdicts. A role that passes less than half of the work over two runs or more is flagged. A
    challenger and its validator that agree in less than 70% of ten cases or more are misaligned; in more than 90% their alignment is strong, and more than 85% is already a
    warning. Each share comes with its total, and a note if that is too few. Skills
    are those that outcomes name; --role and --phase do not filter them.`,
  options: { role: { value: 'ROLE' }, phase: { value: 'NAME' } },
  examples: [
    'mettle insights',
    'mettle insights --trends --role judge',
    'mettle insights --phase review --json',
    'mettle insights --skills',
  ],
  view: (given, context) => insightsText(given, context.colour, context.textWidth),
})

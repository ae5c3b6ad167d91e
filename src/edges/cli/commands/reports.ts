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
  description: `A share of patterns is withheld from each run at random. Runs that were shown a pattern are compared with runs that it was withheld from, weighted by the
    probability of either and measured against what runs of their context lead to expect. Differences are in points of a hundred runs; the interval stays valid however often it is
    looked at. Where the evidence speaks for a decision, the command to type is shown: a person takes it.`,
  options: { pattern: { value: 'ID' }, limit: { summary: 'How many patterns at most.' } },
  examples: ['mettle report uplift', 'mettle report uplift --pattern p-d86bc974dde41587 --json'],
  view: (report, context) => upliftText(report, context.colour, context.textWidth),
})

export const reportCalibrationCommand = verbCommand('calibration', {
  name: 'report calibration',
  summary: 'Report how well predictions matched how runs ended.',
  description: `Under inject.profile = bayes every receipt says how probable it is that its run succeeds. Joined with how runs ended, that gives the Brier score, the log
    loss and the calibration error over ten bins. Patterns that outcomes speak for strongly enough are suggested for promotion.`,
  examples: ['mettle report calibration', 'mettle report calibration --json'],
  view: (report, context) => calibrationText(report, context.colour),
})

export const reportGovernanceCommand = askCommand({
  name: 'report governance',
  summary: 'Report the reliability of adapters and agents, and the active policy.',
  description: `The strongest and weakest three adapters, the five most frequent failures, overlays in force with their age, what moved policy, what people decided
    and why, agents, skills and suggestions. Overlays that have had no news for policy.staleAfterDays raise an alert.`,
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
    challenger and its validator that agree in less than 70% of ten sittings or more are misaligned, in more than 90% strong; more than 85% is a
    warning too. Every share says out of how many; where that is too few, it says so.
    Skills are those that outcomes name; --role and --phase do not narrow them.`,
  options: { role: { value: 'ROLE' }, phase: { value: 'NAME' } },
  examples: [
    'mettle insights',
    'mettle insights --trends --role judge',
    'mettle insights --phase review --json',
    'mettle insights --skills',
  ],
  view: (given, context) => insightsText(given, context.colour, context.textWidth),
})

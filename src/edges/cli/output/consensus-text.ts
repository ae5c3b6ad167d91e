import { present } from '../../../domain/sets.ts'
import type { CalibrationReport } from '../../../loop/governance/calibration.ts'
import type { ConsensusReached } from '../../../loop/governance/consensus.ts'
import type { Palette } from './display-width.ts'
import { quantity } from './numbers-text.ts'
import { table } from './table.ts'

/** Exit codes for scripts, the same as the gate's. */
export const CONSENSUS_EXIT = { approve: 0, 'needs-review': 3, reject: 4 } as const

export function consensusText(reached: ConsensusReached, colour: Palette): string {
  const rows = reached.votes.map((vote) => [
    vote.agent,
    vote.decision,
    vote.confidence.toFixed(2),
    vote.reliability.toFixed(2),
    vote.weight.toFixed(2),
    vote.reason ?? '',
  ])
  return [
    `${colour.bold(reached.decision)}${reached.shouldPause ? ', and pause for a person' : ''}`,
    ...reached.reasons.map((reason) => `  ${reason}`),
    '',
    table(rows, { head: ['AGENT', 'VOTE', 'SURE', 'TRUST', 'WEIGHT', 'WHY'], right: [2, 3, 4] }).trimEnd(),
  ].join('\n')
}

/** How commands show the result of a vote. */
export const consensusShown = {
  view: (reached: ConsensusReached, { colour }: { readonly colour: Palette }) => consensusText(reached, colour),
  exit: (reached: ConsensusReached) => CONSENSUS_EXIT[reached.decision],
}

/** How well predictions agreed with how runs ended, as a person reads it. */
export function calibrationText(report: CalibrationReport, colour: Palette): string {
  const { predictions, knows } = report
  return [
    colour.bold(`${quantity(predictions, 'prediction')} of runs that ended`),
    ...(predictions > 0
      ? figures(report)
      : report.profile === 'bayes'
        ? ['  None yet. A prediction counts when its run was shown a block and its outcome is recorded.']
        : ['  Only the bayes profile predicts: mettle inject --set inject.profile=bayes']),
    '',
    colour.bold('What the bayes profile knows'),
    `  ${quantity(knows.patterns, 'pattern')} with an observation, ${quantity(knows.contexts, 'context')} of runs, ${quantity(knows.reviewers, 'reviewer')}`,
    ...suggestions(report, colour),
  ].join('\n')
}

function figures({ brier, logLoss, ece, bins, known, missing }: CalibrationReport): string[] {
  const rows = bins
    .filter(({ count }) => count > 0)
    .map(({ from, to, count, predicted, observed }) => [
      `${from.toFixed(1)} to ${to.toFixed(1)}`,
      String(count),
      predicted.toFixed(2),
      observed.toFixed(2),
    ])
  return present([
    !known && `  Too few to say: about ${quantity(missing, 'more run')} before these figures mean something.`,
    `  Brier score ${brier.toFixed(3)} (a coin: 0.250), log loss ${logLoss.toFixed(3)} (a coin: 0.693), calibration error ${ece.toFixed(3)}`,
    table(rows, { head: ['PREDICTED', 'RUNS', 'MEAN', 'SUCCEEDED'], right: [1, 2, 3], indent: 2 }).trimEnd(),
  ])
}

function suggestions({ promotable }: CalibrationReport, colour: Palette): string[] {
  if (promotable.length === 0) return []
  return [
    '',
    colour.bold('Worth promoting'),
    ...promotable.map(({ pattern, text, eValue }) => `  ${pattern}  e-value ${eValue.toFixed(1)}  ${text}`),
    `  mettle pattern promote ${promotable[0]!.pattern} --reason "its outcomes support it"`,
  ]
}

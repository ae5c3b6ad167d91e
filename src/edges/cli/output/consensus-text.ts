import type { ConsensusReached } from '../../../loop/governance/consensus.ts'
import type { Palette } from './palette.ts'
import { table } from './table.ts'

/** What a script branches on; the same numbers as the gate's. */
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

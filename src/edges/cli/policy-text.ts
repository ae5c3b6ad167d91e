import type { AgentView, PolicyChange } from '../../loop/views/policy-view.ts'
import { text } from './command.ts'
import { decider } from './input/ask.ts'
import { quantity, relativeTime } from './output/numbers-text.ts'
import { table } from './output/table.ts'

/** Options of every policy change. */
export const decisionOptions = {
  reason: text('Why; it is kept and shown.', 'TEXT', { required: true }),
  by: text('Who decides. Default: the user of this machine.', 'NAME'),
} as const

export function decisionOf({ by, reason }: { by: string | undefined; reason: string }) {
  return { by: decider(by), reason }
}

/** Run by run, newest first, each change as `before -> after`. */
export function changesText(changes: readonly PolicyChange[], now: number): string {
  if (changes.length === 0) return 'No outcome has changed policy yet.'
  return changes.map((change) => changeText(change, now)).join('\n')
}

function changeText({ run, at, policyDiff, looser, agents, suggestions }: PolicyChange, now: number): string {
  const moved = Object.keys(policyDiff)
    .sort()
    .map((key) => `  ${key}: ${policyDiff[key]?.before} -> ${policyDiff[key]?.after}`)
  return [
    `${run}, ${relativeTime(at, now)}`,
    ...(moved.length === 0 ? ['  No policy changes.'] : moved),
    ...Object.entries(agents).map(([agent, { before, after }]) => `  ${agent}: ${before} -> ${after}`),
    ...Object.entries(looser).map(([key, { before, after }]) => `  ${key}: ${before}; ${after} is enough`),
    ...suggestions.map(({ constraint, action, reason }) => `  ${action} ${constraint}: ${reason}`),
  ].join('\n')
}

/** An agent's profile and the latest steps that led to it. */
export function agentText(agent: AgentView, now: number): string {
  const { runs, successes, failures, baseWeight, canVeto } = agent
  const veto = canVeto ? ', can veto' : ''
  const rows = agent.steps.map(({ at, run, result, before, after }) => [
    relativeTime(at, now),
    run,
    result,
    `${before} -> ${after}`,
  ])
  return [
    `${agent.agent}: reliability ${agent.reliability}, base weight ${baseWeight}${veto}`,
    `${quantity(runs, 'run')}, ${successes} succeeded, ${failures} failed`,
    table(rows, { head: ['WHEN', 'RUN', 'RESULT', 'RELIABILITY'], indent: 2 }),
  ].join('\n')
}

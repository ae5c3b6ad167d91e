import { present } from '../../../domain/sets.ts'
import type { Gated } from '../../../loop/governance/gate.ts'
import type { Palette } from './display-width.ts'
import { quantity, relativeTime } from './numbers-text.ts'

type Evidence = Gated['evidence'][number]

const WORDS = { allow: 'allow', 'needs-approval': 'needs approval', deny: 'deny' } as const
const COLOURS = { allow: 'green', 'needs-approval': 'yellow', deny: 'red' } as const

/** The gate's word, what it rests on, and what would change it. */
export function gateText(gated: Gated, colour: Palette, now: number): string {
  const { decision, action, adapters, reasons, evidence, unclear } = gated
  const word = colour.bold(colour[COLOURS[decision]](WORDS[decision]))
  const who = adapters.length === 0 ? 'no adapter that is known' : adapters.join(', ')
  return [
    `${word}  ${action}`,
    `${who}: ${gated.risk} risk, effective ${gated.effectiveRisk}, at most ${quantity(gated.maxRetries, 'retry', 'retries')}`,
    ...section(
      'Why',
      reasons.map(({ because }) => because),
      colour,
    ),
    ...section(
      'Evidence',
      evidence.map((item) => evidenceLine(item, now)),
      colour,
    ),
    ...section('What would change it', changes(gated), colour),
    ...section('Not seen through', unclear, colour),
  ].join('\n')
}

function section(title: string, lines: readonly string[], colour: Palette): string[] {
  return lines.length === 0 ? [] : ['', colour.bold(title), ...lines.map((line) => `  ${line}`)]
}

function evidenceLine(
  { adapter, runs, reliability, failure, overlay, since, decision }: Evidence,
  now: number,
): string {
  return present([
    `${adapter}: ${reliability === undefined ? 'no graded run' : `reliability ${reliability} over ${quantity(runs, 'run')}`}`,
    !(failure === undefined || failure.occurrences === 0) &&
      `failed with ${failure.failureType} ${quantity(failure.occurrences, 'time')}, last ${relativeTime(failure.lastSeenAt, now)}`,
    `risk x${overlay.riskMultiplier}, ${quantity(overlay.suggestedMaxRetries, 'retry', 'retries')}${overlay.requireApproval ? ', approval' : ''}${
      since === 0 ? '' : ` since ${relativeTime(since, now)}`
    }`,
    decision !== undefined && `${decision.kind} by ${decision.by}: ${decision.reason}`,
  ]).join('; ')
}

/** A question that waits names the line that answers it. */
function changes({ decision, approval, recorded, reasons }: Gated): string[] {
  const answer = recorded ? [`mettle approval answer ${approval} --allow --reason "…"`] : []
  if (decision === 'allow')
    return reasons.flatMap(({ source, wouldChangeIt }) => (source === 'answer' ? (wouldChangeIt ?? []) : []))
  return [...answer, ...new Set(reasons.flatMap(({ wouldChangeIt }) => wouldChangeIt ?? []))]
}

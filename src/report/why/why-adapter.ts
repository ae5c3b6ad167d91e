import type { BasePolicy } from '../../domain/base-policy.ts'
import { DAY_MS } from '../../domain/numbers.ts'
import { RISK_LEVELS, type RiskLevel } from '../../domain/values/gate.ts'
import { type AdapterRecord, asOf, reliabilityOfRecord, withRun } from '../../engine/governance/adapter-record.ts'
import { gateOf, RISK, ruleFor } from '../../engine/governance/gate.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { counted } from '../standing-words.ts'
import { overlayText } from '../wording.ts'
import { leastMore } from './what-would-change.ts'
import type { WhyHistory, WhyNamed } from './why-named.ts'

type FailureCount = { readonly failureType: string; readonly occurrences: number }

/** The evidence for the gate's treatment of an adapter. */
export interface AdapterCase {
  readonly record: AdapterRecord
  readonly base: BasePolicy
  readonly failures: readonly FailureCount[]
  readonly now: number
}

/** Why the gate treats an adapter as it does: figures, thresholds met or missed, people's decisions, and what would change it. */
export function whyAdapter(about: AdapterCase, history: WhyHistory, policy: Policy): WhyNamed {
  const { record } = about
  return {
    name: record.adapter,
    state: overlayText(record.overlay),
    arithmetic: arithmetic(record, policy),
    evidence: [
      record.reason,
      ...about.failures.map((failure) => failureLine(failure, record, policy)),
      ...wordsOf(about),
      ...RISK_LEVELS.map((risk) => gateLine(risk, about)),
    ],
    whatWouldChangeIt: changes(about, policy),
    ...history,
  }
}

/** `0.6 x 0.80 success + 0.2 x (1 - 1.50 / 3) few retries + 0.2 x 0.80 quality = 0.740` */
function arithmetic(record: AdapterRecord, policy: Policy): string {
  const known = reliabilityOfRecord(record, policy)
  if (known === undefined) return 'no graded run yet'
  const { successWeight, retryWeight, qualityWeight, retryCeiling } = policy.reliability
  const retries = Math.min(known.avgRetries, retryCeiling).toFixed(2)
  return [
    `${successWeight} x ${known.successRate.toFixed(2)} success`,
    `${retryWeight} x (1 - ${retries} / ${retryCeiling}) few retries`,
    `${qualityWeight} x ${known.quality.toFixed(2)} quality = ${known.score.toFixed(3)}, in ${counted(known.runs, 'run')}`,
  ].join(' + ')
}

function failureLine({ failureType, occurrences }: FailureCount, { overlay }: AdapterRecord, policy: Policy): string {
  const limit = policy.overlay.approvalOccurrences
  const asks = overlay.requireApproval ? 'which asks for approval' : 'which asked for approval and no longer does'
  const met = occurrences >= limit ? asks : `approval is asked for from ${limit} on`
  return `${failureType} occurred ${occurrences === 1 ? 'once' : `${occurrences} times`}, ${met}`
}

/** People's decisions: in the file, and by command. */
function wordsOf({ record, base }: AdapterCase): string[] {
  const { decision, floor, accepted, annotations } = record
  const rule = Object.entries(ruleFor(record.adapter, base)).map(([field, value]) => `${field} ${String(value)}`)
  return [
    ...(rule.length === 0 ? [] : [`mettle.policy.json says: ${rule.join(', ')}`]),
    ...(decision === undefined ? [] : [`${decision.kind} by ${decision.by}: ${decision.reason}`]),
    ...(floor === undefined ? [] : ['the minimum that a person set stays, whatever the evidence says']),
    ...(accepted === undefined ? [] : ['evidence from before it was loosened no longer tightens it']),
    ...annotations.map(({ text, by }) => `note of ${by}: ${text}`),
  ]
}

/** `a step of high risk: needs approval, 0.75 x 1.4 = 1.05; asked from 0.8 on` */
function gateLine(risk: RiskLevel, { record, base }: AdapterCase): string {
  const { adapter, overlay } = record
  const { decision, effectiveRisk, reasons } = gateOf(
    { adapters: [{ adapter, overlay: { ...overlay, reason: 'see above' } }], risk },
    base,
  )
  const sum = `${RISK[risk]} x ${overlay.riskMultiplier} = ${effectiveRisk}`
  const because = reasons[0] === undefined ? '' : `: ${reasons[0].because}`
  return `a step of ${risk} risk (${sum}): ${decision.replace('-', ' ')}${because}`
}

function changes({ record, base, failures, now }: AdapterCase, policy: Policy): string[] {
  const { adapter, overlay, wanted } = record
  const isStrict = policy.policy.ratchet === 'strict'
  const isHeld = overlayText(overlay) !== overlayText(wanted)
  const good = { success: true, retryCount: 0, qualityScore: 1, at: now }
  const bad = { success: false, retryCount: policy.reliability.retryCeiling, qualityScore: 0, at: now }
  const runsUntil = (run: typeof good, holds: (then: AdapterRecord) => boolean) => {
    let then = record
    return leastMore((more) => {
      if (more > MOST_RUNS) return false
      then = withRun(then, run, policy)
      return holds(then)
    })
  }
  const better = runsUntil(good, (then) => isLooser(then.wanted, wanted))
  const worse = runsUntil(bad, (then) => isLooser(overlay, then.overlay))
  const repeating = failures.filter(({ occurrences }) => occurrences >= policy.overlay.approvalOccurrences)
  const { reasons } = gateOf({ adapters: [{ adapter }], risk: 'low' }, base)
  const taken = `the evidence asks for ${overlayText(wanted)} only; to apply that: mettle policy loosen ${adapter} --reason "..."`
  const isJudged = reliabilityOfRecord(record, policy) !== undefined
  const then = isStrict ? '; then a person may loosen it' : ''
  return [
    ...reasons.flatMap(({ source, wouldChangeIt }) => (source === 'file' ? (wouldChangeIt ?? []) : [])),
    ...(isHeld && isStrict ? [taken] : []),
    ...(better !== undefined && isJudged
      ? [`the evidence asks for less after ${inARow(better, 'more good run')}${then}`]
      : []),
    ...openingLine(record, now, policy),
    ...(worse === undefined ? [] : [`it tightens by itself after ${inARow(worse, 'more failed run')}`]),
    ...repeating.map(
      ({ failureType }) =>
        `${failureType} is counted from zero again once it is fixed: mettle policy acknowledge ${adapter} ${failureType} --reason "..."`,
    ),
  ]
}

const MOST_RUNS = 200
const MOST_DAYS = 3_650

/** The day on which the elastic ratchet loosens without another run. Evidence only fades, so this never tightens again. */
function openingLine(record: AdapterRecord, now: number, policy: Policy): string[] {
  const opens = (days: number) => isLooser(asOf(record, now + days * DAY_MS, policy).overlay, record.overlay)
  if (policy.policy.ratchet !== 'elastic' || !opens(MOST_DAYS)) return []
  let [closed, open] = [0, MOST_DAYS]
  while (open - closed > 1) {
    const middle = Math.floor((open + closed) / 2)
    if (opens(middle)) open = middle
    else closed = middle
  }
  const day = new Date(now + open * DAY_MS).toISOString().slice(0, 10)
  return [`without another run it asks for less from ${day} on, as the evidence fades`]
}

function inARow(count: number, noun: string): string {
  return `${counted(count, noun)}${count === 1 ? '' : ' in a row'}`
}

function isLooser(one: AdapterRecord['overlay'], other: AdapterRecord['overlay']): boolean {
  return (
    one.riskMultiplier < other.riskMultiplier ||
    one.suggestedMaxRetries > other.suggestedMaxRetries ||
    (!one.requireApproval && other.requireApproval)
  )
}

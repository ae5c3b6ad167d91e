import { OVERLAY_FIELDS } from '../../domain/values/gate.ts'
import { betaBelow } from '../belief/statistics.ts'
import { decay } from '../standing/decay.ts'

export const OVERLAY = {
  riskyBelow: 0.7,
  riskyMultiplier: 1.4,
  trustedAbove: 0.9,
  trustedMultiplier: 0.9,
  unreliableBelow: 0.75,
  unreliableMaxRetries: 1,
  maxRetries: 2,
  approvalOccurrences: 3,
  gateAbove: 0.8,
  releaseBelow: 0.2,
}

/** The restrictions on an adapter, on top of the base policy. */
export interface Overlay {
  readonly riskMultiplier: number
  readonly suggestedMaxRetries: number
  readonly requireApproval: boolean
}

/** An overlay with a restriction, as it is stored outside the journal. */
export interface ActiveOverlay extends Overlay {
  readonly adapter: string
  readonly reason: string
  readonly since: number
}

export interface OverlayEvidence {
  /** Missing where there are too few runs for one. */
  readonly reliabilityScore: number | undefined
  /** Of the most frequent failure pattern of this adapter. */
  readonly failureOccurrences?: number
  readonly previous?: Overlay
  /** `strict` only tightens by itself; `elastic` follows the evidence both ways. */
  readonly ratchet?: 'strict' | 'elastic'
  /** Belief about the adapter's success rate, prior included; read by `elastic` alone. */
  readonly beta?: { readonly a: number; readonly b: number }
}

export interface OverlayVerdict extends Overlay {
  readonly reason: string
  /** The overlay by the evidence alone. */
  readonly wanted: Overlay
  /** The fields where the ratchet kept the stricter previous value. */
  readonly held: readonly (keyof Overlay)[]
  /** P(success rate < 0.75), if a belief was given and used. */
  readonly unreliableProbability?: number
}

/**
 * The overlay that follows from an adapter's record.
 *
 * Risk x1.4 below 0.7, x0.9 above 0.9, else x1. One retry and approval below 0.75, else two retries; approval also from
 * three occurrences of one failure. A score of 0.68 with no pattern: 1.4, 1 retry, approval.
 * `strict`: never a lower multiplier, more retries or a dropped approval than `previous`.
 * `elastic` with a belief: P(success rate < 0.75) replaces "below 0.75": gated above 0.8, released below 0.2, and
 * unchanged in between, so that one run cannot make the gate flap.
 */
export function overlayOf(evidence: OverlayEvidence, policy = OVERLAY): OverlayVerdict {
  const probability = unreliableProbability(evidence, policy)
  const wanted = wantedBy(evidence, probability, policy)
  const overlay = evidence.ratchet === 'elastic' ? wanted : tighter(wanted, evidence.previous)
  const held = OVERLAY_FIELDS.filter((field) => overlay[field] !== wanted[field])
  const reason = reasonFor(evidence, { wanted, held, probability }, policy)
  return Object.assign({ reason, wanted, held, unreliableProbability: probability }, overlay)
}

function unreliableProbability({ ratchet, beta }: OverlayEvidence, policy: typeof OVERLAY) {
  if (ratchet !== 'elastic' || !beta) return undefined
  return betaBelow(policy.unreliableBelow, beta.a, beta.b)
}

function wantedBy(evidence: OverlayEvidence, probability: number | undefined, policy: typeof OVERLAY): Overlay {
  const gate = gateFor(evidence, probability, policy)
  const repeats = (evidence.failureOccurrences ?? 0) >= policy.approvalOccurrences
  return {
    riskMultiplier: multiplierFor(evidence.reliabilityScore ?? policy.unreliableBelow, policy),
    suggestedMaxRetries: gate.suggestedMaxRetries,
    requireApproval: gate.requireApproval || repeats,
  }
}

function multiplierFor(score: number, policy: typeof OVERLAY): number {
  if (score < policy.riskyBelow) return policy.riskyMultiplier
  return score > policy.trustedAbove ? policy.trustedMultiplier : 1
}

function gateFor(evidence: OverlayEvidence, probability: number | undefined, policy: typeof OVERLAY) {
  const closed = { suggestedMaxRetries: policy.unreliableMaxRetries, requireApproval: true }
  const open = { suggestedMaxRetries: policy.maxRetries, requireApproval: false }
  const { reliabilityScore: score = policy.unreliableBelow } = evidence
  if (probability === undefined) return score < policy.unreliableBelow ? closed : open
  if (probability > policy.gateAbove) return closed
  return probability < policy.releaseBelow ? open : (evidence.previous ?? open)
}

function tighter(wanted: Overlay, previous: Overlay | undefined): Overlay {
  if (!previous) return wanted
  return {
    riskMultiplier: Math.max(wanted.riskMultiplier, previous.riskMultiplier),
    suggestedMaxRetries: Math.min(wanted.suggestedMaxRetries, previous.suggestedMaxRetries),
    requireApproval: wanted.requireApproval || previous.requireApproval,
  }
}

function reasonFor(
  evidence: OverlayEvidence,
  found: { wanted: Overlay; held: readonly string[]; probability: number | undefined },
  policy: typeof OVERLAY,
): string {
  const { reliabilityScore: score, failureOccurrences = 0 } = evidence
  const clauses = [
    score === undefined
      ? 'too few sessions for a reliability'
      : `reliability ${score} asks for risk x${found.wanted.riskMultiplier}`,
  ]
  if (found.probability !== undefined) clauses.push(beliefClause(found.probability, policy))
  else if (score !== undefined && score < policy.unreliableBelow) clauses.push(`it is below ${policy.unreliableBelow}`)
  if (failureOccurrences >= policy.approvalOccurrences) clauses.push(`one failure occurred ${failureOccurrences} times`)
  if (found.held.length > 0) clauses.push(`the strict ratchet keeps ${found.held.join(', ')}`)
  return clauses.join('; ')
}

function beliefClause(probability: number, policy: typeof OVERLAY): string {
  const chance = `P(success rate < ${policy.unreliableBelow}) is ${probability.toFixed(3)}`
  if (probability > policy.gateAbove) return `${chance}, above ${policy.gateAbove}`
  if (probability < policy.releaseBelow) return `${chance}, below ${policy.releaseBelow}`
  return `${chance}, between ${policy.releaseBelow} and ${policy.gateAbove}: as before`
}

/** Whether policy only tightens by itself, or follows the evidence both ways. */
export type Ratchet = 'strict' | 'elastic'

export const RATCHET = {
  ratchet: 'strict' as Ratchet,
  decayPerRun: 0.98,
  halfLifeDays: 90,
  priorRuns: 8,
  priorSuccessRate: 0.85,
  staleAfterDays: 30,
}

/** Recent runs that went well and that did not, as of a time; both decay with every run and every day. */
export interface SuccessBelief {
  readonly successes: number
  readonly failures: number
  readonly at: number
}

export const NO_SUCCESS_BELIEF: SuccessBelief = { successes: 0, failures: 0, at: 0 }

/**
 * `mass <- 0.98 x 2^(-days / 90) x mass + 1 for the run's own side`.
 *
 * Two successes a day apart: 0.98 x 2^(-1/90) + 1 = 1.9725. A run that arrives late causes no decay for its own date. The order of runs matters, because the latest weigh most.
 */
export function addToBelief(
  belief: SuccessBelief,
  run: { readonly success: boolean; readonly at: number },
  policy = RATCHET,
): SuccessBelief {
  const faded = (mass: number) => policy.decayPerRun * decay(mass, run.at - belief.at, policy.halfLifeDays)
  return {
    successes: faded(belief.successes) + (run.success ? 1 : 0),
    failures: faded(belief.failures) + (run.success ? 0 : 1),
    at: Math.max(belief.at, run.at),
  }
}

/** The belief without a run that must not count: removes what the days have left of it. How many runs have decayed it since is not known, so slightly too much may be removed, but never more than there is. */
export function takeFromBelief(
  belief: SuccessBelief,
  run: { readonly success: boolean; readonly at: number },
  policy = RATCHET,
): SuccessBelief {
  const left = decay(1, Math.max(0, belief.at - run.at), policy.halfLifeDays)
  const side = run.success ? 'successes' : 'failures'
  return { ...belief, [side]: Math.max(0, belief[side] - left) }
}

/**
 * The Beta distribution of the success rate: the observed runs, as far as time has left them, on top of eight imagined ones, of which 85% went well.
 *
 * Without a run: a = 6.8, b = 1.2, so P(success rate < 0.75) = 0.185.
 */
export function betaOf(
  belief: SuccessBelief,
  policy = RATCHET,
  at = belief.at,
): { readonly a: number; readonly b: number } {
  const left = (mass: number) => decay(mass, at - belief.at, policy.halfLifeDays)
  return {
    a: policy.priorRuns * policy.priorSuccessRate + left(belief.successes),
    b: policy.priorRuns * (1 - policy.priorSuccessRate) + left(belief.failures),
  }
}

import type { VerdictResult } from '../../domain/values/outcome.ts'
import type { Tier } from '../../domain/values/pattern.ts'
import { changedFileTest } from '../text/code-citations.ts'

/** A pattern that the challenger was shown, and how far it got. */
export interface InjectedPattern {
  readonly id: string
  readonly tier: Tier
  /** Files in which it was learned. */
  readonly files: readonly string[]
}

export interface Judgement {
  readonly result: VerdictResult
  /** How firmly the challenger's deliberation is grounded; absent when there is none. */
  readonly evidenceLevel?: 1 | 2 | 3 | undefined
  /** Best first. */
  readonly injected: readonly InjectedPattern[]
  /** Patterns that the validator called false positives. */
  readonly blamed: ReadonlySet<string>
  readonly changedFiles: readonly string[]
}

export interface PatternFate {
  readonly pattern: string
  readonly fate: 'credited' | 'reinforced' | 'spared' | 'aged' | 'ignored'
  readonly reason: string
}

export interface CorrectionVerdict {
  /** Whether the verdict may reinforce any pattern, and why. */
  readonly gate: { readonly open: boolean; readonly reason: string }
  readonly fates: readonly PatternFate[]
}

export const CORRECTION = {
  /** The patterns that a PASS reinforces: those that were `used`, or also those that were `chosen` for their place alone. */
  reinforces: 'used' as 'used' | 'chosen',
  /** How many of the best are chosen if none is relevant to the changed files. */
  mostChosen: 5,
  /** The least that a validator must give for a false positive: evidence, or only its id. */
  dismissals: 'evidenced' as 'evidenced' | 'named',
}

/**
 * The consequences of a verdict for the patterns that the challenger was shown.
 *
 * Only a PASS on evidence of level 1 or 2 changes anything; on a FAIL, the patterns shown are registered as ignored. Their run credits those that it cited or applied. Of the rest,
 * those learned in the changed files are chosen, else the best five; they are spared, or reinforced if the policy says so. All
 * others age a step. Seven shown, the sixth cited, no file in common: five spared, one credited, one aged.
 */
export function correction(judgement: Judgement, policy = CORRECTION): CorrectionVerdict {
  const gate = reinforcementGate(judgement)
  if (!gate.open) return { gate, fates: judgement.result === 'FAIL' ? ignored(judgement) : [] }
  const { chosen, why } = choose(judgement, policy)
  return { gate, fates: judgement.injected.map((pattern) => fateOf(pattern, chosen.has(pattern.id), why, policy)) }
}

function ignored({ injected, blamed }: Judgement): PatternFate[] {
  const left = injected.filter(({ id }) => !blamed.has(id))
  return left.map(({ id }) => ({ pattern: id, fate: 'ignored', reason: 'shown, and the work failed' }))
}

/** Whether a verdict on this evidence may reinforce. */
export function reinforcementGate({
  result,
  evidenceLevel,
}: Pick<Judgement, 'result' | 'evidenceLevel'>): CorrectionVerdict['gate'] {
  if (result === 'FAIL') return { open: false, reason: 'FAIL reinforces nothing' }
  if (result === 'none') return { open: false, reason: 'there is no verdict to act on' }
  if (evidenceLevel === undefined)
    return { open: false, reason: 'there is no deliberation whose evidence could be judged' }
  return evidenceLevel === 3
    ? { open: false, reason: 'PASS on reasoning alone (level 3) reinforces nothing' }
    : { open: true, reason: `PASS on evidence of level ${evidenceLevel}` }
}

function choose({ injected, blamed, changedFiles }: Judgement, policy: typeof CORRECTION) {
  const isChanged = changedFileTest(changedFiles)
  const eligible = injected.filter(({ id }) => !blamed.has(id))
  const relevant = eligible.filter(({ files }) => files.some(isChanged))
  const chosen = relevant.length > 0 ? relevant : eligible.slice(0, policy.mostChosen)
  const why = relevant.length > 0 ? 'learned in a changed file' : `among the best ${policy.mostChosen} shown`
  return { chosen: new Set(chosen.map(({ id }) => id)), why }
}

function fateOf(
  { id: pattern, tier }: InjectedPattern,
  isChosen: boolean,
  why: string,
  policy: typeof CORRECTION,
): PatternFate {
  if (isChosen && policy.reinforces === 'chosen')
    return { pattern, fate: 'reinforced', reason: `${why}: 1 success, 1 reinforcement` }
  if (tier === 'applied')
    return { pattern, fate: 'credited', reason: 'applied in the change: 1 success, 1 reinforcement' }
  if (tier === 'cited') return { pattern, fate: 'credited', reason: 'cited: 1 success' }
  if (isChosen) return { pattern, fate: 'spared', reason: `${why}, but neither cited nor applied` }
  return { pattern, fate: 'aged', reason: 'shown and passed over' }
}

export const PENALTY = {
  /** By the role whose pattern misfired, not by the validator that reported it. */
  roleWeights: { sentinel: 1.5, inspector: 1.5 } as Readonly<Record<string, number>>,
  otherWeight: 1,
}

/**
 * The penalty of a false positive for a pattern, and whether it is a regression: a trusted pattern that has started to misfire.
 *
 * Confident roles lose trust faster: sentinel and inspector 1.5, any other role 1.
 */
export function penalty(pattern: { role: string; wasValidated?: boolean | undefined }, policy = PENALTY) {
  const role = pattern.role.trim().toLowerCase()
  const own = Object.hasOwn(policy.roleWeights, role) ? policy.roleWeights[role] : undefined
  return { weight: own ?? policy.otherWeight, regression: pattern.wasValidated === true }
}

import { DAY_MS } from '../../domain/numbers.ts'
import { replacedBy } from '../../domain/pattern.ts'
import { isRule } from '../../domain/pattern-pull.ts'
import type { Lifecycle, Maturity } from '../../domain/values/pattern.ts'
import type { Policy } from '../laws/policy.ts'
import { type LifecycleStand, lifecycleStand } from './lifecycle.ts'
import { massAt, type PatternRecord } from './pattern-record.ts'
import {
  bareScoreAt,
  type ContextOverlap,
  type PatternScore,
  type ScoreContext,
  type SteadyScore,
  scoreAt,
  steadyScore,
} from './pattern-score.ts'

/** Rules of people, patterns whose score decays, and those beyond decay; all may be shown. */
export const SHOWABLE = ['rule', 'live', 'immune'] as const
/** Patterns that the classic profile does not show. */
export const HIDDEN = 'hidden'

/** The state of a pattern at one time on every axis, with the reason for each. */
export interface Axes {
  readonly lifecycle: Lifecycle
  readonly lifecycleReason: string
  /** `unknown` while there is no feedback and no decision. */
  readonly maturity: Maturity | 'unknown'
  readonly maturityReason: string
  readonly score: number
  readonly parts: PatternScore['parts']
  /** Why it is not shown; empty if it may be. */
  readonly excludedBecause: readonly string[]
}

/** The context of a question that a pattern is scored for. */
export interface AxesContext {
  readonly overlap?: ContextOverlap
  readonly similarity?: number
}

/** The lifecycle, maturity and classic score of a pattern. A person's decision on an axis overrides the evidence. The first sighting counts as one success. */
export function axesOf(record: PatternRecord, now: number, policy: Policy, around: AxesContext = {}): Axes {
  const life = lifeOf(record, now, policy)
  const [lifecycleReason, maturity] = [life.reason(), maturityOf(record)]
  const maturityReason = maturityReasonOf(record, now, policy)
  const { score, parts } = worthOf(record, now, policy, around)
  const excludedBecause = barriersOf(record, life.state).map((barrier) => {
    if (barrier === 'lifecycle deprecated') return `${barrier}: ${lifecycleReason}`
    return barrier === 'maturity deprecated' ? `${barrier}: ${maturityReason}` : barrier
  })
  return { lifecycle: life.state, lifecycleReason, maturity, maturityReason, score, parts, excludedBecause }
}

/** The score of a pattern at one time, and whether it may be shown, without the texts: for loops over many patterns. */
export interface Worth extends Pick<Axes, 'score' | 'parts' | 'maturity'> {
  readonly isExcluded: boolean
}

export function worthOf(record: PatternRecord, now: number, policy: Policy, around: AxesContext = {}): Worth {
  return worthAt(steadyWorth(record, policy), now, policy, around)
}

/** The part of a pattern's score that stays the same until its record changes, for callers that cache it. */
export interface SteadyWorth extends Pick<Axes, 'maturity'> {
  readonly score: SteadyScore
  readonly lastUsedAt: number
  /** It may not be shown, however recently it was used. */
  readonly isExcluded: boolean
  /** It may not be shown after a long time without use. */
  readonly agesOut: boolean
}

export function steadyWorth(record: PatternRecord, policy: Policy): SteadyWorth {
  const { pattern, evidence } = record
  const { lastUsedAt } = pattern
  const maturity = maturityOf(record)
  const score = steadyScore(
    {
      successes: evidence.successes + 1,
      ignoreWeight: evidence.ignoreWeight,
      reinforcements: evidence.reinforcements,
      category: pattern.strength,
      maturity: maturity === 'unknown' ? undefined : maturity,
      staleCited: pattern.staleCitedAt !== undefined,
    },
    policy.score,
  )
  const isExcluded = barriersOf(record, lifeOf(record, lastUsedAt, policy).state).length > 0
  const agesOut = !isRule(pattern) && lifeOf(record, Number.POSITIVE_INFINITY, policy).state === 'deprecated'
  return { maturity, score, lastUsedAt, isExcluded, agesOut }
}

export function worthAt(steady: SteadyWorth, now: number, policy: Policy, around: AxesContext): Worth {
  const moment = momentOf(steady, now, policy, around)
  const { score, parts } = scoreAt(steady.score, moment, policy.score)
  return { score, parts, maturity: steady.maturity, isExcluded: moment.excluded }
}

/** The score alone; undefined if it may not be shown. */
export function scoreOf(steady: SteadyWorth, now: number, policy: Policy, around: AxesContext) {
  const moment = momentOf(steady, now, policy, around)
  return moment.excluded ? undefined : bareScoreAt(steady.score, moment, policy.score)
}

function momentOf(
  { lastUsedAt, isExcluded, agesOut }: SteadyWorth,
  now: number,
  policy: Policy,
  { overlap: contextOverlap, similarity }: AxesContext,
): ScoreContext {
  const daysSinceUse = Math.max(0, now - lastUsedAt) / DAY_MS
  const excluded = isExcluded || (agesOut && daysSinceUse >= policy.lifecycle.idleDays)
  return { daysSinceUse, contextOverlap, similarity, excluded }
}

export function lifeOf({ pattern }: PatternRecord, now: number, policy: Policy): LifecycleStand {
  const { sightings, contexts, lastUsedAt, agedSteps, decisions } = pattern
  const counts = { sightings, contexts: contexts.length, lastUsedAt, agedSteps, decision: decisions.lifecycle }
  return lifecycleStand(counts, now, policy.lifecycle)
}

/** Why a pattern is not shown, in general. */
function barriersOf(record: PatternRecord, lifecycle: Lifecycle): readonly string[] {
  const { quarantined, held, mergedInto, recovered } = record.pattern
  const barriers: string[] = []
  if (isRule(record.pattern)) return barriers
  if (lifecycle === 'deprecated') barriers.push('lifecycle deprecated')
  if (maturityOf(record) === 'deprecated') barriers.push('maturity deprecated')
  if (quarantined) barriers.push(quarantineReason(held))
  if (record.inverted === true) barriers.push(`it keeps failing; ${record.warning} warns of it`)
  if (recovered === true) barriers.push('retired: what it warns of has recovered')
  if (mergedInto !== undefined) barriers.push(`merged into ${mergedInto}`)
  const newer = replacedBy(record.pattern)
  if (newer !== undefined) barriers.push(replacedReason(newer))
  return barriers
}

export function maturityOf({ pattern, evidence }: PatternRecord): Maturity | 'unknown' {
  const decision = pattern.decisions.maturity
  if (decision !== undefined) return decision.kind === 'promote' ? 'proven' : 'deprecated'
  return evidence.maturity ?? 'unknown'
}

function maturityReasonOf({ pattern, evidence }: PatternRecord, now: number, policy: Policy): string {
  const decision = pattern.decisions.maturity
  if (decision !== undefined) return `${decision.kind}d by ${decision.by}: ${decision.reason}`
  if (evidence.maturity === undefined) return 'no feedback yet'
  const mass = massAt(evidence, now, policy)
  return `helpful ${mass.helpful.toFixed(2)}, harmful ${mass.harmful.toFixed(2)} after decay`
}

/**
 * A number that sorts patterns permanently, although their scores decay every hour.
 *
 * `score(now) = base x exp(-(now - lastUsed) / 14 d)`, so `ln base + lastUsed / 14 d` gives the same order as the scores at any
 * time. Patterns that no longer decay form a class of their own, ordered by `ln base`.
 * Base 1, used on day 14: 1. Base e, used on day 0: 1. Both always have the same score.
 */
export function timelessRank(record: PatternRecord, policy: Policy): { decays: boolean; rank: number } {
  const { pattern, evidence } = record
  const successes = evidence.successes + 1
  const maturity = pattern.decisions.maturity?.kind === 'promote' ? 'proven' : evidence.maturity
  const base =
    (successes / (successes + evidence.ignoreWeight)) *
    policy.score.categoryWeights[pattern.strength] *
    (maturity === undefined ? 1 : policy.score.maturityMultipliers[maturity]) *
    (pattern.staleCitedAt === undefined ? 1 : policy.score.staleCitedFactor)
  const decays = evidence.reinforcements < policy.score.immuneAfterReinforcements
  const rank = Math.log(Math.max(base, 1e-9)) + (decays ? pattern.lastUsedAt / (policy.score.decayDays * DAY_MS) : 0)
  return { decays, rank }
}

export function replacedReason(newer: string): string {
  return `newer runs state ${newer} instead, which contradicts it`
}

/** Why a quarantined pattern is not shown. */
export function quarantineReason(held: string | undefined): string {
  return held ?? 'quarantined until it is corroborated'
}

import { ruleOf } from '../domain/pattern-pull.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { Subject } from '../engine/shell/command-subject.ts'
import { type AxesContext, scoreOf, type Worth, worthAt } from '../engine/standing/axes.ts'
import type { HeldBelief } from '../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import type { SteadyScore } from '../engine/standing/pattern-score.ts'
import { blockLimitsOf, byRule, type Candidate, isWorthShowing, unsaid, type Weight } from './candidate.ts'
import { type CachedPattern, type Gathered, steadyWorthOf } from './gathering.ts'
import { bestByBelief, weighByBelief } from './weigh-by-belief.ts'
import { overlapWith, type Work } from './work-context.ts'

/** More than fit into any block; patterns below this rank are not even worded. */
export const MOST_LINES = 64

/** The time and the numbers for weighing. */
export interface Scales {
  readonly now: number
  readonly policy: Policy
  /** The belief in a pattern, under the bayes profile. */
  readonly believe?: (pattern: CachedPattern) => HeldBelief
}

/** The role and the work that patterns are weighed for. */
export interface Asked {
  readonly role: string
  readonly work: Work
  readonly subject: Subject
  /** The surface itself tests the relevance to the work. */
  readonly isTested?: boolean
}

/** A pattern that may be shown, with its score for some work. */
export interface Weighed {
  readonly id: string
  readonly record: PatternRecord
  readonly standing: Weight
  /** The similarity to the task; undefined without one. */
  readonly similarity: number | undefined
}

/** The patterns that may be shown for some work, unordered, by the active profile. */
export function weighAll(gathered: readonly Gathered[], asked: Asked, scales: Scales): Weighed[] {
  const { believe, now, policy } = scales
  return believe === undefined
    ? weighByScore(gathered, asked.work, scales)
    : weighByBelief(gathered, asked, { now, policy, believe })
}

function weighByScore(gathered: readonly Gathered[], work: Work, { now, policy }: Scales): Weighed[] {
  const surrounded = surroundingsIn(work)
  const weighed: Weighed[] = []
  for (const one of gathered) {
    const { id, record } = one.cached
    const around = surrounded(one)
    const worth = worthAt(steadyWorthOf(one.cached, policy), now, policy, around)
    const { similarity } = around
    if (!worth.isExcluded) weighed.push({ id, record, similarity, standing: notAboveWorth(worth, policy) })
  }
  return weighed
}

/** People's rules, and the best of the other patterns that may be shown, best first, each lesson once. All are scored; only these get the parts of their scores. */
export function weighBest(gathered: readonly Gathered[], asked: Asked, scales: Scales): Weighed[] {
  const rules = weighAll(gathered.filter(isPersons), asked, scales).sort(byRule)
  const others = rules.length === 0 ? gathered : gathered.filter((one) => !isPersons(one))
  const best = bestOf(others, asked, scales)
  return rules.length === 0 ? best : saidOnce([...rules, ...best])
}

function isPersons({ cached }: Gathered): boolean {
  return ruleOf(cached.record.pattern) !== undefined
}

function bestOf(gathered: readonly Gathered[], asked: Asked, scales: Scales): Weighed[] {
  const { believe, now, policy } = scales
  if (believe !== undefined) return bestByBelief(gathered, asked, { believe, now, policy, most: MOST_LINES })
  return weighByScore(bestByScore(gathered, asked.work, scales), asked.work, scales)
}

function bestByScore(gathered: readonly Gathered[], work: Work, { now, policy }: Scales): Gathered[] {
  const surrounded = surroundingsIn(work)
  const scored: { readonly one: Gathered; readonly record: PatternRecord; readonly score: number }[] = []
  for (const one of gathered) {
    const steady = steadyWorthOf(one.cached, policy)
    const score = scoreOf(steady, now, policy, surrounded(one))
    if (score !== undefined) scored.push({ one, record: one.cached.record, score: capped(score, steady.score, policy) })
  }
  scored.sort((a, b) => b.score - a.score || (a.one.cached.id < b.one.cached.id ? -1 : 1))
  return saidOnce(scored, MOST_LINES).map(({ one }) => one)
}

/** The context of each pattern for some work. */
function surroundingsIn(work: Work): (one: Gathered) => AxesContext {
  return ({ cached, similarity }) => {
    const overlap = overlapWith(cached.record, work)
    return similarity === undefined ? { overlap } : { overlap, similarity }
  }
}

/** Two roles may have the same lesson; a block shows it once, for the one that ranks higher. All rules, and at most `most` others. */
export function saidOnce<T extends { readonly record: PatternRecord }>(
  best: readonly T[],
  most = Number.POSITIVE_INFINITY,
): T[] {
  const isNew = unsaid()
  const once: T[] = []
  let left = most
  for (const one of best) {
    const isRule = ruleOf(one.record.pattern) !== undefined
    if (!isRule && left <= 0) break
    if (!isNew(one.record)) continue
    once.push(one)
    if (!isRule) left -= 1
  }
  return once
}

/** The candidates that score enough to be shown; under the bayes profile, also within the limits of the block. */
export function worthy(
  candidates: readonly Candidate[],
  budgetTokens: number,
  { inject, bayes }: Pick<Policy, 'inject' | 'bayes'>,
): Candidate[] {
  const { left } = blockLimitsOf(candidates, budgetTokens, bayes)
  return candidates.filter((candidate) => isWorthShowing(candidate, inject.minScore) && !left.has(candidate.id))
}

/** Caps the score of a pattern that validators dismissed until it was almost worthless, however similar the task is. Age is ignored here, because an old lesson may become useful again. */
function notAboveWorth(standing: Worth, policy: Policy): Worth {
  const score = capped(standing.score, standing.parts, policy)
  return score === standing.score ? standing : { ...standing, score }
}

function capped(score: number, parts: Omit<SteadyScore, 'isImmune'>, { inject }: Policy): number {
  const { successRate, categoryWeight, multiplier, freshness = 1 } = parts
  const worth = successRate * categoryWeight * multiplier * freshness
  return worth < inject.minScore ? Math.min(score, worth) : score
}

import type { Belief } from '../engine/bayes/believed-pattern.ts'
import type { Subject } from '../engine/command-subject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { type Worth, worthAt } from '../engine/standing.ts'
import { type Candidate, isWorthShowing, type Weight } from './candidate.ts'
import { type Gathered, steadyWorthOf } from './gathering.ts'
import { likenessTo } from './likeness.ts'
import { overlapWith, type Work } from './surroundings.ts'
import { weighByBelief } from './weigh-by-belief.ts'

/** More than fit into any block; what ranks below them is not even worded. */
export const MOST_LINES = 64

/** When something is weighed, and by which numbers. */
export interface Scales {
  readonly now: number
  readonly policy: Policy
  /** What is believed of a pattern, under the bayes profile. */
  readonly believe?: (record: PatternRecord) => Belief
}

/** For whom, and about what, patterns are weighed. */
export interface Asked {
  readonly role: string
  readonly work: Work
  readonly subject: Subject
}

/** A pattern that may be shown, and what it scores for some work. */
export interface Weighed {
  readonly id: string
  readonly record: PatternRecord
  readonly standing: Weight
  /** To the task; undefined without one. */
  readonly similarity: number | undefined
}

/** What may be shown for some work, in no order, by the profile in force. */
export function weighAll(gathered: readonly Gathered[], asked: Asked, scales: Scales): Weighed[] {
  const { believe, policy } = scales
  return believe === undefined
    ? weighByScore(gathered, asked.work, scales)
    : weighByBelief(gathered, asked, { policy, believe })
}

function weighByScore(gathered: readonly Gathered[], work: Work, { now, policy }: Scales): Weighed[] {
  const likeness = likenessTo(work.task)
  const weighed: Weighed[] = []
  for (const { shelved, alike, cosine } of gathered) {
    const { id, record } = shelved
    // Without a task nobody asks for its words, and finding them costs more than all the rest.
    const similarity = likeness?.({ words: shelved.words, alike, cosine })
    const overlap = overlapWith(record, work)
    const around = similarity === undefined ? { overlap } : { overlap, similarity }
    const worth = worthAt(steadyWorthOf(shelved, policy), now, policy, around)
    if (!worth.isBarred) weighed.push({ id, record, similarity, standing: notAboveWorth(worth, policy) })
  }
  return weighed
}

/** Two roles may hold the same lesson; a block says it once, for the one that ranks higher. */
export function saidOnce<T extends { readonly record: PatternRecord }>(best: readonly T[]): T[] {
  const said = new Set<string>()
  return best.filter(({ record }) => {
    const { textHash } = record.pattern
    return said.has(textHash) ? false : said.add(textHash)
  })
}

/** What scores enough to be shown at all. */
export function worthy(candidates: readonly Candidate[], { inject }: Pick<Policy, 'inject'>): Candidate[] {
  return candidates.filter((candidate) => isWorthShowing(candidate, inject.minScore))
}

/**
 * What validators dismissed until it is worth next to nothing keeps that score, however much the task or its labels are like it, and so is not
 * shown. Age does not count here: an old lesson may come back when the task speaks of it.
 */
function notAboveWorth(standing: Worth, policy: Policy): Worth {
  const { successRate, categoryWeight, multiplier, freshness = 1 } = standing.parts
  const worth = successRate * categoryWeight * multiplier * freshness
  return worth < policy.inject.minScore ? { ...standing, score: Math.min(standing.score, worth) } : standing
}

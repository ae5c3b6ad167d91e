import type { Pattern } from '../../domain/pattern.ts'
import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { type ByKind, byKind, type Posterior, updated } from './posterior.ts'
import type { PosteriorRecord } from './posterior-record.ts'

/** The summed beliefs in the patterns of a group, each on the documented prior, and their number. */
export interface GroupSum extends ByKind {
  readonly patterns: number
}

/** The sums of all groups that have a pattern with an observation. There are at most 24 groups. */
export type GroupSums = { readonly [group: string]: GroupSum }

const EMPTY: GroupSum = { help: 0, neutral: 0, harm: 0, patterns: 0 }

/**
 * The group of a pattern: the number of distinct days on which it was seen (1, 2, 3 or more), whether it cites code, and where it came from. Days rather than
 * sightings, because anybody can repeat a sighting.
 */
export function groupOf({ days, citation, trust }: Pick<Pattern, 'days' | 'citation' | 'trust'>): string {
  const seen = Math.min(3, Math.max(1, days.length))
  return `${seen}${seen === 3 ? '+' : ''} ${citation === undefined ? 'bare' : 'cited'} ${trust}`
}

/**
 * The prior of a group: `q0(g) = (sum q + 6 q_mean) / (n + 6)`, with q_mean computed the same way from all groups and the documented prior. In the sums, each
 * pattern counts with its own observations on the documented prior; on the prior of its group, the prior would feed on itself, and a few unlucky runs would lower it
 * permanently.
 * Groups are added in the order of their names, because another order can change the last digit.
 * Six patterns at 0.8 for help, and no other group: q_mean = (4.8 + 2.1) / 12 = 0.575, so q0 = (4.8 + 3.45) / 12 = 0.6875.
 */
export function groupPrior(group: string, sums: GroupSums, policy: BayesPolicy = BAYES): Posterior {
  const groups = Object.keys(sums).sort()
  const all = groups.reduce((total, each) => added(total, sums[each]!), EMPTY)
  return shrunk(sums[group] ?? EMPTY, shrunk(all, policy.prior, policy), policy)
}

/** The same with a cache, for repeated calls. */
export function groupPriors(sums: GroupSums, policy: BayesPolicy = BAYES): (group: string) => Posterior {
  const known = new Map<string, Posterior>()
  return (group) => {
    const prior = known.get(group) ?? groupPrior(group, sums, policy)
    known.set(group, prior)
    return prior
  }
}

function shrunk(sum: GroupSum, towards: Posterior, { groupPseudoCounts: count }: BayesPolicy): Posterior {
  return byKind((kind) => (sum[kind] + count * towards[kind]) / (sum.patterns + count))
}

/** What a pattern adds to its group: its own observations on the documented prior. Nothing before its first observation. */
export function memberOf(
  record: Pick<PosteriorRecord, 'evidence' | 'group' | 'observations'> | undefined,
  { prior }: BayesPolicy = BAYES,
): Member | undefined {
  if (record === undefined || record.observations === 0) return undefined
  return { group: record.group, posterior: updated(prior, record.evidence) }
}

export interface Member {
  readonly group: string
  readonly posterior: Posterior
}

/** Moves a pattern from its former group and belief to its current ones. A group without patterns is exactly empty, whatever was rounded. */
export function regrouped(sums: GroupSums, before: Member | undefined, after: Member | undefined): GroupSums {
  const next: { [group: string]: GroupSum } = { ...sums }
  const move = ({ group, posterior }: Member, sign: 1 | -1) => {
    const sum = next[group] ?? EMPTY
    const patterns = sum.patterns + sign
    if (patterns <= 0) delete next[group]
    else next[group] = { ...byKind((kind) => sum[kind] + sign * posterior[kind]), patterns }
  }
  if (before !== undefined) move(before, -1)
  if (after !== undefined) move(after, 1)
  return next
}

function added(a: GroupSum, b: GroupSum): GroupSum {
  return { ...byKind((kind) => a[kind] + b[kind]), patterns: a.patterns + b.patterns }
}

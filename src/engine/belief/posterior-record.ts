import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { NO_WAGERS, rewagered, type Wagers } from './e-value.ts'
import { type ByKind, byKind, leaked, leakShare, type Posterior, updated } from './posterior.ts'
import { NO_TRIALS, type UpliftSums, upliftOf } from './uplift.ts'

/** Everything that is stored about the observations of a pattern. Its size does not grow with them. */
export interface PosteriorRecord {
  readonly posterior: Posterior
  /** The observations alone, as logarithms and without what has leaked away: the posterior without any prior. */
  readonly evidence: ByKind
  /** When it was last updated; since then it leaks to the prior of its group. */
  readonly at: number
  /** The sum of the logarithms of all leaks so far; it shows how much of an old observation is left. */
  readonly leak: number
  readonly observations: number
  readonly internalObservations: number
  readonly wagers: Wagers
  readonly group: string
  /** The runs for which it was drawn whether to show or to withhold it. */
  readonly comparison?: UpliftSums
  /** The runs that ended in which it was applied. */
  readonly applied?: RunCount
  /** All runs that ended and say anything about it, each once. */
  readonly runs?: number
}

export interface RunCount {
  readonly runs: number
  readonly successes: number
}

/** What one observation contributed, stored so that it can be corrected by a late result. */
export interface Contribution {
  /** What was observed, as one word; the same cause again changes nothing. */
  readonly cause: string
  readonly log: ByKind
  readonly wagers?: Wagers
  /** The leak at the time of the observation. */
  readonly leak: number
  readonly isInternal: boolean
}

export type Observation = Omit<Contribution, 'leak'>

const NO_LOG: ByKind = { help: 0, neutral: 0, harm: 0 }
const ALL_LEAKED = 50

export function firstRecord(prior: Posterior, group: string, at: number): PosteriorRecord {
  const nothing = { evidence: NO_LOG, leak: 0, observations: 0, internalObservations: 0, wagers: NO_WAGERS }
  return { posterior: prior, at, group, ...nothing }
}

/** The posterior of a pattern at one time: what has not leaked away, and for the rest the prior of its group. */
export function posteriorAt(
  { posterior, at }: Pick<PosteriorRecord, 'posterior' | 'at'>,
  prior: Posterior,
  now: number,
  policy: BayesPolicy = BAYES,
): Posterior {
  return leaked(posterior, prior, leakShare(now - at, false, policy))
}

/** The record after an observation: first it leaks, then it learns. A late observation causes no leak for its own date. */
export function withObservation(
  record: PosteriorRecord,
  news: Observation,
  { at, prior }: { readonly at: number; readonly prior: Posterior },
  policy: BayesPolicy = BAYES,
): { readonly record: PosteriorRecord; readonly told: Contribution } {
  const share = leakShare(at - record.at, true, policy)
  const leak = record.leak + (share < 1 ? -Math.log(1 - share) : ALL_LEAKED)
  const after = {
    ...record,
    posterior: updated(leaked(record.posterior, prior, share), news.log),
    evidence: byKind((kind) => (1 - share) * record.evidence[kind] + news.log[kind]),
    at: Math.max(record.at, at),
    leak,
    observations: record.observations + 1,
    internalObservations: record.internalObservations + (news.isInternal ? 1 : 0),
    wagers: rewagered(record.wagers, NO_WAGERS, news.wagers ?? NO_WAGERS),
  }
  return { record: after, told: { ...news, leak } }
}

/**
 * Replaces what an observation contributed; undefined removes it. `exp(-(leak now - leak then))` of the old contribution is left, so only that share of the
 * difference is added. If nothing was observed since, the result is as if the correct result had come first.
 */
export function withCorrection(
  record: PosteriorRecord,
  told: Contribution,
  news: Observation | undefined,
): { readonly record: PosteriorRecord; readonly told: Contribution | undefined } {
  const left = Math.exp(told.leak - record.leak)
  const log = news?.log ?? NO_LOG
  const count = (is: boolean | undefined) => (is === true ? 1 : 0)
  const made = byKind((kind) => left * (log[kind] - told.log[kind]))
  const after = {
    ...record,
    posterior: updated(record.posterior, made),
    evidence: byKind((kind) => record.evidence[kind] + made[kind]),
    observations: record.observations - (news === undefined ? 1 : 0),
    internalObservations: record.internalObservations - count(told.isInternal) + count(news?.isInternal),
    wagers: rewagered(record.wagers, told.wagers ?? NO_WAGERS, news?.wagers ?? NO_WAGERS),
  }
  return { record: after, told: news === undefined ? undefined : { ...news, leak: told.leak } }
}

/** What is known of whether a pattern helps: the probability, and the runs that it rests on. */
export interface HelpEvidence {
  /** The probabilities that it helps and that it harms; what is left is that it does nothing. */
  readonly helps: number
  readonly harms: number
  /** Runs that ended and say anything about it, each once. */
  readonly runs: number
  /** Runs that were shown it, and runs that it was withheld from, by a random draw. */
  readonly shown: RunCount
  readonly withheld: RunCount
  /** The difference in the success rate by that draw, with its 95% interval; missing until there are runs of both sorts. */
  readonly difference?: { readonly estimate: number; readonly low: number; readonly high: number }
  /** Runs in which it was applied. */
  readonly applied: { readonly runs: number; readonly succeeded: number; readonly failed: number }
  /** The random comparison has enough runs to overrule what was only observed. */
  readonly comparisonDecides: boolean
}

/** The evidence about a pattern at one time; `prior` is the prior of its group. */
export function helpEvidence(
  record: PosteriorRecord | undefined,
  prior: Posterior,
  now: number,
  policy: BayesPolicy = BAYES,
): HelpEvidence {
  const { help, harm } = record === undefined ? prior : posteriorAt(record, prior, now, policy)
  const { shown, withheld } = record?.comparison ?? NO_TRIALS
  const { runs, successes } = record?.applied ?? { runs: 0, successes: 0 }
  const { estimate, low, high } = upliftOf(record?.comparison ?? NO_TRIALS, 0)
  return {
    helps: help,
    harms: harm,
    runs: record?.runs ?? 0,
    shown: { runs: shown.lines, successes: shown.successes },
    withheld: { runs: withheld.lines, successes: withheld.successes },
    difference: estimate === undefined ? undefined : { estimate, low, high },
    applied: { runs, succeeded: successes, failed: runs - successes },
    comparisonDecides: Math.min(shown.lines, withheld.lines) >= policy.comparisonRuns,
  }
}

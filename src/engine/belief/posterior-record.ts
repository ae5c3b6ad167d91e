import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { NO_WAGERS, rewagered, type Wagers } from './e-value.ts'
import { type ByKind, byKind, leaked, leakShare, type Posterior, updated } from './posterior.ts'

/** All that is kept of what observations said about a pattern. Its size does not grow with them. */
export interface PosteriorRecord {
  readonly posterior: Posterior
  /** What observations alone have said, as logarithms and as far as it has not leaked away: the same without any prior. */
  readonly evidence: ByKind
  /** When it was last touched: since then it leaks to the prior of its group. */
  readonly at: number
  /** What has leaked away so far, as a sum of logarithms: how much of an old observation is left follows from it. */
  readonly leak: number
  readonly observations: number
  readonly internalObservations: number
  readonly wagers: Wagers
  readonly group: string
}

/** What one observation said, as it is kept to be put right when the truth comes late. */
export interface Told {
  /** What it was, in a word; the same again says nothing new. */
  readonly cause: string
  readonly log: ByKind
  readonly wagers?: Wagers
  /** What had leaked away when it was told. */
  readonly leak: number
  readonly isInternal: boolean
}

export type News = Omit<Told, 'leak'>

const NO_LOG: ByKind = { help: 0, neutral: 0, harm: 0 }
const ALL_LEAKED = 50

export function firstRecord(prior: Posterior, group: string, at: number): PosteriorRecord {
  const nothing = { evidence: NO_LOG, leak: 0, observations: 0, internalObservations: 0, wagers: NO_WAGERS }
  return { posterior: prior, at, group, ...nothing }
}

/** What is known of a pattern at a moment: what is left of it, and for the rest the prior of its group. */
export function posteriorAt(
  { posterior, at }: Pick<PosteriorRecord, 'posterior' | 'at'>,
  prior: Posterior,
  now: number,
  policy: BayesPolicy = BAYES,
): Posterior {
  return leaked(posterior, prior, leakShare(now - at, false, policy))
}

/** The record after an observation: first it leaks, then it learns. What arrives late leaks nothing by its own date. */
export function observed(
  record: PosteriorRecord,
  news: News,
  { at, prior }: { readonly at: number; readonly prior: Posterior },
  policy: BayesPolicy = BAYES,
): { readonly record: PosteriorRecord; readonly told: Told } {
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
 * Puts what an observation says now in the place of what it said; undefined: it says nothing any more. What is left of it is
 * `exp(-(leak now - leak then))`, and so much of the difference is made good. If nothing was observed since, the record comes out as if the truth had
 * come at once.
 */
export function putRight(
  record: PosteriorRecord,
  told: Told,
  news: News | undefined,
): { readonly record: PosteriorRecord; readonly told: Told | undefined } {
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

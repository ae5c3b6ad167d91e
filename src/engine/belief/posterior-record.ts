import { own } from '../../domain/sets.ts'
import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { type ByKind, byKind, leaked, leakShare, type Posterior, updated } from './posterior.ts'
import { evidenceOfRelapse, type Relapse, type RelapseCounts, relapseOf } from './relapse.ts'
import { NO_TRIALS, type UpliftSums, upliftOf } from './uplift.ts'

/** Everything that is stored about the observations of a pattern. Its size does not grow with them. It contains no prior: what is learned later about its group counts for it too. */
export interface PosteriorRecord {
  /** The statements of people and validators about the pattern itself, as log-likelihoods, less what has leaked away. */
  readonly evidence: ByKind
  /** The same for runs in which it was applied or cited: their outcomes, and validators' verdicts on their work. */
  readonly observed: ByKind
  /** Each reviewer's statements, weighted as if nobody knew the reviewer: the logarithm for help less that against it, under `evidence` or `observed` and the reviewer's id. `weighed` applies what is known of the reviewers. */
  readonly reviewed?: { readonly [partAndReviewer: string]: number }
  /** The cell of its evidence among the patterns of its groups, as of when it was written. */
  readonly cell?: string
  /** When it was last updated; since then it leaks to the prior of its group. */
  readonly at: number
  /** The sum of the logarithms of all leaks so far; it shows how much of an old observation is left. */
  readonly leak: number
  readonly observations: number
  readonly internalObservations: number
  readonly group: string
  /** The runs in which a random draw decided whether to show or to withhold it. */
  readonly comparison?: UpliftSums
  /** How often its mistake came back, with and without it, by the same draw. */
  readonly relapses?: RelapseCounts
  /** The runs that ended in which it was applied. */
  readonly applied?: AppliedRuns
  /** All finished runs that are evidence about it, each once. */
  readonly runs?: number
}

export interface RunCount {
  readonly runs: number
  readonly successes: number
}

/** For runs that applied a pattern, also the logarithm of the probability of their failures, given how runs of their context end. */
export type AppliedRuns = RunCount & { readonly luck?: number }

export const NO_RUNS: AppliedRuns = { runs: 0, successes: 0 }

/** What one observation contributed, stored so that it can be corrected by a late result. */
export interface Contribution {
  /** What was observed, as one word; the same cause again changes nothing. */
  readonly cause: string
  readonly log: ByKind
  /** It comes from the outcome of a run or a verdict on its work, not from a statement about the pattern. */
  readonly isObserved?: true | undefined
  /** The reviewer who said it. */
  readonly by?: string | undefined
  /** The leak at the time of the observation. */
  readonly leak: number
  readonly isInternal: boolean
}

export type Observation = Omit<Contribution, 'leak'>

const NO_LOG: ByKind = { help: 0, neutral: 0, harm: 0 }
const ALL_LEAKED = 50

export function firstRecord(group: string, at: number): PosteriorRecord {
  const nothing = { evidence: NO_LOG, observed: NO_LOG, leak: 0, observations: 0, internalObservations: 0 }
  return { at, group, ...nothing }
}

/**
 * The posterior of a pattern at one time: the evidence on the prior of its group, less what has leaked away since.
 *
 * Runs do not apply patterns at random: the work may just be easy. So evidence from such runs starts a belief and cannot finish it: against neutral, `x` counts as
 * `2.3 tanh(x / 2.3)`. Repeated words add nothing new either: words count for at most 4.5.
 * Evidence from runs of 1.5 for help and -1 for harm, on the prior (0.38, 0.44, 0.18), counts as 1.3182 and -0.9414, so help 0.38 e^1.3182 = 1.4199, harm 0.18 e^-0.9414 = 0.0702, and the
 * probability of help is 1.4199 / 1.9302 = 0.74. However many runs there are, it stays below 0.9.
 */
export function posteriorAt(
  record: PosteriorRecord,
  prior: Posterior,
  now: number,
  policy: BayesPolicy = BAYES,
): Posterior {
  const posterior = updated(prior, evidenceOf(record, policy))
  return leaked(posterior, prior, leakShare(now - record.at, false, policy))
}

/** The record with each reviewer's statements weighted by how often that reviewer has been right up to now. So a dismissal by an unknown reviewer loses its weight once the reviewer turns out to guess. A dismissal (1.7 x -1.0986 = -1.8676) by one who was right 26 times of 48: 0.3063 x -1.8676 = -0.5720. */
export function weighed(record: PosteriorRecord, weightOf: (reviewer: string) => number): PosteriorRecord {
  const { reviewed, ...rest } = record
  if (reviewed === undefined) return record
  const heard = (part: 'evidence' | 'observed') => {
    const said = reviewersOf(record).map((id) => weightOf(id) * (own(reviewed, `${part} ${id}`) ?? 0))
    return { ...record[part], help: said.reduce((sum, each) => sum + each, record[part].help) }
  }
  return { ...rest, evidence: heard('evidence'), observed: heard('observed') }
}

/** Sorted, because the same numbers in another order can add up to another last digit. */
export function reviewersOf({ reviewed = {} }: PosteriorRecord): string[] {
  return [...new Set(Object.keys(reviewed).map((key) => key.slice(key.indexOf(' ') + 1)))].sort()
}

/** Three runs followed it and none ended well: however hard their work was, that speaks against it, until a run ends well or a random comparison says more. */
const ONLY_FAILED = { runs: 3, help: -1 }

/** Three in ten harmful patterns break the work, so that one run in ten ends well. With a neutral pattern, runs fail as usual in their context, or in one case of five as often as hard work does (65%), because patterns are not used at random. Ten failures in such work that count 1.2 for harm: ln(0.7 e^1.2 + 0.3 (0.9 / 0.65)^10) = 2.31; five where 0.85 of the runs end well, whose logarithm is 5 ln 0.206 = -7.9: ln(0.7 e^0.5 + 0.3 x 0.5905 / (0.8 x 0.0004 + 0.2 x 0.116)) = 2.16. */
function brokenWork(harm: number, { runs, luck }: AppliedRuns): number {
  const hard = 0.65 ** runs
  const byLuck = luck === undefined ? hard : 0.8 * Math.exp(luck) + 0.2 * hard
  return Math.log(0.7 * Math.exp(harm) + (0.3 * 0.9 ** runs) / byLuck)
}

/** All evidence about a pattern, as logarithms of likelihoods: words and what was observed, as far as they count, and the random comparison. */
export function evidenceOf(record: PosteriorRecord, policy: BayesPolicy = BAYES): ByKind {
  const { evidence, observed, comparison = NO_TRIALS, relapses, applied = NO_RUNS } = record
  const { observedLimit, spokenLimit } = policy
  const onlyFailed = applied.runs >= ONLY_FAILED.runs && applied.successes === 0
  const compared = comparisonLog(comparison, policy)
  const counts = 1 - comparisonShare(comparison, policy)
  const relapsed = relapseLog(relapses)
  return byKind((kind) => {
    const said = evidence[kind] - evidence.neutral
    const known = observed[kind] - observed.neutral
    const most = kind === 'help' && onlyFailed ? ONLY_FAILED.help : known
    const limited = observedLimit * Math.tanh(Math.min(known, most) / observedLimit)
    const seen = kind === 'harm' && onlyFailed ? brokenWork(limited, applied) : limited
    const words = Math.max(-spokenLimit, Math.min(spokenLimit, said))
    return words + counts * seen + compared[kind] + relapsed[kind]
  })
}

/** The variance of the measured difference, with two even runs added so that the first few say little. Infinite without a run. */
function comparisonVariance({ runs, scale, squares }: UpliftSums): number {
  if (runs <= 0 || scale <= 0) return Number.POSITIVE_INFINITY
  const first = Math.min(0.5, scale / runs)
  return (squares + (0.5 * first) / (1 - first)) / scale ** 2
}

/** How far the random comparison replaces what was only observed: `k^4 / (k^4 + se^4)` with k = 0.1. From a standard error of 10 points on it decides, and a rough one leaves what was observed as it is. 60 runs with and 70 without at even odds: 8.7 points, so 0.64; at 15 points 0.16. */
function comparisonShare(sums: UpliftSums, { decisiveError }: BayesPolicy): number {
  return decisiveError ** 4 / (decisiveError ** 4 + comparisonVariance(sums) ** 2)
}

/** The evidence of the random comparison for each kind: the normal density of the measured difference around the difference that such a pattern makes, whose spread is added to the variance of the measurement. Nothing until there is a run with the pattern and one without it. A difference of 0 with a standard error of 0.05: help -1.02 + ln(1 / 0.0781), neutral -0.003 + ln(1 / 0.0539), harm -0.56 + ln(1 / 0.0707). */
function comparisonLog(sums: UpliftSums, { differences }: BayesPolicy): ByKind {
  if (sums.shown.lines <= 0 || sums.withheld.lines <= 0) return NO_LOG
  const measured = sums.gain / sums.scale
  const variance = comparisonVariance(sums)
  return byKind((kind) => {
    const { mean, spread } = differences[kind]
    const total = variance + spread ** 2
    return -((measured - mean) ** 2 / total + Math.log(total)) / 2
  })
}

/** The likelihood ratio of helping against changing nothing, by the random draws alone. */
export function oddsByDraw(
  { comparison = NO_TRIALS, relapses }: Partial<PosteriorRecord> = {},
  policy: BayesPolicy,
): number {
  const { help, neutral } = comparisonLog(comparison, policy)
  const relapsed = relapseLog(relapses)
  return Math.exp(help - neutral + relapsed.help)
}

/** Evidence on the draws is a likelihood ratio against a pattern that changes nothing, so its logarithm counts as it is. */
function relapseLog(counts: RelapseCounts | undefined): ByKind {
  if (counts === undefined) return NO_LOG
  const { prevents, invites } = evidenceOfRelapse(counts)
  return { help: Math.log(prevents), neutral: 0, harm: Math.log(invites) }
}

/** The record after an observation: first it leaks, then it learns. A late observation causes no leak for its own date. */
export function withObservation(
  record: PosteriorRecord,
  news: Observation,
  at: number,
  policy: BayesPolicy = BAYES,
): { readonly record: PosteriorRecord; readonly contribution: Contribution } {
  const share = leakShare(at - record.at, true, policy)
  const leak = record.leak + (share < 1 ? -Math.log(1 - share) : ALL_LEAKED)
  const after = {
    ...record,
    evidence: scaled(record.evidence, 1 - share),
    observed: scaled(record.observed, 1 - share),
    ...(record.reviewed && { reviewed: scaled(record.reviewed, 1 - share) }),
    at: Math.max(record.at, at),
    leak,
    observations: record.observations + 1,
    internalObservations: record.internalObservations + (news.isInternal ? 1 : 0),
  }
  return { record: added(after, news, news.log), contribution: { ...news, leak } }
}

function scaled<T extends { readonly [of: string]: number }>(logs: T, by: number): T {
  return Object.fromEntries(Object.entries(logs).map(([of, log]) => [of, by * log])) as T
}

function added(record: PosteriorRecord, { isObserved, by }: Omit<Observation, 'log'>, log: ByKind) {
  const part = isObserved === true ? 'observed' : 'evidence'
  if (by === undefined) return { ...record, [part]: byKind((kind) => record[part][kind] + log[kind]) }
  const said = own(record.reviewed, `${part} ${by}`) ?? 0
  return { ...record, reviewed: { ...record.reviewed, [`${part} ${by}`]: said + log.help - log.neutral } }
}

/** Replaces what an observation contributed; undefined removes it. `exp(-(leak now - leak then))` of the old contribution is left, so only that share of the difference is added. If nothing was observed since, the result is as if the correct result had come first. */
export function withCorrection(
  record: PosteriorRecord,
  contribution: Contribution,
  news: Observation | undefined,
): { readonly record: PosteriorRecord; readonly contribution: Contribution | undefined } {
  const left = Math.exp(contribution.leak - record.leak)
  const count = (is: boolean | undefined) => (is === true ? 1 : 0)
  const gone = added(record, contribution, scaled(contribution.log, -left))
  const after = {
    ...(news === undefined ? gone : added(gone, news, scaled(news.log, left))),
    observations: record.observations - (news === undefined ? 1 : 0),
    internalObservations: record.internalObservations - count(contribution.isInternal) + count(news?.isInternal),
  }
  return { record: after, contribution: news === undefined ? undefined : { ...news, leak: contribution.leak } }
}

/** The evidence on whether a pattern helps: the probability, and the runs behind it. */
export interface HelpEvidence {
  /** The probabilities that it helps and that it harms; the rest is that it does nothing. */
  readonly helps: number
  readonly harms: number
  /** Finished runs that are evidence about it, each once. */
  readonly runs: number
  /** Runs that were shown it, and runs that it was withheld from, by a random draw. */
  readonly shown: RunCount
  readonly withheld: RunCount
  /** The difference in the success rate by that draw, with its 95% interval; missing until there are runs of both sorts. */
  readonly difference?: { readonly estimate: number; readonly low: number; readonly high: number }
  /** How often its mistake came back with it and without it; missing until a run in the random draw could have repeated the mistake. */
  readonly relapse?: Relapse
  /** Runs in which it was applied. */
  readonly applied: { readonly runs: number; readonly succeeded: number; readonly failed: number }
  /** The random comparison has enough runs to overrule what was only observed. */
  readonly comparisonDecides: boolean
  /** The likelihood ratio of helping against changing nothing, by the random draws alone; 1 before there are runs of both sorts. */
  readonly byDraw: number
}

/** The evidence about a pattern at one time; `prior` is the prior of its group. */
export function helpEvidence(
  record: PosteriorRecord | undefined,
  prior: Posterior,
  now: number,
  policy: BayesPolicy = BAYES,
): HelpEvidence {
  const { help, harm } = record === undefined ? prior : posteriorAt(record, prior, now, policy)
  const comparison = record?.comparison ?? NO_TRIALS
  const { shown, withheld } = comparison
  const { runs, successes } = record?.applied ?? NO_RUNS
  return {
    helps: help,
    harms: harm,
    runs: record?.runs ?? 0,
    shown: { runs: shown.lines, successes: shown.successes },
    withheld: { runs: withheld.lines, successes: withheld.successes },
    // Its interval is searched for, which takes longer than all else; most who weigh patterns do not ask.
    get difference() {
      const { estimate, low, high } = upliftOf(comparison)
      return estimate === undefined ? undefined : { estimate, low, high }
    },
    relapse: record?.relapses && relapseOf(record.relapses),
    applied: { runs, succeeded: successes, failed: runs - successes },
    comparisonDecides: comparisonShare(comparison, policy) >= 0.5,
    byDraw: oddsByDraw(record, policy),
  }
}

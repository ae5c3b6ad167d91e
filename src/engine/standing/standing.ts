import { chance, DAY_MS, grouped, quantity } from '../../domain/numbers.ts'
import type { Decision, Pattern } from '../../domain/pattern.ts'
import { MADE_A_RULE, ruleOf } from '../../domain/pattern-pull.ts'
import { isOnlyPulled } from '../../domain/pattern-sighting.ts'
import type { Status } from '../../domain/values/pattern.ts'
import { BAYES, type BayesPolicy } from '../belief/bayes-policy.ts'
import { logLikelihood, outcomeLikelihood } from '../belief/likelihood.ts'
import { patternValue } from '../belief/pattern-value.ts'
import {
  firstRecord,
  type HelpEvidence,
  NO_RUNS,
  oddsByDraw,
  type PosteriorRecord,
  type RunCount,
  withObservation,
} from '../belief/posterior-record.ts'
import type { RelapseRate } from '../belief/relapse.ts'
import { isProven } from '../belief/selection.ts'
import { NO_TRIALS, withTrial } from '../belief/uplift.ts'
import { type Axes, quarantineReason } from './axes.ts'
import { type Belief, beliefAt, decisionOf, endOf, mayInvert } from './believed-pattern.ts'
import { inversionWords } from './inversion.ts'
import type { PatternRecord } from './pattern-record.ts'
import type { SuccessRate } from './success-rate.ts'

export const STANDING = {
  /** A pattern is proven if it helps with at least this probability, and if the random draws alone make that this many times as likely as no effect; more if they show whether its mistake comes back. */
  provenFrom: 0.9,
  provenByDraw: 1.5,
  provenByRelapse: 15,
  /** How many runs and days ahead `next` looks. */
  mostRuns: 20,
  mostDays: 730,
}

/** The standing of a pattern: the one answer that every surface prints. */
export interface Standing {
  readonly status: Status
  /** When the decision or the newest evidence behind the status was recorded. */
  readonly since: number
  /** The probability that it helps, and the number of runs behind that. */
  readonly helps: number
  readonly runs: number
  /** The runs that followed it, and those in which a random draw showed or withheld it. */
  readonly evidence: Pick<HelpEvidence, 'applied' | 'shown' | 'withheld' | 'difference' | 'relapse'>
  readonly because: string
  /** The person whose decision gives the status, whatever the runs show. */
  readonly decidedBy?: string | undefined
  /** What would change the status, in countable terms. */
  readonly next: readonly string[]
}

/** The default law's knowledge of a pattern. */
export interface Known {
  readonly belief: Belief
  readonly evidence: HelpEvidence
  /** Its observations; absent before the first. */
  readonly observed?: PosteriorRecord | undefined
  readonly now: number
  /** 1, or less after somebody changed the code that it cites. */
  readonly freshness: number
}

/** A pattern with its standing, and the axes of the source systems. */
export interface StoodPattern extends PatternRecord {
  readonly standing: Standing
  readonly axes: Axes
  readonly usage: SuccessRate
  /** The default law's knowledge of it; absent under the classic profile. */
  readonly known?: Known
}

const SHOWN: readonly Status[] = ['new', 'helping', 'proven', 'warning']

/** Whether agents are shown patterns with this status; new ones only within the exploration allowance. */
export function isShown(status: Status): boolean {
  return SHOWN.includes(status)
}

/** The standing of a pattern without explanations. */
export type Brief = Pick<Standing, 'status' | 'helps' | 'runs' | 'decidedBy'>

/** A status beside a percentage: `helping`, or `proven by ann` if a person decided, whatever the runs show. */
export function statusBy({ status, runs, decidedBy }: Omit<Brief, 'helps'>): string {
  return decidedBy === undefined || runs === 0 ? status : `${status} by ${decidedBy}`
}

/** `helping 82%, 8 runs`, or `proven by ann; 12 runs say 65%`: a standing in a line of a block. The text of a warning itself names what to avoid. */
export function standingLabel(brief: Brief): string {
  const { status, helps, runs, decidedBy } = brief
  if (runs === 0) return status
  const counted = quantity(runs, 'run')
  if (decidedBy !== undefined) return `${statusBy(brief)}; ${counted} ${runs === 1 ? 'says' : 'say'} ${chance(helps)}`
  return `${status}${status === 'warning' ? '' : ` ${chance(helps)}`}, ${counted}`
}

/** The words of a pattern as an agent reads them. */
export function shownText({ text }: Pick<Pattern, 'text'>, status: Status): string {
  return status === 'warning' ? inversionWords(text) : text
}

/**
 * The status of a pattern under the default law. A person's decision comes first, then what keeps a pattern from being shown, then the evidence:
 *
 *   warning   P(harms) >= 0.7, and showing the opposite is worth more than nothing and more than the advice; three observations from inside
 *   doubted   something was observed, and showing it is not worth its line
 *   proven    P(helps) >= 0.9, and by the random draws alone help is at least 1.5 times as likely as no effect, or a person promoted it. One run with it that ended well and one
 *             without it that did not are 1.1 times; three and three are 1.5. Where the draws show whether its mistake comes back, 15 times: runs that end well do not replace that
 *   helping   something was observed, and it is worth showing even if it does 0.35 standard deviations less than expected
 *   new       everything else
 */
export function statusOf(record: PatternRecord, known: Known, policy: BayesPolicy = BAYES): Status {
  const { pattern } = record
  if (endOf(pattern) !== undefined) return 'retired'
  if (pattern.quarantined) return 'held'
  if (ruleOf(pattern) !== undefined) return 'proven'
  const { belief, freshness: relevance, evidence } = known
  const { posterior, deviation, observations, isOpen } = belief
  const internalObservations = mayInvert(record) ? belief.internalObservations : 0
  const { value, inverts } = patternValue({ posterior, relevance, internalObservations, isOpen }, policy)
  if (inverts) return 'warning'
  if (observations === 0 && !isCompared(evidence)) return 'new'
  if (value <= 0) return 'doubted'
  const byDraw = STANDING[evidence.relapse?.drop === undefined ? 'provenByDraw' : 'provenByRelapse']
  if (evidence.byDraw >= byDraw && posterior.help >= STANDING.provenFrom) return 'proven'
  return isProven({ value, deviation: relevance * deviation }, policy) ? 'helping' : 'new'
}

/** Whether there are runs with it and without it, by a random draw. */
function isCompared({ shown, withheld, relapse }: Standing['evidence']): boolean {
  return (shown.runs > 0 && withheld.runs > 0) || relapse?.drop !== undefined
}

/** Whether a status rests on that draw: the draw has enough runs, or there is no other evidence. */
function isByDraw(evidence: HelpEvidence, { observations }: Belief): boolean {
  const { comparisonDecides, relapse } = evidence
  return isCompared(evidence) && (comparisonDecides || relapse?.drop !== undefined || observations === 0)
}

/** The same with the probability that it helps, and the number of runs behind that. */
export function briefOf(record: PatternRecord, known: Known, policy: BayesPolicy = BAYES): Brief {
  const { belief, evidence } = known
  const status = statusOf(record, known, policy)
  const decidedBy = decisionBehind(record.pattern, status)?.by
  return { status, helps: belief.posterior.help, runs: evidence.runs, decidedBy }
}

/** The person's decision that gives a pattern its status, whatever the runs show. */
function decisionBehind({ decisions }: Pattern, status: Status): Decision | undefined {
  if (status === 'retired') return decisionOf(decisions, 'deprecate')
  return status === 'proven' ? decisionOf(decisions, 'promote') : undefined
}

/** The standing of a pattern under the default law, with its reasons in words. */
export function standingOf(record: PatternRecord, known: Known, policy: BayesPolicy = BAYES): Standing {
  const { pattern } = record
  const { applied, shown, withheld, difference, relapse } = known.evidence
  const brief = briefOf(record, known, policy)
  const { status } = brief
  return {
    ...brief,
    since: decisionBehind(pattern, status)?.at ?? endOf(pattern)?.at ?? known.observed?.at ?? pattern.firstSeenAt,
    evidence: { applied, shown, withheld, difference, relapse },
    because: `${becauseOf(record, known, status)}${staleText(record)}${regressionText(record)}`,
    next: nextOf(record, known, status, policy),
  }
}

function becauseOf({ pattern }: PatternRecord, { evidence, belief }: Known, status: Status): string {
  const promoted = decisionOf(pattern.decisions, 'promote')
  switch (status) {
    case 'retired':
      return endOf(pattern)!.because
    case 'held':
      return quarantineReason(pattern.held)
    case 'proven':
      return promoted === undefined
        ? comparisonText(evidence)
        : `it is a rule of ${promoted.by}${promoted.reason === MADE_A_RULE ? '' : `: ${promoted.reason.replace(/\.$/, '')}`}`
    case 'new':
      return belief.observations === 0
        ? 'no run with a known result has used it yet'
        : `too few runs to tell: ${followedText(evidence, belief)}`
    default:
      return isByDraw(evidence, belief) ? comparisonText(evidence) : followedText(evidence, belief)
  }
}

/** Somebody else changed the code that it cites, so it counts for less until it is seen or used there again. */
function staleText({ pattern: { citation, staleCitedAt } }: PatternRecord): string {
  if (citation === undefined || staleCitedAt === undefined) return ''
  return `; it counts for less, since somebody else changed ${citation.file}:${citation.line ?? 1}`
}

/** A pattern that was dismissed although a validator had passed it earlier is worth a second look, whatever its status. */
function regressionText({ evidence: { regressions } }: PatternRecord): string {
  if (regressions === 0) return ''
  return `; dismissed ${regressions === 1 ? 'once' : `${regressions} times`} after a validator had passed it`
}

/** `7 of 8 runs that followed it ended well; 3 mentions, reviews or votes also counted`. */
function followedText({ applied: { runs, succeeded } }: Standing['evidence'], belief: Belief): string {
  const words = belief.observations - runs
  const ended = `${grouped(succeeded)} of ${quantity(runs, 'run')} that followed it ended well`
  if (words <= 0) return ended
  const said = quantity(words, 'mention, review or vote', 'mentions, reviews or votes')
  if (runs > 0) return `${ended}; ${said} also counted`
  const { posterior, prior } = belief
  const side = posterior.help < prior.help ? 'against it' : 'for it'
  return `${said} ${words === 1 ? 'counts' : 'count'} ${side}, and no run is known to have followed it`
}

/** `its mistake came back in 1 of 20 runs with it, 8 of 19 without it`; if that is unknown, `65% of 62 runs with it ended well, 65% of 71 without it`. */
function comparisonText({ shown, withheld, relapse }: Standing['evidence']): string {
  if (relapse?.drop !== undefined) {
    const back = ({ relapses, opportunities }: RelapseRate) => `${grouped(relapses)} of ${grouped(opportunities)}`
    return `its mistake came back in ${back(relapse.shown)} runs with it, ${back(relapse.withheld)} without it`
  }
  return `${share(shown)} with it ended well, ${share(withheld)} without it`
}

function share({ runs, successes }: RunCount): string {
  return `${Math.round((100 * successes) / Math.max(1, runs))}% of ${quantity(runs, 'run')}`
}

function nextOf(record: PatternRecord, known: Known, status: Status, policy: BayesPolicy): string[] {
  const { id, quarantine } = record.pattern
  const act = status === 'proven' ? 'retires it: mettle pattern deprecate' : 'makes it proven: mettle pattern promote'
  const day = isOnlyPulled(record.pattern) ? '' : ', on another day'
  switch (status) {
    case 'retired':
      return [`a person brings it back: mettle pattern reset ${id} --reason "..."`]
    case 'held':
      return [
        `a person accepts it: mettle pattern release ${id} --reason "..."`,
        ...(quarantine === undefined ? [`a run or a person here learns the same${day}`] : []),
      ]
    case 'proven':
      if (ruleOf(record.pattern) !== undefined)
        return [`only a person can change that: mettle pattern reset ${id} --reason "..."`]
  }
  if (status === 'doubted') return [...withTime(), ...freshAgain(), `a person ${act} ${id} --reason "..."`]
  return [...change(true), ...byDraw(), ...change(false), ...freshAgain(), `a person ${act} ${id} --reason "..."`]

  /** A pattern that is not shown cannot be followed, so only time can bring it back: its belief returns to the prior. */
  function withTime(): string[] {
    const { belief, observed, now } = known
    if (observed === undefined) return []
    for (let days = 1; days <= STANDING.mostDays; days++) {
      const then = { ...known, belief: beliefAt(belief, observed, now + days * DAY_MS, policy) }
      if (isShown(statusOf(record, then, policy)))
        return [`in ${quantity(days, 'day')} agents are shown it again, to learn whether it still fails`]
    }
    return []
  }

  function change(succeeds: boolean): string[] {
    let then = known
    for (let more = 1; more <= STANDING.mostRuns; more++) {
      then = followedOnce(then, succeeds, policy)
      const next = statusOf(record, then, policy)
      if (next === status) continue
      const [ends, s] = [succeeds ? 'succeed' : 'fail', more === 1 ? 's' : '']
      const runs = quantity(more, 'more run that follows', 'more runs that follow')
      const isDrop = !succeeds && (next === 'helping' || next === 'new')
      const turns = isDrop ? `drop${s} it to ${next}` : `make${s} it ${BECOMES[next] ?? next}`
      return [`${runs} it and ${ends}${s} ${turns}${shownChange(status, next)}`]
    }
    if (succeeds || status === 'warning') return []
    return [`${STANDING.mostRuns} more runs that follow it and fail would not change it`]
  }

  /** The change that only the draw can bring: use alone proves nothing. */
  function byDraw(): string[] {
    if (status !== 'helping') return []
    let then = known
    for (let more = 1; more <= STANDING.mostRuns; more++) {
      then = comparedOnce(then, policy)
      if (statusOf(record, then, policy) !== 'proven') continue
      return [
        `${quantity(more, 'more run')} with it that end well and ${more} without it that end badly, by the random draw, make it proven`,
      ]
    }
    return []
  }

  function freshAgain(): string[] {
    if (record.pattern.staleCitedAt === undefined) return []
    return ['it counts fully again when a run uses it where the code changed, or records it again']
  }
}

const BECOMES: { readonly [S in Status]?: string } = { warning: 'a warning', new: 'new again' }

function shownChange(from: Status, to: Status): string {
  if (to === 'warning') return ', so agents are warned of it'
  if (isShown(from) === isShown(to)) return to === 'new' ? ', so agents are shown it only now and then' : ''
  return isShown(to) ? ', so agents are shown it again' : ', so agents are no longer shown it'
}

/** The knowledge after one more run that follows the pattern and ends this way, in work as hard as its earlier runs, or with even odds of success. */
function followedOnce(known: Known, success: boolean, policy: BayesPolicy): Known {
  const { belief, now, observed = firstRecord(belief.group, now) } = known
  const outcome = { success, baseline: 0, rest: 0, relevance: 1 }
  const log = logLikelihood(outcomeLikelihood(outcome, policy), policy.tierWeights.applied)
  const news = { cause: 'run', log, isObserved: true, isInternal: true } as const
  const { record } = withObservation(observed, news, now, policy)
  const { runs, successes, luck = 0 } = record.applied ?? NO_RUNS
  const fails = runs > successes ? luck / (runs - successes) : Math.log(0.5)
  const after = {
    ...record,
    applied: { runs: runs + 1, successes: successes + (success ? 1 : 0), luck: luck + (success ? 0 : fails) },
    runs: (record.runs ?? 0) + 1,
  }
  const { observations, internalObservations } = after
  return {
    ...known,
    observed: after,
    belief: beliefAt({ ...belief, observations, internalObservations }, after, now, policy),
  }
}

/** The knowledge after one more run with it that ends well, and one without it that does not, at even odds. */
function comparedOnce(known: Known, policy: BayesPolicy): Known {
  const { belief, now, observed = firstRecord(belief.group, now), evidence } = known
  const trial = { expected: 0.5, share: 0.5 }
  const shown = withTrial(observed.comparison ?? NO_TRIALS, { ...trial, success: true, shown: 1, withheld: 0 })
  const comparison = withTrial(shown, { ...trial, success: false, shown: 0, withheld: 1 })
  const after = { ...observed, comparison }
  return {
    ...known,
    observed: after,
    belief: beliefAt(belief, after, now, policy),
    evidence: { ...evidence, byDraw: oddsByDraw(after, policy) },
  }
}

/** The standing under the classic profile, from the axes of the source systems. How runs ended and what people said are counted as its warning counts them: three runs that followed it and failed are 0 of 3, so it helps with 0 %. */
export function standingByAxes(record: PatternRecord, axes: Axes): Standing {
  const { pattern, evidence, inverted, warning } = record
  const { successes, ignoreWeight, helpfulCount: succeeded, harmfulCount: failed } = evidence
  const [status, because] = classicStatus()
  const runs = succeeded + failed
  const [good, all] = [successes + succeeded, successes + ignoreWeight + runs]
  return {
    status,
    since: pattern.lastUsedAt,
    helps: all === 0 ? BAYES.prior.help : good / all,
    runs,
    evidence: { applied: { runs, succeeded, failed }, shown: NO_RUNS, withheld: NO_RUNS },
    because: `${because}${staleText(record)}${regressionText(record)}`,
    next: [],
  }

  function classicStatus(): [Status, string] {
    if (pattern.quarantined) return ['held', quarantineReason(pattern.held)]
    if (inverted === true) return ['doubted', `it keeps failing; ${warning} warns of it`]
    if (axes.excludedBecause.length > 0) return ['retired', axes.excludedBecause.join('; ')]
    if (pattern.invertedFrom !== undefined) return ['warning', `${pattern.invertedFrom} keeps failing`]
    if (axes.maturity === 'proven') return ['proven', axes.maturityReason]
    if (axes.maturity === 'established') return ['helping', axes.maturityReason]
    if (axes.lifecycle === 'active') return ['proven', axes.lifecycleReason]
    return ['new', axes.lifecycleReason]
  }
}

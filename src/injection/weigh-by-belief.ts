import { isPromoted } from '../domain/pattern-pull.ts'
import { asWarning, mayInvert } from '../engine/bayes/bars.ts'
import type { BayesPolicy } from '../engine/bayes/bayes-policy.ts'
import type { Belief } from '../engine/bayes/believed-pattern.ts'
import { type PatternValue, patternValue, toThePoint } from '../engine/bayes/pattern-value.ts'
import { type Place, relevanceInPlace } from '../engine/bayes/place.ts'
import { lineTokens } from '../engine/inject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { candidateLine, type Weight } from './candidate.ts'
import { type Gathered, type ShelvedPattern, steadyWorthOf } from './gathering.ts'
import { likenessTo } from './likeness.ts'
import { relevanceTo } from './relevance-to.ts'
import { isKnownWork } from './surroundings.ts'
import { type Asked, type Scales, saidOnce, type Weighed } from './weigh.ts'

type BelievedScales = Required<Omit<Scales, 'now'>>

/** What may be shown for some work, each with what showing it is worth. What harms may be worth showing as a warning. */
export function weighByBelief(
  gathered: readonly Gathered[],
  asked: Asked,
  scales: BelievedScales,
): Weighed[] {
  const judged = judging(asked, scales)
  return gathered.map((one) => weighed(judged(one), scales))
}

/** The best of it, best first, each lesson once. All are judged; the parts are worked out of these alone. */
export function bestByBelief(
  gathered: readonly Gathered[],
  asked: Asked,
  { most, ...scales }: BelievedScales & { readonly most: number },
): Weighed[] {
  const judged = gathered.map(judging(asked, scales))
  judged.sort((a, b) => b.worth.density - a.worth.density || (a.shelved.id < b.shelved.id ? -1 : 1))
  const best = saidOnce(judged.map((one) => ({ one, record: one.shelved.record })))
  return best.slice(0, most).map(({ one }) => weighed(one, scales))
}

/** A pattern, what is believed of it, and what that is worth for some work. */
interface Judged {
  readonly shelved: ShelvedPattern
  readonly similarity: number | undefined
  readonly belief: Belief
  readonly relevance: number
  readonly tokens: number
  readonly worth: PatternValue
}

function judging(asked: Asked, { policy, believe }: BelievedScales): (one: Gathered) => Judged {
  const { role, work, subject } = asked
  const likeness = likenessTo(work.task)
  const isKnown = isKnownWork(work) || subject.tags.length + subject.files.length > 0
  return ({ shelved, alike, cosine }) => {
    const { id, record } = shelved
    const similarity = likeness?.({ words: shelved.words, alike, cosine })
    const belief = believe(record)
    const known = isKnown
      ? aboutness(record, { ...asked, alike: relevanceTo(record, subject, similarity).whole }, policy.bayes)
      : policy.bayes.unknownRelevance
    const relevance = known * freshnessOf(record, policy)
    const tokens = shelved.tokensFor?.(role) ?? lineTokens(candidateLine(id, record, 0), role)
    const internalObservations = mayInvert(record) ? belief.internalObservations : 0
    const question = { posterior: belief.posterior, relevance, tokens, internalObservations }
    return { shelved, similarity, belief, relevance, tokens, worth: patternValue(question, policy.bayes) }
  }
}

/** How probable it is that a pattern is about some work, to which it is so much alike. */
function aboutness(
  { pattern }: PatternRecord,
  { work, isTested, alike }: Asked & { readonly alike: number },
  policy: BayesPolicy,
): number {
  const seen = placeOf(pattern)
  const likeness = toThePoint(alike, policy)
  const isPlaceless = seen.files.length + seen.labels.length + pattern.tags.length === 0
  if (isTested) return Math.max(likeness, policy.unknownRelevance)
  if (isPlaceless) return Math.max(likeness, policy.placelessRelevance)
  return relevanceInPlace(likeness, seen, { files: work.files ?? [], labels: work.labels ?? [] }, policy)
}

/** Where it was seen. What names no place may hold anywhere. */
function placeOf({ files, labels, citation }: PatternRecord['pattern']): Place {
  return { files: citation === undefined ? files : [...files, citation.file], labels }
}

/** Code that has changed since makes what was said of it less to the point. */
export function freshnessOf({ pattern }: PatternRecord, { score }: Policy): number {
  return pattern.staleCitedAt === undefined ? 1 : score.staleCitedFactor
}

function weighed(judged: Judged, { policy }: BelievedScales): Weighed {
  const { shelved, similarity, belief, relevance, tokens, worth } = judged
  const { id, record } = shelved
  const { maturity } = steadyWorthOf(shelved, policy)
  const value = worth.inverts ? worth.invertedValue : worth.value
  const standing: Weight = {
    score: worth.density,
    parts: partsOf(judged, value, policy.bayes),
    maturity,
    belief: {
      value,
      density: worth.density,
      tokens,
      deviation: relevance * belief.deviation,
      ...(isPromoted(record.pattern) ? { isPromoted: true } : {}),
      ...(belief.isFromOutside === true ? { isFromOutside: true } : {}),
      probability: worth.inverts ? belief.posterior.harm : belief.posterior.help,
    },
  }
  return { id, record: worth.inverts ? asWarning(record) : record, standing, similarity }
}

/** What a receipt says of the value: enough to work it out again by hand. */
function partsOf(
  { belief, relevance, tokens, worth: { inverts } }: Judged,
  value: number,
  { effects, tokenCost }: BayesPolicy,
): Weight['parts'] {
  const { posterior } = belief
  const warned =
    -posterior.help * effects.help + posterior.neutral * effects.neutral - posterior.harm * effects.harm
  return {
    value,
    effect: inverts ? warned : belief.effect,
    relevance,
    beside: (1 - relevance) * effects.neutral,
    cost: tokens * tokenCost,
    help: posterior.help,
    neutral: posterior.neutral,
    harm: posterior.harm,
    ...(inverts ? { inverted: 1 } : {}),
  }
}

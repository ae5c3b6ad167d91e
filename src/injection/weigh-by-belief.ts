import { ruleOf } from '../domain/pattern-pull.ts'
import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import { asWarning, type Belief, beliefNow, posteriorNow } from '../engine/belief/believed-pattern.ts'
import {
  invertedEffect,
  type PatternValue,
  type Place,
  patternDensity,
  patternValue,
  relevanceInPlace,
  relevanceProbability,
} from '../engine/belief/pattern-value.ts'
import { lineTokens } from '../engine/laws/inject.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { candidateLine, unsaid, type Weight } from './candidate.ts'
import { type Gathered, type ShelvedPattern, steadyWorthOf } from './gathering.ts'
import { likenessTo, relevanceTo } from './relevance-to.ts'
import { type Traits, traitsIn } from './traits.ts'
import type { Asked, Scales, Weighed } from './weigh.ts'
import { isKnownWork } from './work-context.ts'

type BelievedScales = Required<Scales>

/** What may be shown for some work, each with what showing it is worth. What harms may be worth showing as a warning. */
export function weighByBelief(
  gathered: readonly Gathered[],
  asked: Asked,
  scales: BelievedScales,
): Weighed[] {
  const { judge } = judging(asked, scales)
  return gathered.map((one) => weighed(judge(one), scales))
}

/** The best of it, best first, each lesson once. Of all that is gathered only the density is kept; of these, all that follows. */
export function bestByBelief(
  gathered: readonly Gathered[],
  asked: Asked,
  { most, ...scales }: BelievedScales & { readonly most: number },
): Weighed[] {
  const { judge, densityOf } = judging(asked, scales)
  const densities = new Float64Array(gathered.length)
  for (let at = 0; at < gathered.length; at += 1) densities[at] = densityOf(gathered[at]!)
  const idAt = (at: number) => gathered[at]!.shelved.id
  const order = gathered.map((_, at) => at)
  // Whole numbers: a fraction would be an object of its own for every two that are compared.
  order.sort((a, b) =>
    densities[a] === densities[b] ? (idAt(a) < idAt(b) ? -1 : 1) : densities[a]! > densities[b]! ? -1 : 1,
  )
  const best: Weighed[] = []
  const isNew = unsaid()
  for (const at of order) {
    if (best.length >= most) break
    const one = gathered[at]!
    if (isNew(one.shelved.record)) best.push(weighed(judge(one), scales))
  }
  return best
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

interface Judging {
  /** The worth by which patterns are ranked, without all that follows from it. */
  densityOf(one: Gathered): number
  judge(one: Gathered): Judged
}

/** Hundreds are ranked for a block, so what is the same for all of them, or for every block, is worked out before. */
function judging(asked: Asked, { now, policy, believe }: BelievedScales): Judging {
  const { role, work } = asked
  const { bayes } = policy
  const likeness = likenessTo(work.task)
  const relevant = relevanceIn(asked, bayes)
  const traitsOf = (shelved: ShelvedPattern) => shelved.traits?.(policy) ?? traitsIn(shelved.record, policy)
  const similarityOf = ({ shelved, alike, cosine }: Gathered) => likeness?.(shelved.words, alike, cosine)
  const tokensOf = (shelved: ShelvedPattern) =>
    shelved.tokensFor?.(role) ?? lineTokens(candidateLine(shelved.id, shelved.record, 0), role)
  return {
    densityOf: (one) => {
      const { shelved } = one
      const traits = traitsOf(shelved)
      const held = believe(shelved)
      const posterior = posteriorNow(held, now, bayes)
      const relevance = relevant(shelved.record, traits, similarityOf(one)) * traits.freshness
      const internalObservations = traits.mayInvert ? held.belief.internalObservations : 0
      return patternDensity({ posterior, relevance, tokens: tokensOf(shelved), internalObservations }, bayes)
    },
    judge: (one) => {
      const { shelved } = one
      const similarity = similarityOf(one)
      const traits = traitsOf(shelved)
      const belief = beliefNow(believe(shelved), now, bayes)
      const relevance = relevant(shelved.record, traits, similarity) * traits.freshness
      const tokens = tokensOf(shelved)
      const internalObservations = traits.mayInvert ? belief.internalObservations : 0
      const question = { posterior: belief.posterior, relevance, tokens, internalObservations }
      return { shelved, similarity, belief, relevance, tokens, worth: patternValue(question, bayes) }
    },
  }
}

type Relevant = (record: PatternRecord, traits: Traits, similarity: number | undefined) => number

/** How probable it is that a pattern is about some work, to which it is so much alike. */
function relevanceIn({ work, subject, isTested = false }: Asked, policy: BayesPolicy): Relevant {
  const { unknownRelevance, placelessRelevance } = policy
  if (!isKnownWork(work) && subject.tags.length + subject.files.length === 0) return () => unknownRelevance
  const place: Place = { files: work.files ?? [], labels: work.labels ?? [] }
  return (record, traits, similarity) => {
    const likeness = relevanceProbability(relevanceTo(record, subject, similarity).whole, policy)
    if (isTested) return Math.max(likeness, unknownRelevance)
    if (traits.isPlaceless) return Math.max(likeness, placelessRelevance)
    return relevanceInPlace(likeness, traits.place, place, policy)
  }
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
      isPromoted: ruleOf(record.pattern) !== undefined || undefined,
      isFromOutside: belief.isFromOutside === true || undefined,
      probability: worth.inverts ? belief.posterior.harm : belief.posterior.help,
    },
  }
  return { id, record: worth.inverts ? asWarning(record) : record, standing, similarity }
}

/** What a receipt says of the value: enough to work it out again by hand. */
function partsOf(
  { belief, relevance, tokens, worth: { inverts } }: Judged,
  value: number,
  policy: BayesPolicy,
): Weight['parts'] {
  const { posterior } = belief
  const { effects, tokenCost } = policy
  return {
    value,
    effect: inverts ? invertedEffect(posterior, policy) : belief.effect,
    relevance,
    beside: (1 - relevance) * effects.neutral,
    cost: tokens * tokenCost,
    help: posterior.help,
    neutral: posterior.neutral,
    harm: posterior.harm,
    ...(inverts ? { inverted: 1 } : {}),
  }
}

import { MINER } from '../domain/pattern.ts'
import { ruleOf } from '../domain/pattern-pull.ts'
import { CATEGORIES } from '../domain/values/pattern.ts'
import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import {
  invertedEffect,
  type PatternValue,
  type Place,
  patternValue,
  relevanceAnywhere,
  relevanceInPlace,
  relevanceProbability,
} from '../engine/belief/pattern-value.ts'
import { lineTokens } from '../engine/laws/role-block.ts'
import { asWarning, type Belief, beliefNow, posteriorNow } from '../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { candidateLine, unsaid, type Weight } from './candidate.ts'
import { type CachedPattern, type Gathered, steadyWorthOf } from './gathering.ts'
import { relevanceTo } from './relevance-to.ts'
import { type Traits, traitsIn } from './traits.ts'
import type { Asked, Scales, Weighed } from './weigh.ts'
import { isKnownWork } from './work-context.ts'

type BelievedScales = Required<Scales>

/** The patterns that may be shown for some work, each with the value of showing it. A harmful one may be worth showing as a warning. */
export function weighByBelief(gathered: readonly Gathered[], asked: Asked, scales: BelievedScales) {
  const { judge } = judging(asked, scales)
  return gathered.map((one) => weighed(judge(one), scales))
}

/** The best patterns, best first, each lesson once; ties go to mistakes, then to the shorter text. For all gathered patterns only the value is computed; for the best, everything else. */
export function bestByBelief(
  gathered: readonly Gathered[],
  asked: Asked,
  { most, ...scales }: BelievedScales & { readonly most: number },
): Weighed[] {
  const { judge, bestValue, tokensOf } = judging(asked, scales)
  const values = new Float64Array(gathered.length)
  for (let at = 0; at < gathered.length; at += 1) values[at] = bestValue(gathered[at]!)
  const order = gathered.map((_, at) => at)
  const isEqualBefore = (a: CachedPattern, b: CachedPattern) => {
    const byKind = kindOf(a) - kindOf(b) || tokensOf(a) - tokensOf(b)
    return byKind === 0 ? a.id < b.id : byKind < 0
  }
  // Integers: V8 would allocate an object for every fraction that a comparison returns.
  order.sort((a, b) =>
    values[a] === values[b]
      ? isEqualBefore(gathered[a]!.cached, gathered[b]!.cached)
        ? -1
        : 1
      : values[a]! > values[b]!
        ? -1
        : 1,
  )
  const best: Weighed[] = []
  const isNew = unsaid()
  for (const at of order) {
    if (best.length >= most) break
    const one = gathered[at]!
    if (isNew(one.cached.record)) best.push(weighed(judge(one), scales))
  }
  return best
}

function kindOf({ record }: CachedPattern): number {
  return CATEGORIES.indexOf(record.pattern.category)
}

/** A pattern, the belief in it, and its value for some work. */
interface Judged {
  readonly cached: CachedPattern
  readonly similarity: number | undefined
  readonly belief: Belief
  readonly relevance: number
  readonly tokens: number
  readonly worth: PatternValue
  readonly traits: Traits
}

interface Judging {
  /** The value by which patterns are ranked, without everything derived from it. */
  bestValue(one: Gathered): number
  tokensOf(cached: CachedPattern): number
  judge(one: Gathered): Judged
}

/** Hundreds are ranked for a block, so everything that is the same for all of them, or for every block, is computed first. */
function judging(asked: Asked, { now, policy, believe }: BelievedScales): Judging {
  const { role } = asked
  const { bayes } = policy
  const relevant = relevanceIn(asked, bayes)
  const traitsOf = (cached: CachedPattern) => cached.traits?.(policy) ?? traitsIn(cached.record, policy)
  const tokensOf = (cached: CachedPattern) =>
    cached.tokensFor?.(role) ?? lineTokens(candidateLine(cached.id, cached.record, 0), role)
  return {
    tokensOf,
    bestValue: ({ cached, similarity }) => {
      const traits = traitsOf(cached)
      const held = believe(cached)
      const posterior = posteriorNow(held, now, bayes)
      const relevance = relevant(cached.record, traits, similarity, held.belief.internalObservations) * traits.freshness
      const internalObservations = traits.mayInvert ? held.belief.internalObservations : 0
      return patternValue({ posterior, relevance, internalObservations, isOpen: held.belief.isOpen }, bayes).best
    },
    judge: ({ cached, similarity }) => {
      const traits = traitsOf(cached)
      const belief = beliefNow(believe(cached), now, bayes)
      const relevance = relevant(cached.record, traits, similarity, belief.internalObservations) * traits.freshness
      const tokens = tokensOf(cached)
      const internalObservations = traits.mayInvert ? belief.internalObservations : 0
      const question = { ...belief, relevance, internalObservations }
      return { cached, similarity, belief, relevance, tokens, worth: patternValue(question, bayes), traits }
    },
  }
}

/** A lesson that shares a fifth of its words with a step is as relevant to it as if nothing were known of the work; one that shares a tenth, half as much. */
const WORDS_SHARED = 5

/** Code found it by such steps, or it was seen at a file of this one. */
function isSeenAt({ pattern }: PatternRecord, { files }: Place): boolean {
  return pattern.role === MINER || pattern.files.some((file) => files.includes(file))
}

type Relevant = (record: PatternRecord, traits: Traits, similarity: number | undefined, used: number) => number

/** The probability that a pattern of a given similarity is about some work. */
function relevanceIn({ work, subject, isTested = false }: Asked, policy: BayesPolicy): Relevant {
  const { unknownRelevance } = policy
  if (!isKnownWork(work) && subject.tags.length + subject.files.length === 0) return () => unknownRelevance
  const place: Place = { files: work.files ?? [], labels: work.labels ?? [] }
  return (record, traits, similarity, used) => {
    const { byTags } = relevanceTo(record, subject, similarity)
    const combined = 1 - (1 - relevanceProbability(byTags, policy)) * (1 - (similarity ?? 0))
    if (isTested) {
      const known = isSeenAt(record, place) ? 1 : Math.min(1, WORDS_SHARED * byTags)
      return Math.max(combined, unknownRelevance * known)
    }
    if (traits.isPlaceless) return Math.max(combined, relevanceAnywhere(used, policy))
    return relevanceInPlace(combined, traits.place, place, policy)
  }
}

function weighed(judged: Judged, { policy }: BelievedScales): Weighed {
  const { cached, similarity, belief, relevance, tokens, worth, traits } = judged
  const mayHoldHere = traits.isPlaceless && belief.effect > policy.bayes.lineCost
  const { id, record } = cached
  const { maturity } = steadyWorthOf(cached, policy)
  const value = worth.best
  const standing: Weight = {
    score: value,
    parts: partsOf(judged, policy.bayes),
    maturity,
    belief: {
      value,
      tokens,
      deviation: relevance * belief.deviation,
      isPromoted: ruleOf(record.pattern) !== undefined || undefined,
      isFromOutside: belief.isFromOutside === true || undefined,
      isPlaceless: (mayHoldHere && belief.isFromOutside !== true) || undefined,
      isOpen: belief.isOpen === true || undefined,
      probability: worth.inverts ? belief.posterior.harm : belief.posterior.help,
    },
  }
  return { id, record: worth.inverts ? asWarning(record) : record, standing, similarity }
}

/** The parts of the value on a receipt: enough to recompute it by hand. */
function partsOf({ belief, relevance, worth: { inverts, best } }: Judged, policy: BayesPolicy): Weight['parts'] {
  const { posterior } = belief
  const { effects, lineCost } = policy
  return {
    value: best,
    effect: inverts ? invertedEffect(posterior, policy) : belief.effect,
    relevance,
    beside: (1 - relevance) * effects.neutral || 0,
    cost: lineCost,
    help: posterior.help,
    neutral: posterior.neutral,
    harm: posterior.harm,
    ...(inverts ? { inverted: 1 } : {}),
  }
}

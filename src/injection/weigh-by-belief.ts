import { asWarning, mayInvert } from '../engine/bayes/bars.ts'
import type { BayesPolicy } from '../engine/bayes/bayes-policy.ts'
import type { Belief } from '../engine/bayes/believed-pattern.ts'
import { patternValue, toThePoint } from '../engine/bayes/pattern-value.ts'
import { type Place, relevanceInPlace } from '../engine/bayes/place.ts'
import { lineTokens } from '../engine/inject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { candidateOf, type Weight } from './candidate.ts'
import { type Gathered, type ShelvedPattern, steadyWorthOf } from './gathering.ts'
import { likenessTo } from './likeness.ts'
import { relevanceTo } from './relevance-to.ts'
import { isKnownWork } from './surroundings.ts'
import type { Asked, Scales, Weighed } from './weigh.ts'

type BelievedScales = Required<Omit<Scales, 'now'>>

/** What may be shown for some work, each with what showing it is worth. What harms may be worth showing as a warning. */
export function weighByBelief(
  gathered: readonly Gathered[],
  asked: Asked,
  scales: BelievedScales,
): Weighed[] {
  const { role, work, subject } = asked
  const likeness = likenessTo(work.task)
  const isKnown = isKnownWork(work) || subject.tags.length + subject.files.length > 0
  return gathered.map(({ shelved, alike, cosine }) => {
    const similarity = likeness?.({ words: shelved.words, alike, cosine })
    const { bayes } = scales.policy
    const belief = scales.believe(shelved.record)
    const known = isKnown
      ? aboutness(
          shelved.record,
          { ...asked, alike: relevanceTo(shelved.record, subject, similarity).whole },
          bayes,
        )
      : bayes.unknownRelevance
    const relevance = known * freshnessOf(shelved.record, scales.policy)
    return { similarity, ...valued(scales, shelved, { belief, relevance, role }) }
  })
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
function freshnessOf({ pattern }: PatternRecord, { score }: Policy): number {
  return pattern.staleCitedAt === undefined ? 1 : score.staleCitedFactor
}

interface Question {
  readonly belief: Belief
  readonly relevance: number
  readonly role: string
}

function valued(
  { policy }: BelievedScales,
  shelved: ShelvedPattern,
  { belief, relevance, role }: Question,
): Pick<Weighed, 'id' | 'record' | 'standing'> {
  const { id, record } = shelved
  const { maturity } = steadyWorthOf(shelved, policy)
  const tokens = lineTokens(candidateOf(id, record, { score: 0, parts: {}, maturity }).line, role)
  const { posterior, internalObservations } = belief
  const allowed = mayInvert(record) ? internalObservations : 0
  const worth = patternValue({ posterior, relevance, tokens, internalObservations: allowed }, policy.bayes)
  const value = worth.inverts ? worth.invertedValue : worth.value
  const standing: Weight = {
    score: worth.density,
    parts: partsOf({ belief, relevance, role }, { tokens, value, inverts: worth.inverts }, policy.bayes),
    maturity,
    belief: {
      value,
      density: worth.density,
      tokens,
      deviation: relevance * belief.deviation,
      probability: worth.inverts ? posterior.harm : posterior.help,
    },
  }
  return { id, record: worth.inverts ? asWarning(record) : record, standing }
}

/** What a receipt says of the value: enough to work it out again by hand. */
function partsOf(
  { belief, relevance }: Question,
  { tokens, value, inverts }: { tokens: number; value: number; inverts: boolean },
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

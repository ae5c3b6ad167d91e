import type { Document, DocumentReader } from '../domain/document.ts'
import { barsOf, mayInvert } from '../engine/bayes/bars.ts'
import { type Belief, beliefIn } from '../engine/bayes/believed-pattern.ts'
import { patternValue } from '../engine/bayes/pattern-value.ts'
import { lineTokens } from '../engine/inject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { candidateOf } from '../injection/candidate.ts'
import { groupSums, POSTERIOR, PRIORS, posteriorRecord } from '../projection/belief-documents.ts'
import type { LoopContext } from './context.ts'

/** Reads what is believed of some patterns, to be asked one by one. */
export async function beliefs(
  { journal, policy, now }: LoopContext,
  ids: readonly string[],
): Promise<(record: PatternRecord) => Belief> {
  const keys = [{ kind: PRIORS, id: PRIORS }, ...ids.map((id) => ({ kind: POSTERIOR, id }))]
  const read = readerOf(await journal.documents(keys))
  const [sums, at] = [groupSums(read), now()]
  return (record) =>
    beliefIn(record, posteriorRecord(read, record.pattern.id), { sums, now: at }, policy.bayes)
}

/** What is believed of a pattern, and what showing it is worth to work that it is wholly about. */
export interface ViewedBelief extends Belief {
  readonly value: number
  /** It is worth more as a warning. */
  readonly inverts: boolean
  readonly tokens: number
  /** Why the bayes profile does not weigh it; empty when it does. */
  readonly barredBecause: readonly string[]
}

export function viewedBelief(record: PatternRecord, belief: Belief, { bayes }: Policy): ViewedBelief {
  const { id, role } = record.pattern
  const { line } = candidateOf(id, record, { score: 0, parts: {}, maturity: 'unknown' })
  const tokens = lineTokens(line, role)
  const internalObservations = mayInvert(record) ? belief.internalObservations : 0
  const question = { posterior: belief.posterior, relevance: 1, tokens, internalObservations }
  const { value, invertedValue, inverts } = patternValue(question, bayes)
  return { ...belief, value: inverts ? invertedValue : value, inverts, tokens, barredBecause: barsOf(record) }
}

/** Documents that were read, to be asked for like those of a fold. */
export function readerOf(documents: readonly Document[]): DocumentReader {
  const byKey = new Map(documents.map((document) => [`${document.kind} ${document.id}`, document]))
  return { get: (kind, id) => byKey.get(`${kind} ${id}`) }
}

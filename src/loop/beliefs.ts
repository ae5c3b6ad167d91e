import { barsOf, mayInvert } from '../engine/bayes/bars.ts'
import { type Belief, beliefAt, beliefIn } from '../engine/bayes/believed-pattern.ts'
import { groupPriors } from '../engine/bayes/group-prior.ts'
import { patternValue } from '../engine/bayes/pattern-value.ts'
import { lineTokens } from '../engine/inject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { candidateLine } from '../injection/candidate.ts'
import { freshnessOf } from '../injection/traits.ts'
import { groupSums, POSTERIOR, PRIORS, posteriorRecord } from '../projection/belief-documents.ts'
import type { KnownBeliefs } from './belief-shelf.ts'
import type { LoopContext } from './context.ts'
import { readerOf } from './reader-of.ts'

/** Reads what is believed of some patterns, to be asked one by one. */
export async function beliefs(
  context: LoopContext,
  ids: readonly string[],
): Promise<(record: PatternRecord) => Belief> {
  const keys = [{ kind: PRIORS, id: PRIORS }, ...ids.map((id) => ({ kind: POSTERIOR, id }))]
  const read = readerOf(await context.journal.documents(keys))
  return believing(context, {
    sums: groupSums(read),
    posterior: (id) => posteriorRecord(read, id),
    kept: new Map(),
  })
}

/** The same from memory, for who asks often. */
export async function shelvedBeliefs(
  context: LoopContext,
  records: readonly PatternRecord[],
): Promise<(record: PatternRecord) => Belief> {
  return believing(context, await context.shelf.beliefs.known(context.journal, records, context.policy))
}

function believing({ policy, now }: LoopContext, { sums, posterior, kept }: KnownBeliefs) {
  const at = { priorOf: groupPriors(sums, policy.bayes), now: now() }
  return (record: PatternRecord) => {
    const { belief, observed } = kept.get(record) ?? {}
    if (belief !== undefined)
      return observed === undefined ? belief : beliefAt(belief, observed, at.now, policy.bayes)
    const found = posterior(record.pattern.id)
    const first = beliefIn(record, found, at, policy.bayes)
    kept.set(record, { belief: first, observed: found })
    return first
  }
}

/** What is believed of a pattern, and what showing it is worth to work that it is as much about as it can be. */
export interface ViewedBelief extends Belief {
  readonly value: number
  /** It is worth more as a warning. */
  readonly inverts: boolean
  readonly tokens: number
  /** To such work: less than 1 where the code that it points at has changed. */
  readonly relevance: number
  /** Why the bayes profile does not weigh it; empty when it does. */
  readonly barredBecause: readonly string[]
}

export function viewedBelief(record: PatternRecord, belief: Belief, policy: Policy): ViewedBelief {
  const { id, role } = record.pattern
  const tokens = lineTokens(candidateLine(id, record, 0), role)
  const internalObservations = mayInvert(record) ? belief.internalObservations : 0
  const relevance = freshnessOf(record, policy)
  const question = { posterior: belief.posterior, relevance, tokens, internalObservations }
  const { value, invertedValue, inverts } = patternValue(question, policy.bayes)
  const worth = { value: inverts ? invertedValue : value, inverts, tokens, relevance }
  return { ...belief, ...worth, barredBecause: barsOf(record) }
}

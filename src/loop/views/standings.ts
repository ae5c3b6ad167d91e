import type { DocumentReader } from '../../domain/document.ts'
import { groupPriors } from '../../engine/belief/group-prior.ts'
import { helpEvidence } from '../../engine/belief/posterior-record.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { axesOf } from '../../engine/standing/axes.ts'
import { beliefIn, type PriorsAt } from '../../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import {
  type Brief,
  briefOf,
  type Known,
  type StoodPattern,
  standingByAxes,
  standingLabel,
  standingOf,
} from '../../engine/standing/standing.ts'
import { failsWhenApplied, NO_USE, rateOf } from '../../engine/standing/success-rate.ts'
import type { Fared } from '../../injection/surface.ts'
import { freshnessOf } from '../../injection/traits.ts'
import { PRIORS, weighedRecord } from '../../projection/documents/belief-documents.ts'
import type { LoopContext } from '../context.ts'
import { readerOf } from '../facts/facts-about.ts'
import { beliefReader } from './beliefs.ts'
import { type UsageReader, usageOf } from './usage.ts'

/** Looks up the standing of patterns; texts are only built for displayed ones. */
export interface Standings {
  /** `rank` orders patterns of one status: P(helps), or under the classic profile the score, between 0 and 1. */
  brief(record: PatternRecord): Brief & { readonly rank: number }
  /** The standing in its line in a block. */
  fared(record: PatternRecord): Fared
  stood(record: PatternRecord): StoodPattern
}

/** Reads the data on some patterns, with one query per kind of document; `briefly` without usage, which only the classic profile and `stood` need. */
export async function standings(context: LoopContext, ids: readonly string[], briefly = false): Promise<Standings> {
  const isClassic = context.settings.profile === 'classic'
  const usage = await usageOf(context, briefly && !isClassic ? [] : ids)
  const read = isClassic ? readerOf([]) : await beliefReader(context.journal, ids)
  return standingsAt(read, context.now(), context, usage)
}

/** The standing of patterns in a replay. */
export function standingsIn(
  read: DocumentReader,
  now: number,
  context: Pick<LoopContext, 'policy' | 'settings'>,
): Standings {
  return standingsAt(read, now, context, () => rateOf(NO_USE, undefined, context.policy.successRate))
}

function standingsAt(
  read: DocumentReader,
  now: number,
  { policy, settings }: Pick<LoopContext, 'policy' | 'settings'>,
  usage: UsageReader,
): Standings {
  const at = { priorOf: groupPriors(read.get(PRIORS, PRIORS)?.body ?? {}, policy.bayes), now }
  const byAxes = (record: PatternRecord) => standingByAxes(record, axesOf(record, now, policy))
  const knownOf =
    settings.profile === 'classic' ? undefined : (record: PatternRecord) => known(record, read, at, policy)
  const brief = (record: PatternRecord) => {
    if (knownOf === undefined) {
      const { score } = axesOf(record, now, policy)
      return { ...byAxes(record), rank: score / (1 + score) }
    }
    const found = briefOf(record, knownOf(record), policy.bayes)
    return { ...found, rank: found.helps }
  }
  return {
    brief,
    fared: (record) => {
      if (knownOf !== undefined) return { style: { label: standingLabel(brief(record)) }, fails: false }
      const rate = usage(record.pattern.id)
      const { confidence, flag } = rate
      return { style: { confidence, flag }, fails: failsWhenApplied(rate, policy.successRate) }
    },
    stood: (record) => {
      const found = knownOf?.(record)
      const standing = found === undefined ? byAxes(record) : standingOf(record, found, policy.bayes)
      const axes = axesOf(record, now, policy)
      return { ...record, standing, axes, usage: usage(record.pattern.id), ...(found && { known: found }) }
    },
  }
}

function known(record: PatternRecord, read: DocumentReader, at: PriorsAt, policy: Policy): Known {
  const { id } = record.pattern
  const observed = weighedRecord(read, id, policy.bayes)
  const belief = beliefIn(record, observed, at, policy.bayes)
  return {
    belief,
    evidence: helpEvidence(observed, belief.prior, at.now, policy.bayes),
    observed,
    now: at.now,
    freshness: freshnessOf(record, policy),
  }
}

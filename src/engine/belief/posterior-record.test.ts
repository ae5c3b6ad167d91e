import { describe, expect, it } from 'vitest'
import { BAYES } from './bayes-policy.ts'
import {
  firstRecord,
  helpEvidence,
  posteriorAt,
  withCorrection,
  withObservation,
} from './posterior-record.ts'

import { NO_TRIALS, withTrial } from './uplift.ts'

const DAY_MS = 86_400_000
const prior = BAYES.prior
const news = (help: number) => ({
  cause: String(help),
  log: { help: Math.log(help), neutral: Math.log(0.25), harm: Math.log(0.25) },
  isInternal: true,
})
const logOdds = ({ help, neutral }: typeof prior) => Math.log(help / neutral)

describe('correcting an observation', () => {
  const begun = withObservation(firstRecord(prior, 'g', 0), news(0.75), { at: 0, prior })

  it('gives the same result as the correct observation if nothing came between', () => {
    const at = withObservation(firstRecord(prior, 'g', 0), news(0.1), { at: 0, prior }).record
    expect(withCorrection(begun.record, begun.told, news(0.1)).record.posterior.help).toBeCloseTo(
      at.posterior.help,
      12,
    )
  })

  it('moves the log-odds by what the leak has left: exp(-1) of them after 400 days, less the leak of the next observation', () => {
    const later = withObservation(begun.record, news(0.25), { at: 400 * DAY_MS, prior }).record
    const { record } = withCorrection(later, begun.told, news(0.25))
    const moved = logOdds(later.posterior) - logOdds(record.posterior)
    expect(moved).toBeCloseTo((Math.exp(-1) - 0.01) * Math.log(3), 6)
  })

  it('changes nothing after all of it has leaked away', () => {
    const after = (days: number) => withObservation(begun.record, news(0.25), { at: days * DAY_MS, prior })
    for (const days of [10_000, 1e6]) {
      const { record } = after(days)
      expect(withCorrection(record, begun.told, news(0.1)).record.posterior.help).toBeCloseTo(
        record.posterior.help,
        9,
      )
      const once = withObservation(record, news(0.75), { at: 2 * days * DAY_MS, prior })
      const mended = withCorrection(once.record, once.told, undefined).record
      expect(mended.posterior.help).toBeCloseTo(prior.help, 9)
    }
  })

  it('removes the observation if it no longer says anything', () => {
    const { record, told } = withCorrection(begun.record, begun.told, undefined)
    expect([record.observations, record.internalObservations, told]).toEqual([0, 0, undefined])
    expect(record.posterior.help).toBeCloseTo(0.35, 9)
    expect(record.evidence.help).toBeCloseTo(0, 12)
  })
})

describe('the evidence without the prior', () => {
  it('adds up, except for what has leaked away', () => {
    const one = withObservation(firstRecord(prior, 'g', 0), news(0.75), { at: 0, prior })
    const two = withObservation(one.record, news(0.75), { at: 0, prior })
    expect(two.record.evidence.help).toBeCloseTo(1.99 * Math.log(0.75), 12)
  })

  it('does not depend on the prior', () => {
    const elsewhere = { help: 0.1, neutral: 0.2, harm: 0.7 }
    const here = withObservation(firstRecord(prior, 'g', 0), news(0.75), { at: 0, prior })
    const there = withObservation(firstRecord(elsewhere, 'g', 0), news(0.75), { at: 0, prior: elsewhere })
    expect(there.record.evidence).toEqual(here.record.evidence)
  })

  it('is corrected together with the posterior', () => {
    const begun = withObservation(firstRecord(prior, 'g', 0), news(0.75), { at: 0, prior })
    const { record } = withCorrection(begun.record, begun.told, news(0.1))
    expect(record.evidence.help).toBeCloseTo(Math.log(0.1), 12)
  })
})

it('a belief leaks to the prior of its group without observations', () => {
  const known = { posterior: { help: 0.8, neutral: 0.15, harm: 0.05 }, at: 0 }
  expect(posteriorAt(known, prior, 400 * DAY_MS).help).toBeCloseTo(0.5155, 4)
  expect(posteriorAt(known, prior, -DAY_MS)).toEqual(known.posterior)
})

describe('the evidence behind the probability', () => {
  it('is the prior of the group and no runs before anything was observed', () => {
    expect(helpEvidence(undefined, BAYES.prior, 0)).toEqual({
      helps: 0.35,
      harms: 0.15,
      runs: 0,
      shown: { runs: 0, successes: 0 },
      withheld: { runs: 0, successes: 0 },
      applied: { runs: 0, succeeded: 0, failed: 0 },
      comparisonDecides: false,
    })
  })

  it('names runs with and without the pattern, and the difference', () => {
    const trial = { expected: 0.5, share: 0.5 }
    const comparison = [
      { success: true, shown: 1, withheld: 0 },
      { success: true, shown: 1, withheld: 0 },
      { success: false, shown: 0, withheld: 1 },
    ].reduce((sums, one) => withTrial(sums, { ...trial, ...one }), NO_TRIALS)
    const known = {
      ...firstRecord(BAYES.prior, 'g', 0),
      comparison,
      applied: { runs: 2, successes: 2 },
      runs: 3,
    }
    const evidence = helpEvidence(known, BAYES.prior, 0)
    expect(evidence).toMatchObject({
      runs: 3,
      shown: { runs: 2, successes: 2 },
      withheld: { runs: 1, successes: 0 },
      applied: { runs: 2, succeeded: 2, failed: 0 },
    })
    expect(evidence.difference?.estimate).toBeCloseTo(1)
    expect(evidence.difference?.low).toBeLessThan(0)
  })
})

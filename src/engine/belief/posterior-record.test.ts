import { describe, expect, it } from 'vitest'
import { BAYES } from './bayes-policy.ts'
import {
  firstRecord,
  helpEvidence,
  type PosteriorRecord,
  posteriorAt,
  weighed,
  withCorrection,
  withObservation,
} from './posterior-record.ts'
import { withOpportunity } from './relapse.ts'
import { NO_TRIALS, withTrial } from './uplift.ts'

const DAY_MS = 86_400_000
const prior = BAYES.prior
const news = (help: number) => ({
  cause: String(help),
  log: { help: Math.log(help), neutral: Math.log(0.25), harm: Math.log(0.25) },
  isInternal: true,
})
const posterior = (record: PosteriorRecord) => posteriorAt(record, prior, record.at)
const logOdds = (record: PosteriorRecord) => Math.log(posterior(record).help / posterior(record).neutral)

describe('correcting an observation', () => {
  const begun = withObservation(firstRecord('g', 0), news(0.75), 0)

  it('gives the same result as the correct observation if nothing came between', () => {
    const at = withObservation(firstRecord('g', 0), news(0.1), 0).record
    const corrected = withCorrection(begun.record, begun.contribution, news(0.1)).record
    expect(posterior(corrected).help).toBeCloseTo(posterior(at).help, 12)
  })

  it('moves the log-odds by what the leak has left: exp(-1) of them after 100 days, less the leak of the next observation', () => {
    const later = withObservation(begun.record, news(0.25), 100 * DAY_MS).record
    const { record } = withCorrection(later, begun.contribution, news(0.25))
    const moved = logOdds(later) - logOdds(record)
    expect(moved).toBeCloseTo((Math.exp(-1) - 0.01) * Math.log(3), 6)
  })

  it('changes nothing after all of it has leaked away', () => {
    const after = (days: number) => withObservation(begun.record, news(0.25), days * DAY_MS)
    for (const days of [10_000, 1e6]) {
      const { record } = after(days)
      const corrected = withCorrection(record, begun.contribution, news(0.1)).record
      expect(posterior(corrected).help).toBeCloseTo(posterior(record).help, 9)
      const once = withObservation(record, news(0.75), 2 * days * DAY_MS)
      const fixed = withCorrection(once.record, once.contribution, undefined).record
      expect(posterior(fixed).help).toBeCloseTo(prior.help, 9)
    }
  })

  it('removes the observation if it no longer says anything', () => {
    const { record, contribution } = withCorrection(begun.record, begun.contribution, undefined)
    expect([record.observations, record.internalObservations, contribution]).toEqual([0, 0, undefined])
    expect(posterior(record).help).toBeCloseTo(0.38, 9)
    expect(record.evidence.help).toBeCloseTo(0, 12)
  })
})

describe('what reviewers said', () => {
  const by = (reviewer: string, help: number) => ({ ...news(help), by: reviewer })
  const one = withObservation(firstRecord('g', 0), by('ann', 0.75), 0)
  const both = withObservation(one.record, by('bob', 0.75), 0)
  const weights = (ann: number, bob: number) => (id: string) => ({ ann, bob })[id]!

  it('counts as each of them does, and leaks like all else', () => {
    const evidence = (ann: number, bob: number) => weighed(both.record, weights(ann, bob)).evidence
    expect(both.record.evidence.help).toBe(0)
    expect(evidence(1, 1).help).toBeCloseTo(1.99 * Math.log(3), 12)
    expect(evidence(0.5, 2).help).toBeCloseTo((0.5 * 0.99 + 2) * Math.log(3), 12)
    expect(evidence(0, 0).help).toBe(0)
  })

  it('is corrected where it was said, also when another says the correct thing', () => {
    const { record } = withCorrection(one.record, one.contribution, by('bob', 0.1))
    expect(weighed(record, weights(9, 1)).evidence.help).toBeCloseTo(Math.log(0.4), 12)
    expect(weighed(record, weights(1, 0)).evidence.help).toBeCloseTo(0, 12)
  })

  it('is nothing in a record that names nobody', () => {
    expect(weighed(firstRecord('g', 0), () => 5)).toEqual(firstRecord('g', 0))
  })
})

describe('the evidence without the prior', () => {
  it('adds up, except for what has leaked away', () => {
    const one = withObservation(firstRecord('g', 0), news(0.75), 0)
    const two = withObservation(one.record, news(0.75), 0)
    expect(two.record.evidence.help).toBeCloseTo(1.99 * Math.log(0.75), 12)
  })

  it('is corrected together with the posterior', () => {
    const begun = withObservation(firstRecord('g', 0), news(0.75), 0)
    const { record } = withCorrection(begun.record, begun.contribution, news(0.1))
    expect(record.evidence.help).toBeCloseTo(Math.log(0.1), 12)
  })
})

it('a belief leaks to the prior of its group without observations', () => {
  const known = {
    ...firstRecord('g', 0),
    evidence: { help: Math.log(0.8 / 0.38), neutral: Math.log(0.15 / 0.44), harm: Math.log(0.05 / 0.18) },
  }
  expect(posteriorAt(known, prior, 100 * DAY_MS).help).toBeCloseTo(0.5345, 4)
  expect(posteriorAt(known, prior, -DAY_MS).help).toBeCloseTo(0.8, 9)
})

describe('what counts how much', () => {
  const outcomes = (help: number, harm: number) => ({
    ...firstRecord('g', 0),
    observed: { help, neutral: 0, harm },
  })
  /** Runs that were drawn for, half of them without the pattern. */
  const compared = (runs: number, rate: { shown: number; withheld: number }) => {
    const arm = (shown: 0 | 1, share: number) =>
      Array.from({ length: runs / 2 }, (_, at) => ({
        success: at < (share * runs) / 2,
        shown,
        withheld: 1 - shown,
      }))
    return [...arm(1, rate.shown), ...arm(0, rate.withheld)].reduce(
      (sums, one) => withTrial(sums, { expected: 0.5, share: 0.5, ...one }),
      NO_TRIALS,
    )
  }

  it('outcomes of runs that used it start a belief: 0.74 where they speak 1.5 for help and 1 against harm', () => {
    expect(posterior(outcomes(1.5, -1)).help).toBeCloseTo(0.7357, 4)
  })

  it('three of three that failed speak against it, however hard their work was; a success among them ends that', () => {
    const mild = { help: -0.3, neutral: 0, harm: 0.3 }
    const record = (successes: number) => ({
      ...firstRecord('g', 0),
      observed: mild,
      applied: { runs: 3, successes },
    })
    expect(posterior(record(0)).help).toBeCloseTo(0.1644, 3)
    expect(posterior(record(1)).help).toBeCloseTo(0.28, 1)
  })

  it('ten of ten that failed say that it breaks the work; one that ended well takes that back', () => {
    const harm = (runs: number, successes: number) =>
      posterior({ ...outcomes(-2.4, 1.28), applied: { runs, successes } }).harm
    expect(harm(10, 0)).toBeCloseTo(0.7816, 4)
    expect(harm(10, 0)).toBeGreaterThan(BAYES.warningFrom)
    expect(harm(6, 0)).toBeLessThan(BAYES.warningFrom)
    expect(harm(10, 1)).toBe(posterior(outcomes(-2.4, 1.28)).harm)
  })

  it('five of five that failed say so where runs usually end well, and not where they end as they like', () => {
    const harm = (runs: number, fails: number) =>
      posterior({ ...outcomes(-0.7, 0.5), applied: { runs, successes: 0, luck: runs * Math.log(fails) } }).harm
    expect(harm(5, 0.206)).toBeGreaterThan(BAYES.warningFrom)
    expect(harm(3, 0.206)).toBeLessThan(BAYES.warningFrom)
    expect(harm(5, 0.5)).toBeLessThan(BAYES.warningFrom)
  })

  it('however many there are, they alone never make it 90% sure', () => {
    expect(posterior(outcomes(500, -400)).help).toBeCloseTo(0.8922, 4)
    expect(posterior(outcomes(-400, 500)).harm).toBeCloseTo(0.7897, 2)
  })

  it('a random comparison without a difference overrules them', () => {
    const used = outcomes(20, -15)
    const none = { shown: 0.6, withheld: 0.6 }
    expect(posterior({ ...used, comparison: compared(60, none) }).help).toBeLessThan(posterior(used).help)
    const evidence = helpEvidence({ ...used, comparison: compared(600, none) }, prior, 0)
    expect(evidence).toMatchObject({ comparisonDecides: true })
    expect(evidence.helps).toBeLessThan(0.21)
    expect(helpEvidence({ ...used, comparison: compared(40, none) }, prior, 0).comparisonDecides).toBe(false)
  })

  it('a random comparison with a difference proves what nobody applied, and what harms', () => {
    const better = compared(400, { shown: 0.75, withheld: 0.55 })
    expect(posterior({ ...firstRecord('g', 0), comparison: better }).help).toBeGreaterThan(0.95)
    const worse = compared(400, { shown: 0.4, withheld: 0.6 })
    expect(posterior({ ...outcomes(20, -15), comparison: worse }).harm).toBeGreaterThan(0.9)
  })

  it('runs of one sort alone compare nothing', () => {
    const shown = withTrial(NO_TRIALS, { success: true, expected: 0.5, share: 0.1, shown: 1, withheld: 0 })
    expect(posterior({ ...firstRecord('g', 0), comparison: shown })).toEqual(posterior(firstRecord('g', 0)))
  })

  it('outcomes are corrected where they were added', () => {
    const one = withObservation(firstRecord('g', 0), { ...news(0.75), isObserved: true }, 0)
    expect(one.record.evidence.help).toBe(0)
    expect(withCorrection(one.record, one.contribution, undefined).record.observed.help).toBeCloseTo(0, 12)
  })
})

describe('the evidence behind the probability', () => {
  it('counts by the draws alone: 1.09 times after one run of each sort, 1.53 after three, and more after fewer relapses', () => {
    const odds = (more: Partial<PosteriorRecord>) =>
      helpEvidence({ ...firstRecord('g', 0), ...more }, BAYES.prior, 0).byDraw
    const runs = (count: number) => {
      const trial = { expected: 0.5, share: 0.5 }
      const both = [
        { ...trial, success: true, shown: 1, withheld: 0 },
        { ...trial, success: false, shown: 0, withheld: 1 },
      ]
      return Array.from({ length: count }, () => both)
        .flat()
        .reduce((sums, one) => withTrial(sums, one), NO_TRIALS)
    }
    expect(odds({ comparison: runs(1) })).toBeCloseTo(1.09, 2)
    expect(odds({ comparison: runs(3) })).toBeCloseTo(1.53, 2)
    const came = (shown: boolean) => ({ share: 0.5, shown, relapsed: !shown })
    const relapses = [true, false, true, false].reduce((known, one) => withOpportunity(known, came(one)), {})
    expect(odds({ relapses })).toBeGreaterThan(1)
  })

  it('is the prior of the group and no runs before anything was observed', () => {
    expect(helpEvidence(undefined, BAYES.prior, 0)).toEqual({
      helps: 0.38,
      harms: 0.18,
      runs: 0,
      shown: { runs: 0, successes: 0 },
      withheld: { runs: 0, successes: 0 },
      applied: { runs: 0, succeeded: 0, failed: 0 },
      comparisonDecides: false,
      byDraw: 1,
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
      ...firstRecord('g', 0),
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

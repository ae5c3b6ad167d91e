import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../../test/worlds/any-event.ts'
import { anyPosterior } from '../../../test/worlds/any-posterior.ts'
import { fact, sighting } from '../../../test/worlds/facts.ts'
import { worldOf } from '../../../test/worlds/fold-world.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { STATUSES } from '../../domain/values/pattern.ts'
import { BAYES } from '../belief/bayes-policy.ts'
import { patternValue } from '../belief/pattern-value.ts'
import type { Posterior } from '../belief/posterior.ts'
import { firstRecord, helpEvidence, type PosteriorRecord } from '../belief/posterior-record.ts'
import { isProven } from '../belief/selection.ts'
import { NO_TRIALS, withTrial } from '../belief/uplift.ts'
import { POLICY } from '../laws/policy.ts'
import { axesOf } from './axes.ts'
import { beliefIn } from './believed-pattern.ts'
import { patternInversion } from './inversion.ts'
import { NO_EVIDENCE, type PatternRecord } from './pattern-record.ts'
import {
  briefOf,
  isShown,
  type Known,
  shownText,
  standingByAxes,
  standingLabel,
  standingOf,
  statusBy,
  statusOf,
} from './standing.ts'

const seen = (...events: KnownEvent[]) => worldOf([sighting({}), ...events]).pattern('p1')!
const avoiding: PatternRecord = { ...seen(), pattern: { ...seen().pattern, polarity: 'avoid' } }
const person = { pattern: 'p1', by: 'ann', reason: 'we agreed' }
const decided = (kind: 'promoted' | 'deprecated') =>
  fact(`pattern-${kind}`, { ...person, axes: ['lifecycle', 'maturity'] })

/** What is known of a pattern with some evidence; of a posterior that was given, all of it comes from its group. */
function knownOf(observed?: Partial<PosteriorRecord> & { readonly posterior?: Posterior }, record = seen()): Known {
  const { posterior: prior = BAYES.prior, ...more } = observed ?? {}
  const found = observed === undefined ? undefined : { ...firstRecord('one', DAY_ZERO), observations: 1, ...more }
  const at = { priorOf: () => prior, now: DAY_ZERO }
  return {
    belief: beliefIn(record, found, at),
    evidence: helpEvidence(found, prior, DAY_ZERO),
    observed: found,
    now: DAY_ZERO,
    freshness: 1,
  }
}

const posterior = (help: number, harm: number): Posterior => ({ help, neutral: 1 - help - harm, harm })
const applied = (successes: number, runs: number) => ({ applied: { runs, successes }, runs })
/** So many runs with it that ended well, and as many without it that did not. */
const comparedIn = (runs: number) =>
  Array.from({ length: 2 * runs }, (_, at) => at % 2 === 0).reduce(
    (sums, success) =>
      withTrial(sums, {
        success,
        expected: 0.5,
        share: 0.5,
        shown: success ? 1 : 0,
        withheld: success ? 0 : 1,
      }),
    NO_TRIALS,
  )
const compared = comparedIn(5)

describe('the label of a pattern', () => {
  const some = knownOf(applied(7, 12))

  it('gives the runs their percentage where they decided', () => {
    const brief = briefOf(seen(), some)
    expect(standingLabel(brief)).toMatch(/^\w+ 38%, 12 runs$/)
    expect(statusBy(brief)).toBe(brief.status)
    expect(standingLabel({ ...brief, helps: 0.9996 })).toMatch(/ over 99%, 12 runs$/)
  })

  it('names the person who decided, and says that the percentage is what the runs say', () => {
    const promoted = briefOf(seen(decided('promoted')), some)
    expect(statusBy(promoted)).toBe('proven by ann')
    expect(standingLabel(promoted)).toBe('proven by ann; 12 runs say 38%')
    const retired = briefOf(seen(decided('deprecated')), knownOf(applied(1, 1)))
    expect(standingLabel(retired)).toBe('retired by ann; 1 run says 38%')
    expect(standingLabel(briefOf(seen(decided('promoted')), knownOf()))).toBe('proven')
  })
})

describe('the status of a pattern', () => {
  it('stays new after a few bad runs while its mistake is being counted, and is doubted once that shows nothing', () => {
    const bad = { observed: { help: -0.8, neutral: 0, harm: 0.5 }, ...applied(0, 1), observations: 1 }
    expect(statusOf(seen(), knownOf(bad))).toBe('doubted')
    expect(statusOf(seen(), knownOf({ ...bad, relapses: { 0.5: [1, 0, 2, 0] } }))).toBe('new')
    expect(statusOf(seen(), knownOf({ ...bad, relapses: { 0.5: [20, 9, 20, 9] } }))).toBe('doubted')
  })

  it('is proven by runs that end well only if its mistake comes back less often, where that is measured', () => {
    const well = {
      observed: { help: 3, neutral: 0, harm: -2 },
      ...applied(30, 30),
      comparison: compared,
      observations: 30,
    }
    expect(statusOf(seen(), knownOf(well))).toBe('proven')
    expect(statusOf(seen(), knownOf({ ...well, relapses: { 0.5: [4, 0, 4, 1] } }))).toBe('helping')
    expect(statusOf(seen(), knownOf({ ...well, relapses: { 0.5: [12, 0, 12, 6] } }))).toBe('proven')
    expect(statusOf(seen(), knownOf({ ...well, relapses: { 0.5: [30, 12, 30, 12] } }))).toBe('doubted')
  })

  it('is new before anything was observed', () => {
    expect(standingOf(seen(), knownOf())).toMatchObject({
      status: 'new',
      helps: 0.38,
      runs: 0,
      because: 'no run with a known result has used it yet',
    })
  })

  it('is held while it is quarantined, and says who can change that', () => {
    const record = seen(fact('pattern-quarantined', { ...person, released: false }))
    expect(standingOf(record, knownOf())).toMatchObject({
      status: 'held',
      next: ['a person accepts it: mettle pattern release p1 --reason "..."'],
    })
  })

  it('follows a person against all evidence', () => {
    const bad = { posterior: posterior(0.01, 0.95), observations: 9, internalObservations: 9 }
    expect(standingOf(seen(decided('promoted')), knownOf(bad))).toMatchObject({
      status: 'proven',
      because: 'it is a rule of ann: we agreed',
    })
    const good = { posterior: posterior(0.97, 0.01), comparison: compared }
    expect(standingOf(seen(decided('deprecated')), knownOf(good))).toMatchObject({
      status: 'retired',
      because: 'ann retired it: we agreed',
    })
    expect(statusOf(seen(fact('pattern-merged', { ...person, into: 'p2' })), knownOf(good))).toBe('retired')
  })

  it('is helping when runs that followed it ended well, and counts them', () => {
    const known = knownOf({ posterior: posterior(0.8, 0.02), ...applied(7, 8) })
    const standing = standingOf(seen(), known)
    expect(standing).toMatchObject({ status: 'helping', runs: 8 })
    expect(standing.because).toBe('7 of 8 runs that followed it ended well')
  })

  it('says of what failed whenever it was followed how those runs ended, and not what a few draws show', () => {
    const failed = { posterior: posterior(0.2, 0.3), ...applied(0, 3), comparison: compared }
    expect(standingOf(seen(), knownOf(failed))).toMatchObject({
      status: 'doubted',
      because: '0 of 3 runs that followed it ended well',
    })
  })

  it('is not proven by use alone, only after runs without it', () => {
    const sure = { posterior: posterior(0.95, 0.01), ...applied(30, 30) }
    expect(statusOf(seen(), knownOf(sure))).toBe('helping')
    expect(standingOf(seen(), knownOf({ ...sure, comparison: compared }))).toMatchObject({
      status: 'proven',
      because: '100% of 5 runs with it ended well, 0% of 5 runs without it',
    })
    const worse = { ...compared, gain: -compared.gain }
    expect(statusOf(seen(), knownOf({ ...sure, comparison: worse }))).toBe('helping')
  })

  it('is a warning when following it hurts, and doubted when it does nothing', () => {
    const harms = { posterior: posterior(0.02, 0.9), observations: 3, internalObservations: 3 }
    expect(statusOf(seen(), knownOf({ ...harms, ...applied(0, 3) }))).toBe('warning')
    expect(statusOf(seen(), knownOf({ posterior: posterior(0.03, 0.05) }))).toBe('doubted')
    const unsure = { ...harms, posterior: posterior(0.02, 0.6) }
    expect(statusOf(seen(), knownOf({ ...unsure, ...applied(0, 3) }))).toBe('doubted')
    expect(statusOf(avoiding, knownOf(harms, avoiding))).toBe('doubted')
  })

  it('says how many runs would change it, and they do', () => {
    const known = knownOf({ posterior: posterior(0.4, 0.2), ...applied(1, 2) })
    const { next } = standingOf(seen(), known)
    expect(next).toEqual([
      '1 more run that follows it and succeeds makes it helping',
      '3 more runs that follow it and fail make it doubted, so agents are no longer shown it',
      'a person makes it proven: mettle pattern promote p1 --reason "..."',
    ])
  })

  it('says of what is proven that a few more failures change nothing, and who can', () => {
    const sure = { posterior: posterior(0.9999, 0.00001), observations: 90, ...applied(90, 90), comparison: compared }
    expect(standingOf(seen(), knownOf(sure))).toMatchObject({
      status: 'proven',
      next: [
        '20 more runs that follow it and fail would not change it',
        'a person retires it: mettle pattern deprecate p1 --reason "..."',
      ],
    })
  })

  it('does not promise that more of the same runs prove what only a comparison can', () => {
    const often = { posterior: posterior(0.95, 0.01), observations: 30, ...applied(30, 30) }
    const { status, next } = standingOf(seen(), knownOf({ ...often, comparison: comparedIn(1) }))
    expect(status).toBe('helping')
    expect(next.join()).not.toMatch(/succeeds? makes? it proven/)
    expect(next[0]).toBe(
      '2 more runs with it that end well and 2 without it that end badly, by the random draw, make it proven',
    )
  })

  it('says what makes it doubted, and of what is doubted only when agents see it again: until then no run follows it', () => {
    const failed = { observed: { help: -0.4, neutral: 0, harm: 0.25 }, observations: 2, internalObservations: 2 }
    const twice = { runs: 2, successes: 0, luck: 2 * Math.log(0.2) }
    const retried = standingOf(
      seen(),
      knownOf({ ...failed, observed: { help: -0.3, neutral: 0, harm: 0.2 }, applied: twice }),
    )
    expect(retried.status).toBe('new')
    expect(retried.next.join()).toContain(
      '1 more run that follows it and fails makes it doubted, so agents are no longer shown it',
    )
    const { status, next } = standingOf(seen(), knownOf({ ...failed, ...applied(0, 5) }))
    expect(status).toBe('doubted')
    expect(next[0]).toMatch(/^in \d+ days? agents are shown it again, to learn whether it still fails$/)
    expect(next.join()).not.toContain('more run')
  })

  it('names the person whose decision it is', () => {
    const record = seen(decided('promoted'))
    expect(standingOf(record, knownOf({}, record)).decidedBy).toBe('ann')
    expect(standingOf(seen(), knownOf()).decidedBy).toBeUndefined()
  })

  it('lets agents see new, helping and proven patterns and warnings, and nothing else', () => {
    expect(STATUSES.filter(isShown)).toEqual(['proven', 'helping', 'warning', 'new'])
    expect(shownText({ text: 'Split by file type.' }, 'warning')).toBe('AVOID: Split by file type')
    expect(shownText({ text: 'Split by file type.' }, 'new')).toBe('Split by file type.')
  })
})

describe('what is chosen for a block agrees with the status', () => {
  const anyRecord = fc.constantFrom<PatternRecord>(seen(), avoiding)

  it('never values a doubted pattern, never shows a warning that is none, and never calls a new one proven', () => {
    fc.assert(
      fc.property(
        anyRecord,
        anyPosterior,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 9 }),
        (record, belief, relevance, observations) => {
          const known = knownOf({ posterior: belief, observations, internalObservations: observations }, record)
          const status = statusOf(record, known)
          const isAdvice = record.pattern.polarity === 'do'
          const internalObservations = isAdvice ? observations : 0
          const { value, inverts } = patternValue({
            posterior: belief,
            relevance,
            internalObservations,
          })
          if (status === 'doubted') expect(value <= 0 && !inverts).toBe(true)
          if (inverts) expect(status).toBe('warning')
          const { deviation } = known.belief
          if (status === 'new' && observations > 0)
            expect(isProven({ value, deviation: relevance * deviation })).toBe(false)
        },
      ),
    )
  })
})

describe('under the classic profile the axes decide', () => {
  const standing = (record: PatternRecord) => standingByAxes(record, axesOf(record, DAY_ZERO, POLICY))
  const of = (record: PatternRecord) => standing(record).status

  it('maps each of them to one status', () => {
    expect(of(seen())).toBe('new')
    expect(of(seen(decided('promoted')))).toBe('proven')
    expect(of(seen(decided('deprecated')))).toBe('retired')
    expect(of(seen(fact('pattern-quarantined', { ...person, released: false })))).toBe('held')
    expect(of({ ...seen(), inverted: true, warning: 'anti-p1' })).toBe('doubted')
  })
  it('counts runs as its warning does: what failed in three of three helps with 0 %', () => {
    const evidence = { ...NO_EVIDENCE, harmfulCount: 3 }
    const failed = { ...seen(), evidence, inverted: true as const, warning: 'anti-p1' }
    expect(standing(failed)).toMatchObject({ helps: 0, runs: 3, evidence: { applied: { succeeded: 0, failed: 3 } } })
    expect(patternInversion(failed, POLICY).reason).toBe('Failed 3/3 times (100% failure rate)')
    expect(standing({ ...seen(), evidence: { ...evidence, helpfulCount: 1 } }).helps).toBe(0.25)
    expect(standing(seen()).runs).toBe(0)
  })
})

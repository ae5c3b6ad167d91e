import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyPosterior } from '../../../test/worlds/any-posterior.ts'
import { sighting } from '../../../test/worlds/facts.ts'
import { worldOf } from '../../../test/worlds/fold-world.ts'
import { BAYES } from '../belief/bayes-policy.ts'
import { groupOf, groupPriors, memberOf, regrouped } from '../belief/group-prior.ts'
import { byKind } from '../belief/posterior.ts'
import { firstRecord } from '../belief/posterior-record.ts'
import { beliefIn, beliefNow, posteriorNow } from './believed-pattern.ts'

const record = worldOf([sighting({})]).pattern('p1')!
const anyTime = fc.integer({ min: 0, max: 4_000 }).map((days) => days * 86_400_000)

it('a stored belief leaks to the same value as a newly computed one', () => {
  fc.assert(
    fc.property(anyPosterior, anyPosterior, anyTime, anyTime, (posterior, prior, first, later) => {
      const evidence = byKind((kind) => Math.log(Math.max(1e-6, posterior[kind])))
      const known = { ...firstRecord('one', 0), evidence, observations: 4, internalObservations: 3 }
      const at = (now: number) => beliefIn(record, known, { priorOf: () => prior, now })
      const held = { belief: at(first), observed: known }
      expect(beliefNow(held, later, BAYES)).toEqual(at(later))
      expect(posteriorNow(held, later, BAYES)).toEqual(at(later).posterior)
    }),
  )
})

it('a belief without observations does not change with time', () => {
  const belief = beliefIn(record, undefined, { priorOf: () => BAYES.prior, now: 0 })
  expect(beliefNow({ belief }, 1e12, BAYES)).toBe(belief)
  expect(posteriorNow({ belief }, 1e12, BAYES)).toBe(BAYES.prior)
})

it('a belief is halfway back to the prior after 69 days', () => {
  const sure = { ...firstRecord('one', 0), evidence: { help: 3, neutral: 0, harm: 0 } }
  const { posterior } = beliefIn(record, sure, { priorOf: () => BAYES.prior, now: 69.315 * 86_400_000 })
  expect(posterior.help).toBeCloseTo((0.9249 + BAYES.prior.help) / 2, 4)
})

it('the prior of a pattern does not count its own evidence', () => {
  const sure = { ...firstRecord(groupOf(record.pattern), 0), evidence: { help: 3, neutral: 0, harm: 0 } }
  const known = { ...sure, observations: 1 }
  const priorOf = groupPriors(regrouped({}, undefined, memberOf(known)))
  expect(beliefIn(record, known, { priorOf, now: 0 }).prior.help).toBeCloseTo(BAYES.prior.help, 9)
})

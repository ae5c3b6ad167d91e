import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyPosterior } from '../../test/worlds/any-posterior.ts'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { MINER } from '../domain/pattern.ts'
import { BAYES } from '../engine/belief/bayes-policy.ts'
import type { Posterior } from '../engine/belief/posterior.ts'
import { byKind } from '../engine/belief/posterior.ts'
import { firstRecord } from '../engine/belief/posterior-record.ts'
import { POLICY } from '../engine/laws/policy.ts'
import { beliefIn } from '../engine/standing/believed-pattern.ts'
import { type Candidate, isWorthItsLine } from './candidate.ts'
import type { CachedPattern, Gathered } from './gathering.ts'
import { bestByBelief, weighByBelief } from './weigh-by-belief.ts'

const DAY = 86_400_000
const WORDS = ['token', 'expired', 'request', 'pool', 'close', 'file', 'rename']
const ASKED = {
  role: 'builder',
  work: { task: 'the token of the request' },
  subject: { files: [], tags: [] },
}

interface Known {
  readonly text: string
  readonly posterior: Posterior
  readonly seen: number
  readonly similarity: number
}

const anyKnown: fc.Arbitrary<Known> = fc.record({
  text: fc.subarray(WORDS, { minLength: 1 }).map((words) => words.join(' ')),
  posterior: anyPosterior,
  seen: fc.nat(5),
  similarity: fc.double({ min: 0, max: 1, noNaN: true }),
})

function gatheredOf({ text, similarity }: Known, id: string): Gathered {
  const record = worldOf([sighting({ pattern: id, text, textHash: text })]).pattern(id)!
  return { cached: { id, record, words: new Set(), isShowable: true }, similarity }
}

/** Nothing was observed of the first of them; what is known of the others is two hundred days old. */
function believing(all: readonly Known[]) {
  return ({ id, record }: CachedPattern) => {
    const { posterior, seen } = all[Number(id.slice(1))]!
    const evidence = byKind((kind) => Math.log(Math.max(1e-6, posterior[kind]) / BAYES.prior[kind]))
    const known = { ...firstRecord('one', 0), evidence, observations: seen, internalObservations: seen }
    const observed = id === 'p0' ? undefined : known
    return { belief: beliefIn(record, observed, { priorOf: () => BAYES.prior, now: DAY }), observed }
  }
}

it('the best are the first of all by their value, each lesson once', () => {
  fc.assert(
    fc.property(fc.array(anyKnown, { minLength: 1, maxLength: 12 }), fc.nat(12), (all, most) => {
      const gathered = all.map((one, at) => gatheredOf(one, `p${at}`))
      const scales = { now: 200 * DAY, policy: POLICY, believe: believing(all) }
      const sorted = weighByBelief(gathered, ASKED, scales).sort(
        (a, b) =>
          b.standing.score - a.standing.score ||
          a.standing.belief!.tokens - b.standing.belief!.tokens ||
          (a.id < b.id ? -1 : 1),
      )
      const textOf = (id: string) => all[Number(id.slice(1))]!.text
      const isFirst = (id: string, at: number) => sorted.findIndex((other) => textOf(other.id) === textOf(id)) === at
      const expected = sorted.filter(({ id }, at) => isFirst(id, at)).slice(0, most)
      expect(bestByBelief(gathered, ASKED, { ...scales, most })).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

it('tells of a warning how probably it harms, and of a lesson how probably it helps', () => {
  const told = (posterior: Posterior) => {
    const one = { text: 'token of the request', posterior, seen: 9, similarity: 0.9 }
    const all = [one, one]
    const scales = { now: DAY, policy: POLICY, believe: believing(all) }
    const [weighed] = weighByBelief([gatheredOf(one, 'p1')], ASKED, scales)
    return [weighed!.record.pattern.polarity, weighed!.standing.belief!.probability]
  }
  const [polarity, harm] = told({ help: 0.01, neutral: 0.04, harm: 0.95 })
  expect([polarity, Number(harm) > 0.9]).toEqual(['avoid', true])
  expect(told({ help: 0.9, neutral: 0.05, harm: 0.05 })).toEqual(['do', expect.closeTo(0.9, 1)])
})

it('puts a mistake before a shorter line of the same value, and a nearer one before both', () => {
  const all: Known[] = [0.5, 0.5, 0.6].map((similarity) => ({
    text: 'token',
    posterior: BAYES.prior,
    seen: 0,
    similarity,
  }))
  const texts = ['The payment service retries a charge twice unless it gets the key of the request', 'Done', 'Other']
  const gathered = texts.map((text, at) => {
    const category = at === 0 ? ('mistake' as const) : ('insight' as const)
    const made = worldOf([sighting({ pattern: `p${at}`, text, textHash: text })]).pattern(`p${at}`)!
    const record = { ...made, pattern: { ...made.pattern, category } }
    const cached = { id: `p${at}`, record, words: new Set<string>(), isShowable: true }
    return { cached, similarity: all[at]!.similarity }
  })
  const scales = { now: DAY, policy: POLICY, believe: believing(all.map((one) => ({ ...one }))) }
  const unseen = { ...scales, believe: (one: CachedPattern) => scales.believe({ ...one, id: 'p0' }) }
  expect(bestByBelief(gathered, ASKED, { ...unseen, most: 9 }).map(({ id }) => id)).toEqual(['p2', 'p0', 'p1'])
})

it('a pattern that names no place is tried in other work unless it is doubted, and shown there once it was used', () => {
  const helping = { help: 0.6, neutral: 0.3, harm: 0.1 }
  const belief = (posterior: Posterior, seen: number) => {
    const all = [
      { text: 'a', posterior, seen, similarity: 0 },
      { text: 'b', posterior, seen, similarity: 0 },
    ]
    const scales = { now: DAY, policy: POLICY, believe: believing(all) }
    return weighByBelief([gatheredOf(all[1]!, 'p1')], ASKED, scales)[0]!.standing.belief
  }
  expect(belief(BAYES.prior, 0)).toMatchObject({ value: expect.closeTo(-0.0055, 4), isPlaceless: true })
  expect(belief(helping, 3)!.value).toBeGreaterThan(belief(helping, 0)!.value + 0.05)
  expect(belief({ help: 0.1, neutral: 0.6, harm: 0.3 }, 1)!.isPlaceless).toBeUndefined()
})

it('at a step, counts the words that both share, unless code found it or it was seen at that file', () => {
  const step = {
    role: 'builder',
    work: { files: ['src/pool.ts'] },
    subject: { files: ['src/pool.ts'], tags: ['test'] },
  }
  const one = { text: 'test alpha beta gamma delta epsilon zeta theta', posterior: BAYES.prior, seen: 0, similarity: 0 }
  const relevanceOf = (more: object) => {
    const made = worldOf([sighting({ pattern: 'p0', text: one.text, textHash: one.text })]).pattern('p0')!
    const record = { ...made, pattern: { ...made.pattern, ...more } }
    const gathered = { cached: { id: 'p0', record, words: new Set<string>(), isShowable: true }, similarity: undefined }
    const scales = { now: DAY, policy: POLICY, believe: believing([one]) }
    return weighByBelief([gathered], { ...step, isTested: true }, scales)[0]!.standing.parts.relevance
  }
  // One of eight words: 5 x 0.13, of 0.6.
  expect(relevanceOf({})).toBeCloseTo(0.39, 2)
  expect(relevanceOf({ files: ['src/pool.ts'] })).toBeCloseTo(0.6, 9)
  expect(relevanceOf({ files: ['src/other.ts'] })).toBeCloseTo(0.39, 2)
  expect(relevanceOf({ role: MINER })).toBeCloseTo(0.6, 9)
})

it('asks more of a lesson on trust for every other of the session, and no more of what is proven, a rule or found by code', () => {
  const line = { id: 'p1', text: 'Close the pool', role: 'agent', score: 0, successes: 0, ignoreCount: 0 }
  const kinds = { category: 'mistake', polarity: 'do', feedback: { helpful: 0, harmful: 0 } } as const
  const candidate = (value: number, deviation: number, more: Partial<Candidate> = {}): Candidate => ({
    ...{ id: 'p1', ...kinds, line },
    standing: {
      score: value,
      maturity: 'candidate',
      parts: {},
      belief: { value, deviation, tokens: 9, probability: 0.4 },
    },
    ...more,
  })
  const worth = (one: Candidate) => [0, 4, 5, 9].map((before) => isWorthItsLine(one, before, BAYES))
  expect(worth(candidate(0.043, 0.19))).toEqual([true, true, false, false])
  expect(worth(candidate(0.0982, 0.3213))).toEqual([true, true, true, true])
  expect(worth(candidate(0.043, 0.01))).toEqual([true, true, true, true])
  const always = [true, true, true, true]
  expect(worth(candidate(0.043, 0.19, { line: { ...line, role: MINER } }))).toEqual(always)
  expect(worth(candidate(0.043, 0.19, { rule: { by: 'ann', at: 1, line: '- Close it', tokens: 4 } }))).toEqual(always)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sighting } from '../../../test/worlds/facts.ts'
import { worldOf } from '../../../test/worlds/fold-world.ts'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY } from '../../engine/laws/policy.ts'
import { lineTokens } from '../../engine/laws/role-block.ts'
import { steadyWorth } from '../../engine/standing/axes.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { candidateLine } from '../../injection/candidate.ts'
import { steadyWorthOf } from '../../injection/gathering.ts'
import { patternDocument } from '../../projection/documents/documents.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import { appendFacts, type Draft } from '../journal/append-facts.ts'
import { PatternCache } from './pattern-cache.ts'

it('tells what a pattern is worth under the policy that asks', () => {
  const record = worldOf([sighting({ strength: 'causal' })]).pattern('p1')!
  const cache = new PatternCache()
  const cached = cache.cachedOf(patternDocument(record, POLICY))
  const weights = { observation: 1, causal: 3, rule: 5 }
  const other = { ...POLICY, score: { ...POLICY.score, categoryWeights: weights } }
  for (const policy of [POLICY, other, POLICY])
    expect(steadyWorthOf(cached, policy)).toEqual(steadyWorth(record, policy))
  expect(steadyWorthOf(cached, other).score.categoryWeight).toBe(3)
})

it('tells what a line costs the role that asks, and how fresh it is under the policy that asks', () => {
  const record = worldOf([sighting({ role: 'auditor' })]).pattern('p1')!
  const cached = new PatternCache().cachedOf(patternDocument(record, POLICY))
  for (const role of ['auditor', 'builder', 'auditor'])
    expect(cached.tokensFor(role)).toBe(lineTokens(candidateLine('p1', record, 0), role))
  expect(cached.tokensFor('builder')).toBeGreaterThan(cached.tokensFor('auditor'))

  const stale = { ...record, pattern: { ...record.pattern, staleCitedAt: 1 } }
  const aged = new PatternCache().cachedOf(patternDocument(stale, POLICY))
  const other = { ...POLICY, score: { ...POLICY.score, staleCitedFactor: 0.125 } }
  expect([other, POLICY, other].map((policy) => aged.traits(policy).freshness)).toEqual([
    0.125,
    POLICY.score.staleCitedFactor,
    0.125,
  ])
})

it('tells each audience whether it is offered the pattern, and asks it once', () => {
  const record = worldOf([sighting({})]).pattern('p1')!
  const cache = new PatternCache()
  const cached = cache.cachedOf(patternDocument(record, POLICY))
  let asked = 0
  const audience = (answer: boolean) => () => () => {
    asked += 1
    return answer
  }
  const [some, others] = [cache.offered('some', audience(true)), cache.offered('others', audience(false))]
  expect([some(cached), some(cached), others(cached), others(cached)]).toEqual([true, true, false, false])
  expect(asked).toBe(2)
  expect(cache.offered('some', audience(false))(cached)).toBe(true)
})

const WHO = { by: 'ann', reason: 'as it is', axes: ['lifecycle' as const, 'maturity' as const] }

function seen(pattern: string, strength: 'rule' | 'observation'): Draft {
  const text = `Look at ${pattern} first`
  const kind = { category: 'pattern', polarity: 'do', role: 'builder' } as const
  const joined = { method: 'new', similarity: 0 } as const
  const payload = { ...kind, appliesTo: ['*'], pattern, text, textHash: textHash(text), strength, joined }
  return { type: 'pattern-sighted', payload, stream: 'journal' }
}

/** What may happen to a pattern between two questions. */
const change = fc.record({
  pattern: fc.oneof(fc.nat(5), fc.nat(150)).map((n) => `p${String(n).padStart(3, '0')}`),
  strength: fc.constantFrom('rule' as const, 'observation' as const),
  action: fc.constantFrom('see', 'see', 'see', 'ignore', 'deprecate', 'reset', 'reinforce'),
  page: fc.nat(2),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function factOf({ pattern, strength, action }: Change): Draft {
  const stream = 'journal'
  switch (action) {
    case 'ignore':
      return {
        type: 'pattern-ignored',
        payload: { pattern, by: 'lens', weight: 1, regression: false },
        stream,
      }
    case 'reinforce':
      return { type: 'pattern-reinforced', payload: { pattern, evidenceLevel: 1 }, stream }
    case 'deprecate':
      return { type: 'pattern-deprecated', payload: { pattern, ...WHO }, stream }
    case 'reset':
      return { type: 'pattern-reset', payload: { pattern, ...WHO }, stream }
    default:
      return seen(pattern, strength)
  }
}

async function pages({ context: { journal } }: TestLoop, cache: PatternCache, most: number) {
  await cache.refresh(journal, 'r')
  const found: unknown[] = []
  for (const state of ['live', 'immune', 'hidden'])
    for (let page = 0; page <= most; page += 1)
      found.push((await cache.page(journal, state, page)).map(({ id, record }) => [id, record]))
  return found
}

describe('patterns in memory', () => {
  it('are those of the journal after any change, in its order, as far down as somebody looks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 40 }), { maxLength: 6 }), async (batches) => {
        const loop = testLoop({ store: openMemoryStore() })
        const cache = new PatternCache()
        await appendFacts(
          loop.context,
          Array.from({ length: 100 }, (_, n) => seen(`p${String(n).padStart(3, '0')}`, 'observation')),
        )
        for (const batch of batches) {
          loop.pass(1)
          await appendFacts(loop.context, batch.map(factOf))
          const most = batch[0]?.page ?? 0
          expect(await pages(loop, cache, most)).toEqual(await pages(loop, new PatternCache(), most))
        }
      }),
      { numRuns: 25 },
    )
  })

  it('are read again where they changed, and only there', async () => {
    const loop = testLoop({ store: openMemoryStore() })
    const { journal } = loop.context
    const cache = new PatternCache()
    await appendFacts(
      loop.context,
      ['a', 'b'].map((pattern) => seen(pattern, 'rule')),
    )
    await cache.refresh(journal, 'r')
    const [a, b] = await cache.take(journal, ['a', 'b'])
    await appendFacts(loop.context, [seen('b', 'rule')])
    await cache.refresh(journal, 'r')
    const after = await cache.take(journal, ['a', 'b'])
    expect([after[0] === a, after[1] === b, after[1]?.record.pattern.sightings]).toEqual([true, false, 2])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CORRECTION, correction, type InjectedPattern, type Judgement } from './verdict-effects.ts'

const shown = (id: string, more: Partial<InjectedPattern> = {}): InjectedPattern => ({
  id,
  tier: 'shown',
  files: [],
  ...more,
})
const judged = (injected: InjectedPattern[], more: Partial<Judgement> = {}): Judgement => ({
  result: 'PASS',
  evidenceLevel: 2,
  injected,
  blamed: new Set(),
  changedFiles: [],
  ...more,
})
const fates = (judgement: Judgement, policy = CORRECTION) =>
  Object.fromEntries(correction(judgement, policy).fates.map(({ pattern, fate }) => [pattern, fate]))
const CHOSEN = { ...CORRECTION, reinforces: 'chosen' as const }
const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => shown(id, id === 'f' ? { tier: 'cited' } : {}))

describe('the gate', () => {
  it.each([
    [{ result: 'none' as const }, 'there is no verdict to act on'],
    [{ evidenceLevel: 3 as const }, 'PASS on reasoning alone (level 3) reinforces nothing'],
    [{ evidenceLevel: undefined }, 'there is no deliberation whose evidence could be judged'],
  ])('is closed for %j', (more, reason) => {
    expect(correction(judged(seven, more))).toEqual({ gate: { open: false, reason }, fates: [] })
  })

  it('is closed for a FAIL, which registers what was shown as ignored, but for what was dismissed', () => {
    const failed = correction(judged(seven, { result: 'FAIL', blamed: new Set(['a']) }))
    expect(failed.gate).toEqual({ open: false, reason: 'FAIL reinforces nothing' })
    expect(failed.fates.map(({ pattern, fate }) => `${pattern} ${fate}`)).toEqual(
      ['b', 'c', 'd', 'e', 'f', 'g'].map((pattern) => `${pattern} ignored`),
    )
  })

  it('is open for a PASS on level 1 or 2', () => {
    expect([1, 2].map((level) => correction(judged(seven, { evidenceLevel: level as 1 | 2 })).gate.open)).toEqual([
      true,
      true,
    ])
  })
})

describe('an open gate', () => {
  it('credits what was used, spares the best five, and ages the others', () => {
    expect(fates(judged(seven))).toEqual({
      a: 'spared',
      b: 'spared',
      c: 'spared',
      d: 'spared',
      e: 'spared',
      f: 'credited',
      g: 'aged',
    })
  })

  it('chooses those learned in a changed file before the best', () => {
    const injected = [shown('a'), shown('b', { files: ['src/pool.ts'] })]
    expect(fates(judged(injected, { changedFiles: ['./src/pool.ts'] }))).toEqual({ a: 'aged', b: 'spared' })
  })

  it('reinforces the chosen ones where the policy says so', () => {
    expect(fates(judged(seven), CHOSEN)).toEqual({
      a: 'reinforced',
      b: 'reinforced',
      c: 'reinforced',
      d: 'reinforced',
      e: 'reinforced',
      f: 'credited',
      g: 'aged',
    })
  })

  it('never chooses what the same verdict calls a false positive', () => {
    expect(fates(judged([shown('a'), shown('b')], { blamed: new Set(['a']) }), CHOSEN)).toEqual({
      a: 'aged',
      b: 'reinforced',
    })
  })

  it('gives each pattern one fate', () => {
    const pattern = fc.record({
      id: fc.string({ minLength: 1 }),
      tier: fc.constantFrom('shown' as const, 'cited' as const, 'applied' as const),
      files: fc.array(fc.string()),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(pattern, { selector: ({ id }) => id }),
        fc.array(fc.string()),
        (injected, changedFiles) => {
          const ids = correction(judged(injected, { changedFiles })).fates.map((fate) => fate.pattern)
          expect(ids).toEqual(injected.map(({ id }) => id))
        },
      ),
    )
  })
})

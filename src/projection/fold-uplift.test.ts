import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numbered } from '../../test/worlds/any-event.ts'
import { merged, outcome, receipt, reverted, review, reworked, sighting } from '../../test/worlds/facts.ts'
import { World, worldOf } from '../../test/worlds/fold-world.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { NO_TRIALS } from '../engine/belief/uplift.ts'
import { contextId, POSTERIOR, SPEAKS } from './documents/belief-documents.ts'
import { ALL_LINES, LOOP_UPLIFT, ONE_LINE, UPLIFT, type UpliftRecord } from './documents/sharing-documents.ts'

const holdout = { share: 0.1 }
const sums = (world: World, id = 'p1', kind = UPLIFT) => (world.get(kind, id)?.body as UpliftRecord | undefined)?.sums
const loop = (world: World, id: string) => sums(world, id, LOOP_UPLIFT)
const lost = { result: 'failure' } as const
const drawn = (shown: string[], withheld: string[] = [], run = 'r1') =>
  receipt(shown, { withheld, holdout, run, agent: 'builder' })

describe('a run in which patterns were drawn', () => {
  it('speaks of those it was shown and of those withheld from it, once it has ended', () => {
    const before = [sighting({}), drawn(['p1'], ['p2'])]
    expect(sums(worldOf(before))).toBeUndefined()
    const world = worldOf([...before, outcome()])
    expect(sums(world)).toMatchObject({ runs: 1, shown: { lines: 1, successes: 1 }, scale: 0.1 })
    expect(sums(world)!.gain).toBeCloseTo(0.5 / 9, 9)
    expect(sums(world, 'p2')).toMatchObject({ withheld: { lines: 1, successes: 1 }, gain: -0.5 })
  })

  it('speaks of one line more or less, in all runs and in those of its context', () => {
    const world = worldOf([drawn(['p1', 'p3'], ['p2']), outcome(lost)])
    const said = { runs: 1, shown: { lines: 2, successes: 0 }, withheld: { lines: 1, successes: 0 } }
    expect(loop(world, ONE_LINE)).toMatchObject(said)
    expect(world.get(LOOP_UPLIFT, contextId('builder'))?.body).toMatchObject({
      context: 'builder',
      sums: said,
    })
    expect(loop(world, ALL_LINES)).toBeUndefined()
  })

  it('is measured by what its context led to expect', () => {
    const easy = ['a', 'b', 'c', 'd'].flatMap((run) => [drawn(['p9'], [], run), outcome({ run }, { run })])
    const won = worldOf([...easy, drawn(['p1']), outcome()])
    expect(sums(won)!.gain).toBeLessThan(0.5 / 9)
  })

  it('says what became of it in the end, whatever was thought before', () => {
    const known = [drawn(['p1'], ['p2']), outcome()]
    const late = worldOf([...known, merged(), reverted()])
    const atOnce = worldOf([drawn(['p1'], ['p2']), outcome(lost)])
    expect(sums(late)!.shown).toEqual({ lines: 1, successes: 0 })
    expect(sums(late)!.gain).toBeCloseTo(sums(atOnce)!.gain, 8)
    expect(loop(late, ONE_LINE)!.gain).toBeCloseTo(loop(atOnce, ONE_LINE)!.gain, 8)
  })

  it('did not end well where its work had to be fixed', () => {
    const known = [drawn(['p1'], ['p2']), outcome(), merged()]
    const late = worldOf([...known, reworked()])
    expect([sums(late)!.shown, sums(late, 'p2')!.withheld]).toEqual(Array(2).fill({ lines: 1, successes: 0 }))
    const asked = [drawn(['p1'], ['p2']), review('changes_requested')]
    expect(sums(worldOf(asked))!.shown).toEqual({ lines: 1, successes: 0 })
    expect(sums(worldOf([...asked, review('dismissed')]))).toMatchObject({ runs: 0, gain: 0 })
  })

  it('says nothing twice', () => {
    const world = worldOf([drawn(['p1']), outcome(), outcome(), merged()])
    expect(sums(world)!.runs).toBe(1)
  })

  it('writes no belief again for what is known, also where a store hands out copies', () => {
    const facts = numbered([sighting({}), drawn(['p1']), outcome(), merged()])
    const world = new World()
    for (const fact of facts.slice(0, -1)) world.fold(fact)
    world.store()
    expect(world.fold(facts.at(-1)!).filter(({ kind }) => kind === POSTERIOR)).toEqual([])
  })

  it('is heard although its receipt arrives after its end', () => {
    const world = worldOf([outcome(), drawn(['p1'], ['p2'])])
    expect(sums(world)!.runs).toBe(1)
    expect(loop(world, ONE_LINE)!.runs).toBe(1)
  })

  it('speaks of what a later receipt adds', () => {
    const world = worldOf([drawn(['p1']), outcome(), drawn(['p2'])])
    expect([sums(world)!.runs, sums(world, 'p2')!.runs]).toEqual([1, 1])
    expect(loop(world, ONE_LINE)).toMatchObject({ runs: 1, shown: { lines: 2 } })
  })
})

describe('a run that cannot be compared', () => {
  const silent: [string, KnownEvent[]][] = [
    ['nothing was drawn', [receipt(['p1']), outcome()]],
    ['its end is not known', [drawn(['p1']), outcome({ result: 'unknown', observedBy: 'none' })]],
    ['it was shown what was withheld', [drawn(['p1']), drawn([], ['p1']), outcome()]],
    ['the share changed under way', [drawn(['p1']), receipt(['p1'], { holdout: { share: 0.3 } }), outcome()]],
    ['the draw began under way', [receipt(['p1']), drawn(['p1']), outcome()]],
  ]
  it.each(silent)('says nothing: %s', (_, events) => {
    expect(sums(worldOf(events)) ?? NO_TRIALS).toEqual(NO_TRIALS)
  })
})

describe('a run that goes without', () => {
  const all = { share: 0.1, runShare: 0.2 }

  it('speaks of all lines together, and of no one line', () => {
    const world = worldOf([receipt([], { withheld: ['p1', 'p2'], holdout: { ...all, isRunHeld: true } }), outcome()])
    expect(loop(world, ALL_LINES)).toMatchObject({ runs: 1, withheld: { lines: 1, successes: 1 } })
    expect(sums(world)).toBeUndefined()
    expect(loop(world, ONE_LINE)).toBeUndefined()
  })

  it('is compared with those that could have gone without', () => {
    const world = worldOf([receipt(['p1'], { holdout: all }), outcome()])
    expect(loop(world, ALL_LINES)).toMatchObject({ runs: 1, shown: { lines: 1, successes: 1 } })
    expect(sums(world)!.runs).toBe(1)
  })
})

describe('what is known of withholding', () => {
  it('is the same in whatever order runs become known, if their contexts are even', () => {
    const runs = ['a', 'b', 'c', 'd', 'e']
    const told = runs.map((run, n) => [
      n % 2 === 0 ? drawn(['p1'], ['p2'], run) : drawn(['p2'], ['p1'], run),
      outcome({ run, result: n % 3 === 0 ? 'failure' : 'success' }, { run }),
    ])
    fc.assert(
      fc.property(fc.shuffledSubarray(told, { minLength: told.length }), (shuffled) => {
        const world = worldOf(shuffled.flat())
        expect(sums(world)).toMatchObject({ runs: 5, shown: { lines: 3 }, withheld: { lines: 2 } })
        expect(sums(world)!.scale).toBeCloseTo(0.5, 9)
      }),
      { numRuns: 20 },
    )
  })

  it('speaks from an e-value of 20 on', () => {
    const half = { share: 0.5 }
    const runs = Array.from({ length: 80 }, (_, n) => `r${n}`)
    const events = runs.flatMap((run, n) => {
      const isShown = n % 2 === 0
      const event = receipt(isShown ? ['p1'] : [], { withheld: isShown ? [] : ['p1'], holdout: half, run })
      return [event, outcome({ run, result: isShown ? 'success' : 'failure' }, { run })]
    })
    expect(worldOf(events.slice(0, 8)).get(UPLIFT, 'p1')?.state).toBe('')
    expect(worldOf(events).get(UPLIFT, 'p1')?.state).toBe(SPEAKS)
  })
})

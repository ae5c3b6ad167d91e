import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyHistory, DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact, merged, outcome, receipt, reverted, sighting } from '../../test/worlds/facts.ts'
import { type World, worldOf } from '../../test/worlds/fold-world.ts'
import type { Document } from '../domain/document.ts'
import { plus } from '../domain/numbers.ts'
import { runEnd } from '../domain/run.ts'
import { relapseOf } from '../engine/belief/relapse.ts'
import { type DayRecord, NO_DAY, NO_TRIALS } from '../engine/belief/uplift.ts'
import { POSTERIOR } from './documents/belief-documents.ts'
import { LOOP, RUN } from './documents/documents.ts'
import { LOOP_UPLIFT, ONE_LINE } from './documents/sharing-documents.ts'
import { DAY } from './fold-days.ts'

const DAY_MS = 86_400_000

function all<T extends object>(world: World, kind: string): T[] {
  return [...world.documents.values()].flatMap((one: Document) => (one.kind === kind ? [one.body as T] : []))
}

const totalOf = (world: World) => all<DayRecord>(world, DAY).reduce((sum, day) => plus(sum, day), NO_DAY)
const dayOf = (world: World, day: number) => world.get(DAY, String(DAY_ZERO / DAY_MS + day))?.body

describe('what each day adds', () => {
  it('comes to what all runs and lessons say, whatever the history', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const world = worldOf(history)
        const total = totalOf(world)
        const runs = all<{ run: Parameters<typeof runEnd>[0] }>(world, RUN).map(({ run }) => run)
        const count = (end: string) => runs.filter((run) => runEnd(run) === end).length
        expect(total.ran).toMatchObject({
          runs: runs.length,
          injections: runs.reduce((sum, { receipts }) => sum + receipts, 0),
          success: count('success'),
          partial: count('partial'),
          failure: count('failure'),
          unknown: count('unknown'),
        })
        const lessons = all<{ relapses?: DayRecord['relapses'] }>(world, POSTERIOR)
        const counts = lessons.reduce((sum: DayRecord['relapses'], { relapses = {} }) => plus(sum, relapses), {})
        expect(relapseOf(total.relapses)).toEqual(relapseOf(counts))
        const line = world.get(LOOP_UPLIFT, ONE_LINE)?.body as { sums: DayRecord['uplift'] } | undefined
        expect(total.uplift.runs).toBe((line?.sums ?? NO_TRIALS).runs)
        expect(total.uplift.gain).toBeCloseTo((line?.sums ?? NO_TRIALS).gain, 6)
        expect(world.get(LOOP, LOOP)?.body ?? { runs: 0 }).toMatchObject({ runs: total.ran.runs })
      }),
      { numRuns: 200 },
    )
  })

  it('counts a run on its last day, by what became of its work', () => {
    const at = (day: number) => ({ occurredAt: DAY_ZERO + day * DAY_MS })
    const begun = [sighting({}), { ...receipt(['p1']), ...at(0) }, { ...outcome(), ...at(0) }]
    expect(dayOf(worldOf(begun), 0)).toMatchObject({ ran: { runs: 1, success: 1, receiving: 1, shown: 1 } })
    const later = worldOf([...begun, merged(), { ...reverted(), ...at(2) }])
    expect(dayOf(later, 0)).toMatchObject({ ran: { runs: 0, success: 0 } })
    expect(dayOf(later, 2)).toMatchObject({ ran: { runs: 1, success: 0, failure: 1 } })
  })

  it('counts a mistake that came back on its own day, and once', () => {
    const observed = (run: string, day: number, relapsed: boolean) =>
      fact(
        'pattern-observed',
        { pattern: 'p1', shown: true, result: 'followed', relapsed, share: 0.5, check: 'a before b', step: 's1' },
        { run, at: DAY_ZERO + day * DAY_MS },
      )
    const world = worldOf([sighting({}), observed('r1', 0, false), observed('r2', 1, true), observed('r3', 1, true)])
    const back = (record?: DayRecord) => record && relapseOf(record.relapses).shown
    expect(back(dayOf(world, 0) as DayRecord)).toEqual({ opportunities: 1, relapses: 0 })
    expect(back(dayOf(world, 1) as DayRecord)).toEqual({ opportunities: 2, relapses: 2 })
    expect(back(totalOf(world))).toEqual({ opportunities: 3, relapses: 2 })
  })

  it('adds what lessons cost', () => {
    const asked = fact('lesson-asked', { about: ['known-failure'], tokens: 40 })
    const { paid } = totalOf(worldOf([receipt(['p1']), asked, asked]))
    expect(paid).toMatchObject({ asks: 2, askTokens: 80, waits: 0 })
    expect(paid.tokens).toBeGreaterThan(0)
  })
})

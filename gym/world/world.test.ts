import { describe, expect, it } from 'vitest'
import { live } from './live.ts'
import { VARIANT_NAMES, variantOf } from './variants.ts'
import { makeWorld } from './world.ts'

const SMALL = { runs: 40, lessons: 20, poisons: 3 }
const small = (seed: number) => makeWorld(seed, variantOf('base', SMALL))

describe('a world', () => {
  it('is the same for the same seed, and another for another', () => {
    const { lessonOf, dice, ...world } = small(7)
    const { lessonOf: _, dice: __, ...again } = small(7)
    expect(again).toEqual(world)
    expect(small(8).lessons).not.toEqual(world.lessons)
    expect(dice('luck', 3)).toBe(small(7).dice('luck', 3))
    expect(lessonOf.size).toBe(23 * 5)
  })

  it('knows the lesson behind every wording that is told in it', () => {
    const { sightings, lessonOf } = small(7)
    const told = sightings.flat()
    expect(told.length).toBeGreaterThan(20)
    expect(told.every(({ text }) => lessonOf.has(text))).toBe(true)
  })

  it('changes lessons at half time, but for those of a world without drift', () => {
    const turned = (driftShare: number) =>
      makeWorld(7, variantOf('base', { ...SMALL, driftShare })).lessons.filter(({ effects: [before, after] }) =>
        before.some((effect, area) => effect !== after[area]),
      )
    expect(turned(0)).toEqual([])
    expect(turned(0.6).length).toBeGreaterThan(5)
  })

  it('lets poison harm wherever it is followed, and come from outside', () => {
    const { lessons, sightings, lessonOf } = small(7)
    const poisons = lessons.filter(({ isPoison }) => isPoison)
    expect(poisons).toHaveLength(3)
    expect(poisons.every(({ effects: [effects] }) => effects.every((effect) => effect < -0.5))).toBe(true)
    const outside = sightings.flat().filter(({ isFromOutside }) => isFromOutside)
    expect(outside.every(({ text }) => lessonOf.get(text)?.isPoison)).toBe(true)
  })

  it('has a way to be for every variant', () => {
    for (const name of VARIANT_NAMES) expect(makeWorld(1, variantOf(name, SMALL)).runs).toHaveLength(40)
  })
})

describe('a run', () => {
  const world = small(7)
  const run = world.runs[5]!
  const helpful = world.lessons.find(({ area, effects }) => area === run.area && effects[0][run.area]! > 0.2)
  const line = (text: string) => ({ pattern: text, text, tokens: 20 })

  it('has the same luck whatever it is shown', () => {
    const alone = live(world, run, [])
    const beside = live(world, run, [line(world.lessons[0]!.wordings[0]!)])
    expect(beside.chanceAlone).toBe(alone.chance)
    expect(beside.report.outcome.durationMs === alone.report.outcome.durationMs).toBe(beside.success === alone.success)
  })

  it('is helped once by a lesson that is said twice, and pays for both lines', () => {
    const [usual, near] = (helpful ?? world.lessons[0]!).wordings
    const once = live(world, run, [line(usual!)])
    const twice = live(world, run, [line(usual!), line(near!)])
    expect(twice.chance).toBeLessThan(once.chance)
    expect(once.chance - twice.chance).toBeLessThan(0.01)
  })

  it('reads a warning as the contrary of the lesson, and as less', () => {
    const text = world.lessons.find(({ isPoison }) => isPoison)!.wordings[0]!
    const [advice, warning] = [`${text}`, `AVOID: ${text}. Failed 3/4 times (75% failure rate)`].map(
      (shown) => live(world, run, [line(shown)]).worth[0]!.effect,
    )
    expect(warning).toBeCloseTo(-0.3 * advice!, 9)
  })
})

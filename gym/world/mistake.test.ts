import { expect, it } from 'vitest'
import { play } from '../play.ts'
import { live } from './live.ts'
import { VARIANT_NAMES, variantOf } from './variants.ts'
import { makeWorld } from './world.ts'

const variant = variantOf('relapses, some invited')
const world = makeWorld(5, variant)

it('every lesson is about a mistake that it prevents, invites or leaves as it is', () => {
  for (const { effects, area, mistake, wordings } of world.lessons) {
    const effect = effects[0][area!]!
    const drop = mistake!.without - mistake!.having
    expect(Math.sign(Math.abs(effect) < 0.1 ? 0 : effect)).toBe(Math.sign(drop))
    expect(new Set(wordings).size).toBe(1)
  }
  expect(world.sightings[0]!.every(({ steps = [] }) => steps[0]?.failure !== undefined)).toBe(true)
})

it('a mistake comes back as often as its lesson says, with it and without it', () => {
  const many = makeWorld(5, { ...variant, runs: 400, obeysInPlace: 1 })
  const lesson = many.lessons.find(({ effects }) => effects[0][0]! > 0.2)!
  const shown = [{ pattern: 'p', text: lesson.wordings[0]!, tokens: 20 }]
  const madeIn = (lines: typeof shown) => {
    const runs = many.runs.map((run) => live(many, run, lines).report.steps ?? [])
    const up = runs.filter((steps) => steps.some(({ command }) => command === lesson.mistake!.command))
    const made = up.filter((steps) =>
      steps.some(({ command, failure }) => command === lesson.mistake!.command && failure !== undefined),
    )
    return made.length / up.length
  }
  expect(madeIn([])).toBeCloseTo(lesson.mistake!.without, 1)
  expect(madeIn(shown)).toBeCloseTo(lesson.mistake!.having, 1)
})

it('the library sees them come back, the same way each time', async () => {
  const small = () => makeWorld(5, variantOf('relapses', { runs: 12, lessons: 3 }))
  const scored = await play(small(), 'bayes')
  expect(scored.judged!.helpful.all).toBe(small().lessons.filter(({ effects }) => effects[0][0]! > 0.1).length)
  expect(await play(small(), 'bayes')).toEqual(scored)
  expect(VARIANT_NAMES.filter((name) => variantOf(name).mistakes)).toHaveLength(2)
}, 120_000)

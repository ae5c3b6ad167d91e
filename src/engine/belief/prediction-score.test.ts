import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aucOf, brierOf, logLossOf, probabilitiesOf } from './calibration.ts'

const seen = (signal: number, success: boolean) => ({ signal, success })
const anySeen = fc.array(fc.record({ signal: fc.double({ min: 0, max: 2, noNaN: true }), success: fc.boolean() }), {
  maxLength: 60,
})

it('gives 1/2 to the first score, and 4/5 after three similar ones that ended well', () => {
  const similar = [seen(1, true), seen(1, true), seen(1, true), seen(1, false)]
  expect(probabilitiesOf(similar)).toEqual([1 / 2, 2 / 3, 3 / 4, 4 / 5])
})

it('uses only the nearest 20', () => {
  const many = [...Array.from({ length: 20 }, () => seen(1, true)), ...Array.from({ length: 20 }, () => seen(0, false))]
  expect(probabilitiesOf([...many, seen(0.9, true)]).at(-1)).toBeCloseTo(21 / 22, 10)
})

it("never uses a score's own outcome or a later one", () => {
  fc.assert(
    fc.property(anySeen, fc.nat(), (some, at) => {
      fc.pre(some.length > 0)
      const turned = some.map((one, i) => (i >= at % some.length ? { ...one, success: !one.success } : one))
      const end = (at % some.length) + 1
      expect(probabilitiesOf(turned).slice(0, end)).toEqual(probabilitiesOf(some).slice(0, end))
    }),
  )
})

it('counts the pairs in which the success had the higher signal', () => {
  expect(aucOf([seen(0.9, true), seen(0.4, true), seen(0.5, false)])).toBe(0.5)
  expect(aucOf([seen(0.5, true), seen(0.5, false)])).toBe(0.5)
  expect(aucOf([seen(1, true)])).toBeUndefined()
})

it('gives a coin a Brier score of 0.25 and a log loss of 0.6931', () => {
  expect(brierOf([0.5, 0.5], [true, false])).toBe(0.25)
  expect(logLossOf([0.5, 0.5], [true, false])).toBeCloseTo(0.6931, 4)
})

it('penalises a prediction by its distance from the outcome', () => {
  expect(brierOf([0.8], [true])).toBeCloseTo(0.04, 10)
  expect(brierOf([0.8], [false])).toBeCloseTo(0.64, 10)
  expect(logLossOf([0.8], [true])).toBeCloseTo(-Math.log(0.8), 10)
  expect(logLossOf([0.8], [false])).toBeCloseTo(-Math.log(0.2), 10)
  expect([brierOf([], []), logLossOf([], [])]).toEqual([0, 0])
})

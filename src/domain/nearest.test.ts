import { describe, expect, it } from 'vitest'
import { didYouMean, nearest } from './user-error.ts'

const KNOWN = ['learn', 'learning', 'inject', 'status']

describe('nearest', () => {
  it.each([
    ['lern', 'learn'],
    ['lraen', 'learn'],
    ['LEARN', 'learn'],
    ['statsu', 'status'],
  ])('takes %s for %s', (typed, meant) => expect(nearest(typed, KNOWN)).toBe(meant))

  it('takes a beginning for the only name that has it', () => {
    expect(nearest('half', ['value', 'halfLifeDays'])).toBe('halfLifeDays')
    expect(nearest('pattern', ['pattern-score-a', 'pattern-score-b'])).toBeUndefined()
  })

  it('offers nothing for what is far from everything', () => {
    expect(nearest('dashboard', KNOWN)).toBeUndefined()
    expect(nearest('x', [])).toBeUndefined()
  })

  it('takes the first of two that are equally near', () => {
    expect(nearest('bat', ['cat', 'hat'])).toBe('cat')
  })
})

it('asks only when there is something to ask', () => {
  expect(didYouMean('lern', KNOWN)).toBe(" Did you mean 'learn'?")
  expect(didYouMean('dashboard', KNOWN)).toBe('')
})

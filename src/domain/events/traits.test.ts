import { expect, it } from 'vitest'
import { EVENT_TYPES } from './catalogue.ts'
import { hasTrait, traitsOf, typesThat } from './traits.ts'

it('finds the events that have a trait, and no others', () => {
  expect(typesThat('permanent').toSorted()).toEqual(['payload-erased', 'retention-applied'])
  expect(EVENT_TYPES.filter((type) => hasTrait(type, 'permanent')).toSorted()).toEqual(
    typesThat('permanent').toSorted(),
  )
})

it.each(['constructor', '__proto__', 'pattern-sighted.v9'])('knows no trait of the unknown type %s', (type) => {
  expect(hasTrait(type, 'sighting')).toBe(false)
  expect(traitsOf(type)).toEqual({})
})

it('knows that a decision of a person can be undone, and that what the journal says of itself is none', () => {
  for (const type of typesThat('decision')) {
    expect(hasTrait(type, 'permanent')).toBe(false)
    expect(hasTrait(type, 'bookkeeping')).toBe(false)
  }
})

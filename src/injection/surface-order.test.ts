import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Category } from '../domain/values/pattern.ts'
import { byCategory, byRelevance, type Sortable } from './surface.ts'

const CATEGORIES: Category[] = ['mistake', 'convention', 'pattern', 'insight']
const thing = (id: string, category: Category, relevance: number, score: number) =>
  ({ id, category, relevance, standing: { score } }) as Sortable
const ids = (things: readonly Sortable[]) => things.map(({ id }) => id).join('')

const anyThings = fc
  .array(fc.tuple(fc.constantFrom(...CATEGORIES), fc.constantFrom(0, 0.5, 1), fc.constantFrom(0.2, 0.9)))
  .map((list) => list.map(([category, relevance, score], i) => thing(`p${i}`, category, relevance, score)))

describe('the order at the start of an agent', () => {
  const things = [
    thing('a', 'insight', 1, 1),
    thing('b', 'mistake', 0, 0.1),
    thing('c', 'mistake', 0.5, 0.1),
    thing('d', 'mistake', 0.5, 0.9),
    thing('e', 'convention', 0, 0),
    thing('f', 'pattern', 1, 1),
  ]

  it('is category, then relevance, then score', () => {
    expect(ids([...things].sort(byCategory()))).toBe('dcbefa')
  })

  it('is that of the priority that was chosen; what it leaves out comes last, as usual', () => {
    expect(ids([...things].sort(byCategory(['insight', 'pattern'])))).toBe('afdcbe')
  })

  it('never puts a later category first, nor the less relevant of one category', () => {
    fc.assert(
      fc.property(anyThings, fc.shuffledSubarray(CATEGORIES), (list, priority) => {
        const order = [...priority, ...CATEGORIES.filter((each) => !priority.includes(each))]
        const keys = list
          .sort(byCategory(priority))
          .map(({ category, relevance, standing }) => [order.indexOf(category), -relevance, -standing.score])
        expect(keys).toEqual([...keys].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!))
      }),
    )
  })
})

describe('the order at a tool call', () => {
  it('is relevance, then score, and the same however the list was shuffled', () => {
    fc.assert(
      fc.property(anyThings, (list) => {
        const sorted = [...list].sort(byRelevance)
        const keys = sorted.map(({ relevance, standing }) => [-relevance, -standing.score])
        expect(keys).toEqual([...keys].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!))
        expect([...list].reverse().sort(byRelevance)).toEqual(sorted)
      }),
    )
  })
})

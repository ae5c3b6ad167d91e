import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact, sighting } from '../../test/worlds/facts.ts'
import { evolvePattern, type Pattern } from './pattern.ts'
import { isForRepository } from './pattern-scope.ts'
import type { KnownEvent } from './read-event.ts'

const DAY_MS = 86_400_000
const fold = (...events: KnownEvent[]) =>
  events.reduce<Pattern | undefined>((state, event) => evolvePattern(state, event), undefined)!
const seenIn = (repository?: string) => sighting(repository === undefined ? {} : { repository })
const moved = (repository: string) =>
  fact('pattern-edited', { pattern: 'p1', by: 'ann', reason: 'because', context: { repository } })

describe('the repositories that a pattern is for', () => {
  it('are every one while its first sighting names none', () => {
    const pattern = fold(seenIn(), seenIn('shop'))
    expect(pattern).not.toHaveProperty('repositories')
    expect(isForRepository(pattern, 'shop')).toBe(true)
    expect(isForRepository(pattern, undefined)).toBe(true)
  })

  it('are the ones it was seen in when the first sighting names one', () => {
    const pattern = fold(seenIn('shop'), seenIn(), seenIn('till'), seenIn('shop'))
    expect(pattern.repositories).toEqual(['shop', 'till'])
    expect(['shop', 'till', 'bank', undefined].map((name) => isForRepository(pattern, name))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('are every one as soon as a sighting says so', () => {
    expect(fold(seenIn('shop'), seenIn('*'))).not.toHaveProperty('repositories')
    expect(fold(seenIn('*'))).not.toHaveProperty('repositories')
  })

  it('go by the last part of the name, in any case', () => {
    const pattern = fold(seenIn('Team/Shop.git'))
    expect(pattern.repositories).toEqual(['shop'])
    expect(isForRepository(pattern, 'other-team/SHOP/')).toBe(true)
  })

  it('are what a person says', () => {
    expect(fold(seenIn('shop'), moved('till')).repositories).toEqual(['till'])
    expect(fold(seenIn('shop'), moved('*'))).not.toHaveProperty('repositories')
    expect(fold(seenIn(), moved('till')).repositories).toEqual(['till'])
  })

  it('are not for an outsider to say', () => {
    const outside = sighting({ repository: 'shop', trust: 'external' })
    const inside = sighting({ at: DAY_ZERO + DAY_MS })
    expect(fold(outside, inside)).not.toHaveProperty('repositories')
  })

  it('stay few', () => {
    const names = Array.from({ length: 60 }, (_, i) => seenIn(`r${i}`))
    expect(fold(...names).repositories).toHaveLength(40)
  })
})

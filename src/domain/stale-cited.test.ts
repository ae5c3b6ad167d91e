import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact, sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import type { KnownEvent } from './read-event.ts'

const HASH = 'a'.repeat(32)
const PLACE = { file: 'a.ts', line: 3, linesHash: HASH }
const at = (day: number) => DAY_ZERO + day * 86_400_000
const checked = (found: boolean, day: number, linesHash = HASH) =>
  fact('citation-checked', { pattern: 'p1', citation: { ...PLACE, linesHash }, found }, { run: undefined, at: at(day) })
const patternAfter = (...events: KnownEvent[]) =>
  worldOf([sighting({ citation: PLACE, at: at(0) }), ...events]).pattern('p1')!.pattern

describe('a pattern whose cited lines have changed', () => {
  it('is stale-cited since that was found out, until the lines are back', () => {
    expect(patternAfter(checked(false, 2), checked(false, 5)).staleCitedAt).toBe(at(2))
    expect(patternAfter(checked(false, 2), checked(true, 5))).not.toHaveProperty('staleCitedAt')
  })

  it('is not by what was looked for of another place', () => {
    expect(patternAfter(checked(false, 2, 'b'.repeat(32)))).not.toHaveProperty('staleCitedAt')
  })

  it('cites the new lines after a run that used it changed them, at the same file only', () => {
    const linesHash = 'b'.repeat(32)
    const used = patternAfter(checked(false, 2), checked(true, 3, linesHash))
    expect([used.staleCitedAt, used.citation]).toEqual([undefined, { ...PLACE, linesHash }])
    const citation = { ...PLACE, file: 'b.ts', linesHash }
    const other = fact('citation-checked', { pattern: 'p1', citation, found: true }, { at: at(3) })
    expect(patternAfter(checked(false, 2), other)).toMatchObject({ staleCitedAt: at(2), citation: PLACE })
  })

  it('is fresh when it is seen again, by its new place or without one', () => {
    const elsewhere = { ...PLACE, linesHash: 'c'.repeat(32) }
    const moved = patternAfter(checked(false, 2), sighting({ citation: elsewhere, at: at(3) }))
    expect([moved.staleCitedAt, moved.citation]).toEqual([undefined, elsewhere])
    const bare = patternAfter(checked(false, 2), sighting({ at: at(3) }))
    expect([bare.staleCitedAt, bare.citation]).toEqual([undefined, { file: 'a.ts', line: 3 }])
  })

  it('stays so by a sighting from before', () => {
    expect(patternAfter(checked(false, 2), sighting({ at: at(1) })).staleCitedAt).toBe(at(2))
  })
})

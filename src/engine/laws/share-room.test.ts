import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareRoom, sourceOf, turnsOf } from '../text/block-room.ts'

const line = (source: string, tokens: number) => ({ source, tokens })
const sources = (lines: readonly { source: string }[]) => lines.map(({ source }) => source).join(' ')

describe('room in a block', () => {
  it('goes to others first where one source has had half of it', () => {
    const lines = [line('a', 30), line('a', 30), line('a', 30), line('b', 30)]
    expect(sources(shareRoom(lines, 100))).toBe('a a b')
  })

  it('counts what a source has taken already', () => {
    const { first, later } = turnsOf([line('a', 10), line('b', 10)], 100, [line('a', 45)])
    expect([sources(first), sources(later)]).toEqual(['b', 'a'])
  })

  it('is not kept from others by one endless line', () => {
    expect(sources(shareRoom([line('a', 90), line('b', 20), line('c', 20)], 100))).toBe('b c')
  })

  it('goes wholly to a source that is alone, as if there were no shares', () => {
    const greedy = (lines: readonly { tokens: number }[], room: number) => {
      let left = room
      return lines.filter(({ tokens }) => {
        const fits = tokens <= left
        if (fits) left -= tokens
        return fits
      })
    }
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 })), fc.integer({ min: 0, max: 200 }), (all, room) => {
        const lines = all.map((tokens) => line('a', tokens))
        expect(shareRoom(lines, room)).toEqual(greedy(lines, room))
      }),
    )
  })

  it('is never overdrawn, by tokens or by lines', () => {
    const any = fc.record({ source: fc.constantFrom('a', 'b', 'c'), tokens: fc.integer({ min: 1, max: 60 }) })
    fc.assert(
      fc.property(fc.array(any), fc.integer({ min: 0, max: 200 }), fc.nat(10), (lines, room, most) => {
        const kept = shareRoom(lines, room, most)
        expect(kept.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(room)
        expect(kept.length).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('the source of a pattern', () => {
  it('is its run while no other has seen it', () => {
    expect(sourceOf({ id: 'p1', contexts: ['run r1'] })).toBe('run r1')
    expect(sourceOf({ id: 'p1', contexts: ['run r1', 'run r2'] })).toBe('p1')
    expect(sourceOf({ id: 'p1', contexts: ['phase - labels '] })).toBe('p1')
  })
})

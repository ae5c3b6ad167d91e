import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIds } from './id.ts'
import { safeId } from './safe-id.ts'

const zeros = (size: number) => new Uint8Array(size)
const ones = (size: number) => new Uint8Array(size).fill(255)

describe('createIds', () => {
  it('is all zeros at time 0 without chance', () => {
    expect(createIds(() => 0, zeros)()).toBe('00000000000000000000000000')
  })

  it('writes the time in the first ten letters', () => {
    expect(createIds(() => 1_469_918_176_385, ones)()).toBe('01ARYZ6S41FZZZZZZZZZZZZZZZ')
  })

  it('never repeats an id and never goes backwards, whatever the clock does', () => {
    const times = fc.array(fc.double({ min: -5, max: 2 ** 47, noNaN: true }), { maxLength: 50 })
    fc.assert(
      fc.property(times, fc.uint8Array({ minLength: 10, maxLength: 10 }), (readings, random) => {
        const left = [...readings]
        const next = createIds(
          () => left.shift() ?? 0,
          () => random,
        )
        const ids = readings.map(() => next())
        expect([...new Set(ids)].sort()).toEqual(ids)
      }),
    )
  })

  it('stays sorted within one millisecond of a finer clock', () => {
    const readings = [7.2, 7.4, 7.9, 8.1]
    const draws = [ones(10), zeros(10), zeros(10), zeros(10)]
    const next = createIds(
      () => readings.shift()!,
      () => draws.shift()!,
    )
    const ids = [next(), next(), next(), next()]
    expect([...ids].sort()).toEqual(ids)
  })

  it('counts up 100,000 times within one millisecond', () => {
    const next = createIds(() => 1, ones)
    const ids = Array.from({ length: 100_000 }, next)
    expect(new Set(ids).size).toBe(100_000)
    expect([...ids].sort()).toEqual(ids)
    expect(ids.every((id) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true)
  })

  it('makes ids that are safe ids', () => {
    const next = createIds(() => 1_700_000_000_000, ones)
    expect(safeId.safeParse(next()).success).toBe(true)
  })
})

describe('safeId', () => {
  it.each(['a', 'run-1', 'A.b_c-9', '0', 'x'.repeat(128)])('takes %s', (id) => {
    expect(safeId.safeParse(id).success).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['a parent folder', '..'],
    ['a path', '../etc/passwd'],
    ['a slash', 'a/b'],
    ['a backslash', 'a\\b'],
    ['two dots inside', 'a..b'],
    ['a dot at the end', 'a.'],
    ['a hidden file', '.git'],
    ['an option', '-rf'],
    ['white space', 'a b'],
    ['a NUL character', 'a\u0000'],
    ['a line end', 'a\n'],
    ['a lone surrogate', '\ud800'],
    ['a letter that looks like another', 'раypal'],
    ['a device', 'CON'],
    ['a device with an ending', 'nul.txt'],
    ['a numbered device', 'lpt1'],
    ['129 characters', 'x'.repeat(129)],
  ])('refuses %s', (_, id) => {
    expect(safeId.safeParse(id).success).toBe(false)
  })

  it('shows the value and what is allowed, and cuts a long one short', () => {
    const message = (id: string) => safeId.safeParse(id).error?.issues[0]?.message
    expect(message('a/b')).toBe("'a/b' is not an id: use letters, digits, dot, dash and underscore")
    expect(message('con')).toBe("'con' cannot be a file name everywhere, so it cannot be an id")
    expect(message(`/${'x'.repeat(100)}`)).toContain(`'/${'x'.repeat(39)}…'`)
  })

  it('takes only what is one file name under its folder, and the same in a URL', () => {
    const letters = fc.constantFrom('a', 'Z', '0', '.', '-', '_', '/', '\\', ':', '%', ' ', 'é', '\u0000')
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 8 }), (id) => {
        if (!safeId.safeParse(id).success) return
        expect([posix.resolve('/in', id), win32.resolve('c:\\in', id)]).toEqual([`/in/${id}`, `c:\\in\\${id}`])
        expect(encodeURIComponent(id)).toBe(id)
      }),
    )
  })
})

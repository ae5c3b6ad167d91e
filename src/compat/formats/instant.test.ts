import { afterEach, describe, expect, it } from 'vitest'
import { instantOf, isoSeconds } from './json-value.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('a time of other systems', () => {
  it.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('without a zone is UTC, also for a reader in %s', (where) => {
    process.env.TZ = where
    const noon = Date.UTC(2024, 0, 15, 12)
    for (const text of ['2024-01-15T12:00', ' 2024-01-15 12:00:00 ', '2024-01-15T12:00:00.000000'])
      expect(instantOf(text)).toBe(noon)
    expect(instantOf('2024-01-15')).toBe(Date.UTC(2024, 0, 15))
  })

  it('with a zone is told in it', () => {
    expect(instantOf('2024-01-15T12:00:00Z')).toBe(Date.UTC(2024, 0, 15, 12))
    expect(instantOf('2024-01-15T12:00:00+02:00')).toBe(Date.UTC(2024, 0, 15, 10))
    expect(instantOf('2024-01-15 12:00-0530')).toBe(Date.UTC(2024, 0, 15, 17, 30))
  })

  it.each(['', 'today', '15.1.2024', '2024-13-01', '1969-12-31', '2024-01-15T25:00', '2024-01-15T12:00 x'])(
    'is none in %j',
    (text) => {
      expect(instantOf(text)).toBeUndefined()
    },
  )

  it('is written without milliseconds where there are none', () => {
    expect(isoSeconds(Date.UTC(2024, 0, 15))).toBe('2024-01-15T00:00:00Z')
    expect(isoSeconds(Date.UTC(2024, 0, 15) + 5)).toBe('2024-01-15T00:00:00.005Z')
  })
})

import { describe, expect, it } from 'vitest'
import { LAWS } from './catalogue.ts'
import type { Law } from './law.ts'
import { computeLaw, findLaw, hasOwnNow, timeOf } from './run.ts'

const NOW = Date.parse('2026-04-01T00:00:00Z')

function problem(name: string, input: unknown): string {
  try {
    computeLaw(name, input, NOW)
  } catch (error) {
    expect(error).toMatchObject({ name: 'UserError', code: 'input' })
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}

describe('computeLaw', () => {
  it.each(LAWS.map((law) => [law.name, law] as const))('gives the worked number of %s', (name, law) => {
    const now = Date.parse(law.example.now ?? '2026-01-01T00:00:00Z')
    expect(computeLaw(name, law.example.input, now)).toMatchObject(law.example.output)
  })

  it('offers the nearest law for a typo', () => {
    expect(() => computeLaw('decya', {}, NOW)).toThrow("'decya' is not a law. Did you mean 'decay'?")
    expect(() => computeLaw('constructor', {}, NOW)).toThrow("'constructor' is not a law.")
  })

  it.each<[string, unknown, string]>([
    ['decay', { at: 0, halfLifeDays: 0 }, 'halfLifeDays: must be greater than 0'],
    ['decay', { at: 0, halfLifeDays: '90' }, "halfLifeDays: must be a finite number, not '90'"],
    ['decay', { at: 0, value: Number.NaN }, 'value: must be a finite number, not NaN'],
    ['decay', { at: 0, value: Number.POSITIVE_INFINITY }, 'value: must be a finite number, not Infinity'],
    ['decay', { at: 0, value: null }, 'value: must be a finite number, not null'],
    ['decay', {}, 'at: is missing'],
    ['decay', { at: 'yesterday' }, "at: 'yesterday' is not a time; give ISO 8601 or epoch milliseconds"],
    ['decay', { at: [] }, 'at: must be a finite number or a text, not a list'],
    ['decay', { at: 0, halfLife: 3 }, "halfLife: is not a field of decay. Did you mean 'halfLifeDays'?"],
    ['decay', undefined, 'input: is missing'],
    ['decay', null, 'input: must be an object, not null'],
    ['decay', [], 'input: must be an object, not a list'],
    ['skill-stats', { results: ['won'] }, "results[0]: must be one of success, partial, failure, not 'won'"],
    ['strikes', { failures: [{ reason: 'x' }] }, 'failures[0].at: is missing'],
    ['penalty', { role: '' }, 'role: must not be empty'],
    [
      'implicit-feedback',
      { durationMs: 1, errorCount: -1, retryCount: 0, success: 'yes' },
      "errorCount: must be at least 0; success: must be true or false, not 'yes'",
    ],
    ['overlay', { adapterId: 'a', reliabilityScore: 1.5 }, 'reliabilityScore: must be at most 1'],
    [
      'overlay',
      { adapterId: 'a', reliabilityScore: 1, failureOccurrences: 0.5 },
      'failureOccurrences: must be a whole number, not 0.5',
    ],
  ])('%s of %j names the field', (name, input, message) => {
    expect(problem(name, input)).toBe(message)
  })

  it('names a few fields of many', () => {
    const message = problem('strikes', { failures: Array.from({ length: 9 }, () => ({ reason: 'x' })) })
    expect(message).toMatch(/^failures\[0\]\.at: is missing; .*; and 4 more$/)
  })

  it.each(LAWS.map((law) => [law.name, law] as const))('keeps %s finite at the ends of its range', (name, law) => {
    for (const extreme of [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, 8.64e15])
      for (const input of withExtremes(law, extreme))
        for (const now of [0, 8.64e15, -8.64e15]) {
          const output = outputOf(name, input, now)
          expect(JSON.parse(JSON.stringify(output))).toEqual(output)
        }
  })
})

/** The worked input with one of its numbers, or all of them, taken to an extreme. */
function withExtremes(law: Law, extreme: number): unknown[] {
  const numbers = JSON.stringify(law.example.input).match(/(?<=[:[,])-?[\d.]+(?=[,}\]])/g)?.length ?? 0
  return [...Array(numbers).keys(), undefined].map((chosen) => {
    let index = -1
    return JSON.parse(JSON.stringify(law.example.input), (_key, value) => {
      if (typeof value !== 'number') return value
      index += 1
      return chosen === undefined || chosen === index ? extreme : value
    })
  })
}

/** The output, or nothing where the schema refuses the input. */
function outputOf(name: string, input: unknown, now: number): object {
  try {
    return computeLaw(name, input, now)
  } catch (error) {
    expect(error).toMatchObject({ name: 'UserError', code: 'input' })
    return {}
  }
}

describe('timeOf', () => {
  it('reads ISO times and epoch milliseconds, also as text', () => {
    for (const time of ['2026-04-01', '2026-04-01T00:00:00Z', NOW, String(NOW)]) expect(timeOf(time)).toBe(NOW)
  })

  it('takes a year for a year', () => expect(timeOf('2026')).toBe(Date.parse('2026-01-01T00:00:00Z')))

  it.each([['soon'], [''], [null], [Number.NaN], [9e15], [{}]])('refuses %j by the name of the field', (time) => {
    expect(() => timeOf(time)).toThrow(/^now: .* is not a time; give ISO 8601 or epoch milliseconds\.$/)
  })
})

it('knows that no law so far reads a field now of its own', () => {
  expect(LAWS.filter(hasOwnNow)).toEqual([])
  expect(hasOwnNow(findLaw('decay'))).toBe(false)
})

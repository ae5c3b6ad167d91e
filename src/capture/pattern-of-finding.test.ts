import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingTexts, patternOfFinding } from './findings.ts'

const pattern = (id: string, ...texts: string[]) => ({ id, texts })
const CACHE = pattern('p-cache', 'The cache key lacks a tenant')
const RETRY = pattern('p-retry', 'Retries hide timeouts in the payment client')

describe('the words of a finding', () => {
  const report = [
    '## A1: the cache',
    'The cache key lacks the locale.',
    '',
    '## Other',
    '- **A2** (HIGH): retries hide timeouts.',
    '- A22 is another finding.',
    '```',
    'A2 in code',
    '```',
    '<!-- x:verdict-json {"verdict":"FAIL","issues":[{"id":"A1","severity":"LOW","summary":"locale missing"}],"must_fix":["A1"]} -->',
  ].join('\n')

  it('are the blocks that name its id or stand under a heading that does, and the summary of its issue', () => {
    expect(Object.fromEntries(findingTexts(report, ['A1', 'A2', 'A3']))).toEqual({
      A1: ['locale missing', 'A1: the cache', 'The cache key lacks the locale.'],
      A2: ['**A2** (HIGH): retries hide timeouts.'],
      A22: ['A22 is another finding.'],
    })
  })

  it('are not those of the findings in the lines around it', () => {
    const listed = [
      'J1 (HIGH) The cache key lacks',
      'a tenant.',
      '**J2**: Retries hide timeouts; see J1.',
      'J3 - Close the pool.',
    ]
    expect(Object.fromEntries(findingTexts(listed.join('\n'), ['J1', 'J3']))).toEqual({
      J1: ['J1 (HIGH) The cache key lacks a tenant.'],
      J2: ['**J2**: Retries hide timeouts; see J1.'],
      J3: ['J3 - Close the pool.'],
    })
    expect(findingTexts('Both J1 and\nthe other, J3, are wrong.', ['J1', 'J3']).get('J3')).toHaveLength(1)
  })

  it('can be looked for in any text', () => {
    fc.assert(fc.property(fc.string(), fc.array(fc.string()), (text, ids) => void findingTexts(text, ids)))
  })
})

describe('the pattern of a finding', () => {
  it('is the one that it cites by id, before any that it sounds like', () => {
    const found = patternOfFinding(['The cache key lacks a tenant, see p-retry.'], [CACHE, RETRY])
    expect(found).toMatchObject({ pattern: 'p-retry', method: 'id' })
  })

  it('is not one whose id is only the beginning of another', () => {
    expect(patternOfFinding(['see p-cache2'], [CACHE])).toBeUndefined()
  })

  it('is else the longest that it contains, whatever its case and spacing', () => {
    const short = pattern('p-short', 'the cache key')
    const found = patternOfFinding(['A1: the CACHE key  lacks a tenant!'], [short, CACHE, RETRY])
    expect(found).toMatchObject({ pattern: 'p-cache', method: 'substring' })
  })

  it('is else the single one that shares most words with one of its sentences, from half of them on', () => {
    const found = patternOfFinding(['Hm. Cache key lacks the locale.'], [RETRY, CACHE])
    expect(found).toMatchObject({ pattern: 'p-cache', method: 'overlap' })
    expect(found?.similarity).toBeCloseTo(4 / 7)
    expect(patternOfFinding(['The cache is cold today'], [CACHE])).toBeUndefined()
  })

  it('is known by its aliases too', () => {
    const aliased = pattern('p-pool', 'Close the pool', 'Connections stay open after a crash')
    expect(patternOfFinding(['connections stay open after a crash'], [aliased])?.pattern).toBe('p-pool')
  })
})

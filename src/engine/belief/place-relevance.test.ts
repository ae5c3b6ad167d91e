import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partOf, relevanceInPlace } from './pattern-value.ts'

const NOWHERE = { files: [], labels: [] }
const TOKENS = { files: ['src/auth/token.ts'], labels: ['auth'] }

describe('the place where a pattern was seen', () => {
  it('raises relevance, more for a closer place', () => {
    const at = (place: Partial<typeof TOKENS>) => relevanceInPlace(0.3, TOKENS, { ...NOWHERE, ...place })
    expect(at({ labels: ['auth', 'web'] })).toBeCloseTo(1 - 0.7 * 0.4)
    expect(at({ files: ['src/auth/login/form.ts'] })).toBeCloseTo(1 - 0.7 * 0.3)
    expect(at({ files: ['src/auth/token.ts'], labels: ['auth'] })).toBeCloseTo(1 - 0.7 * 0.15)
  })

  it('halves the similarity to work in another place', () => {
    expect(relevanceInPlace(0.3, TOKENS, { files: ['src/db/pool.ts'], labels: [] })).toBeCloseTo(0.15)
    expect(relevanceInPlace(0.3, TOKENS, { files: [], labels: ['database'] })).toBeCloseTo(0.15)
  })

  it('changes nothing if the work or the pattern names no place of that kind', () => {
    expect(relevanceInPlace(0.3, TOKENS, NOWHERE)).toBe(0.3)
    expect(relevanceInPlace(0.3, NOWHERE, TOKENS)).toBe(0.3)
    expect(relevanceInPlace(0.3, { ...TOKENS, files: [] }, { ...TOKENS, labels: [] })).toBe(0.3)
  })

  it('gives no part of the code base for files at the root', () => {
    expect([partOf('src/auth/login/form.ts'), partOf('src\\auth\\a.ts'), partOf('package.json')]).toEqual([
      'src/auth',
      'src/auth',
      '',
    ])
    expect(relevanceInPlace(0.3, { files: ['a.ts'], labels: [] }, { files: ['b.ts'], labels: [] })).toBeCloseTo(0.15)
  })

  it('uses the first two folders of any path', () => {
    const anyPath = fc.stringMatching(/^[ab/\\]{0,12}$/)
    fc.assert(
      fc.property(anyPath, (path) => {
        const folders = path.replaceAll('\\', '/').split('/').slice(0, -1)
        expect(partOf(path)).toBe(folders.slice(0, 2).join('/'))
      }),
    )
  })

  const place = fc.record({
    files: fc.subarray(['src/a/x.ts', 'src/a/y.ts', 'lib/z.ts', 'root.ts']),
    labels: fc.subarray(['auth', 'web']),
  })
  it('stays between 0 and 1, and never ranks a more similar pattern lower', () => {
    const similarity = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(similarity, similarity, place, place, (one, other, seen, work) => {
        const known = relevanceInPlace(one, seen, work)
        expect(known >= 0 && known <= 1).toBe(true)
        if (other >= one) expect(relevanceInPlace(other, seen, work)).toBeGreaterThanOrEqual(known)
      }),
    )
  })
})

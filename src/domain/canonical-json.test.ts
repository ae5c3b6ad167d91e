import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** Any JSON value with strings of every plane, lone surrogates and NUL, and keys that look like object machinery. */
const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 })
const odd = fc.string({ unit: 'binary' })
const key = fc.oneof(odd, fc.constantFrom('__proto__', 'constructor', 'toString', '', '\u0000', '\ud800'))
const members = fc.array(fc.tuple(key, json), { maxLength: 8 })

/** Own properties even for `__proto__`, as JSON.parse makes them. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const result = {}
  for (const [name, value] of entries)
    Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true })
  return result
}

describe('canonicalJson', () => {
  it('sorts keys, leaves out white space and undefined members', () => {
    expect(canonicalJson({ b: 1, a: [2, { d: null, c: true }], e: undefined })).toBe(
      '{"a":[2,{"c":true,"d":null}],"b":1}',
    )
  })

  it('sorts keys by code unit, not by locale or by number', () => {
    expect(canonicalJson({ é: 1, z: 2, Z: 3, 10: 4, 9: 5 })).toBe('{"10":4,"9":5,"Z":3,"z":2,"é":1}')
  })

  it('says what JSON says: parsing gives the value back', () => {
    fc.assert(
      fc.property(members, (entries) => {
        const value = objectOf(entries)
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('gives one text for one value, whatever the order of its keys', () => {
    fc.assert(
      fc.property(members, (entries) => {
        const unique = [...new Map(entries)]
        expect(canonicalJson(objectOf(unique.toReversed()))).toBe(canonicalJson(objectOf(unique)))
      }),
    )
  })

  it('is its own canonical form', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  it('keeps NUL and lone surrogates as escapes, so that the text is valid UTF-8', () => {
    fc.assert(
      fc.property(odd, (text) => {
        const canonical = canonicalJson(text)
        expect(canonical).not.toContain('\u0000')
        expect(Buffer.from(canonical, 'utf8').toString('utf8')).toBe(canonical)
        expect(JSON.parse(canonical)).toBe(text)
      }),
    )
  })

  it.each([Number.NaN, Infinity, -Infinity, 1n, undefined, () => 1, Symbol('s')])('refuses %s', (value) => {
    expect(() => canonicalJson({ deep: [value] })).toThrow(TypeError)
  })

  it.each([
    new Date(0),
    new Map([['a', 1]]),
    new Set([1]),
    new (class Point {
      x = 1
    })(),
    /x/,
  ])('refuses %s, which is not plain data', (value) => {
    expect(() => canonicalJson({ value })).toThrow(/no form for an instance of/)
  })

  it('takes objects without a prototype', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}')
  })
})

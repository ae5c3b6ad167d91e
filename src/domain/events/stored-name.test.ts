import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromSchema } from '../../../test/worlds/from-schema.ts'
import type { JsonObject } from '../canonical-json.ts'
import { EVENT_TYPES, EVENTS } from './catalogue.ts'
import { lift, storedName, storedNames, typeOf } from './stored-name.ts'

const lifts = {
  'note-taken': [
    ({ words, ...rest }: JsonObject) => ({ ...rest, text: words ?? '' }),
    (payload: JsonObject) => ({ ...payload, language: 'en' }),
  ],
}

describe('lift', () => {
  it('lifts a payload from version to version until the newest', () => {
    expect(lift('note-taken.v1', { words: 'hi', by: 'me' }, lifts)).toEqual({
      type: 'note-taken',
      payload: { text: 'hi', by: 'me', language: 'en' },
    })
  })

  it('begins in the middle of the chain for a later version', () => {
    expect(lift('note-taken.v2', { text: 'hi' }, lifts).payload).toEqual({ text: 'hi', language: 'en' })
  })

  it('gives back what is at its newest version', () => {
    const payload = { text: 'hi' }
    expect(lift('note-taken.v3', payload, lifts).payload).toBe(payload)
  })

  it('keeps the stored name and the payload of a version that a later release wrote', () => {
    expect(lift('note-taken.v4', { a: 1 }, lifts)).toEqual({ type: 'note-taken.v4', payload: { a: 1 } })
  })

  it.each(['mood-felt.v9', 'constructor', '__proto__', 'toString', ''])(
    "gives back a payload of the unknown type '%s'",
    (type) => {
      expect(lift(type, { a: 1 })).toEqual({ type, payload: { a: 1 } })
    },
  )
})

describe('every event', () => {
  const earlier = EVENT_TYPES.flatMap((type) => {
    const event = EVENTS[type]
    return 'earlier' in event ? event.earlier.map((schema, i) => ({ type, version: i + 1, schema })) : []
  })

  it('keeps the schema of each of its earlier versions', () => {
    const versions = EVENT_TYPES.flatMap((type) => storedNames(type).slice(0, -1))
    expect(earlier.map(({ type, version }) => storedName(type, version))).toEqual(versions)
    expect(versions).toContain('verdict-recorded.v1')
  })

  it.each(earlier)('lifts whatever version $version of $type could hold', ({ type, version, schema }) => {
    fc.assert(
      fc.property(fromSchema(schema), (payload) => {
        const lifted = lift(storedName(type, version), payload as JsonObject)
        expect(lifted.type).toBe(type)
        expect(EVENTS[type].payload.safeParse(lifted.payload).error).toBeUndefined()
      }),
    )
  })
})

describe('the stored name of an event', () => {
  it('is its type and its version', () => {
    expect(storedName('outcome-recorded')).toBe('outcome-recorded.v1')
    expect(typeOf('outcome-recorded.v1')).toBe('outcome-recorded')
    expect(storedNames('outcome-recorded')).toEqual(['outcome-recorded.v1'])
  })

  it('has the newest version when it is written, and is found in all of them', () => {
    const versions = ['verdict-recorded.v1', 'verdict-recorded.v2', 'verdict-recorded.v3']
    expect(storedName('verdict-recorded')).toBe('verdict-recorded.v3')
    for (const name of ['verdict-recorded', ...versions]) expect(storedNames(name)).toEqual(versions)
  })

  it('stays what it is where the version is not known here', () => {
    expect(storedName(typeOf('outcome-recorded.v9'))).toBe('outcome-recorded.v9')
    expect(storedNames('outcome-recorded.v9')).toEqual(['outcome-recorded.v9'])
  })

  it.each(['outcome-recorded', 'outcome-recorded.v1'])("is found by the name '%s' in a filter", (name) => {
    expect(storedNames(name)).toContain('outcome-recorded.v1')
  })
})

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../canonical-json.ts'
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

describe('the stored name of an event', () => {
  it('is its type and its version', () => {
    expect(storedName('outcome-recorded')).toBe('outcome-recorded.v1')
    expect(typeOf('outcome-recorded.v1')).toBe('outcome-recorded')
    expect(storedNames('outcome-recorded')).toEqual(['outcome-recorded.v1'])
  })

  it('stays what it is where the version is not known here', () => {
    expect(storedName(typeOf('outcome-recorded.v9'))).toBe('outcome-recorded.v9')
    expect(storedNames('outcome-recorded.v9')).toEqual(['outcome-recorded.v9'])
  })

  it.each(['outcome-recorded', 'outcome-recorded.v1'])("is found by the name '%s' in a filter", (name) => {
    expect(storedNames(name)).toContain('outcome-recorded.v1')
  })
})

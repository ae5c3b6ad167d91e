import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from './events/catalogue.ts'
import { LIFTS, type Lift, upcast } from './upcast.ts'

const lifts: Record<string, Lift> = {
  'note-taken.v1': { to: 'note-taken.v2', payload: ({ words, ...rest }) => ({ ...rest, text: words ?? '' }) },
  'note-taken.v2': { to: 'note-taken.v3', payload: (payload) => ({ ...payload, language: 'en' }) },
}

describe('upcast', () => {
  it('lifts a payload from version to version until the newest', () => {
    expect(upcast('note-taken.v1', { words: 'hi', by: 'me' }, lifts)).toEqual({
      type: 'note-taken.v3',
      payload: { text: 'hi', by: 'me', language: 'en' },
    })
  })

  it('begins in the middle of the chain for a later version', () => {
    expect(upcast('note-taken.v2', { text: 'hi' }, lifts).payload).toEqual({ text: 'hi', language: 'en' })
  })

  it('gives back what is at its newest version', () => {
    const payload = { text: 'hi' }
    expect(upcast('note-taken.v3', payload, lifts).payload).toBe(payload)
  })

  it.each(['mood-felt.v9', 'constructor', '__proto__', 'toString', ''])(
    "gives back a payload of the unknown type '%s'",
    (type) => {
      expect(upcast(type, { a: 1 })).toEqual({ type, payload: { a: 1 } })
    },
  )

  it('knows only lifts that lead to a type of this release', () => {
    for (const type of Object.keys(LIFTS)) expect(EVENT_TYPES).toContain(upcast(type, {}).type)
  })
})

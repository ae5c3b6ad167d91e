import { describe, expect, it } from 'vitest'
import { GENESIS, type JournalEvent, place } from './event.ts'
import { isSameFact, readEvent } from './events/lift-event.ts'
import type { StoredName } from './events/stored-name.ts'
import { type ByType, byType, type KnownEvent, typesIn } from './read-event.ts'

function stored(type: StoredName, payload: string) {
  const fact = {
    id: 'E1',
    key: 'k',
    type,
    stream: 's',
    occurredAt: 1,
    recordedAt: 2,
    origin: { surface: 'library' },
    provenance: { source: 'person', trust: 'internal' },
    payload,
  } as const
  return place(fact, { organisation: 'o', project: 'p' }, { position: 1, version: 1, previousHash: GENESIS })
}

describe('readEvent', () => {
  it('parses the payload and keeps the envelope', () => {
    const event = stored('pattern-aged.v1', '{"pattern":"P1"}')
    expect(readEvent(event)).toEqual({ ...event, type: 'pattern-aged', payload: { pattern: 'P1' } })
  })

  it('gives nothing for an erased payload', () => {
    expect(readEvent({ ...stored('pattern-aged.v1', '{}'), payload: null })).toBeUndefined()
  })

  it.each(['mood-felt', 'constructor'])("reads the unknown type '%s' as it is", (type) => {
    expect(readEvent(stored(`${type}.v1`, '{"a":1}'))).toMatchObject({ type, payload: { a: 1 } })
  })
})

describe('isSameFact', () => {
  const fact = stored('pattern-aged.v1', '{"pattern":"P1"}')

  it('compares the payloads of two facts of one version, and never takes another event for the same', () => {
    expect(isSameFact({ ...fact, payload: '{"pattern":"P1"}' }, fact)).toBe(true)
    expect(isSameFact({ ...fact, payload: '{"pattern":"P2"}' }, fact)).toBe(false)
    expect(isSameFact({ ...fact, type: 'pattern-ignored.v1', payload: fact.payload! }, fact)).toBe(false)
  })

  it('lifts the stored fact where the new one is of a later version', () => {
    const before = stored('verdict-recorded.v1', '{"verdict":"V1"}')
    const now = (payload: string) => ({ ...before, type: 'verdict-recorded.v2' as const, payload })
    expect(isSameFact(now('{"actions":[],"verdict":"V1"}'), before)).toBe(true)
    expect(isSameFact(now('{"actions":[],"verdict":"V2"}'), before)).toBe(false)
    expect(isSameFact(now('{"actions":[],"verdict":"V2"}'), { ...before, payload: null })).toBe(true)
  })
})

describe('byType', () => {
  const table: ByType<string, [mark: string]> = {
    'pattern-aged': ({ payload }, mark) => payload.pattern + mark,
  }

  it('tells an event by its type', () => {
    const read = (type: StoredName) => readEvent(stored(type, '{"pattern":"P1"}')) as JournalEvent<unknown>
    expect(byType(table, read('pattern-aged.v1') as KnownEvent, '!')).toBe('P1!')
    expect(byType(table, read('pattern-injected.v1') as KnownEvent, '!')).toBeUndefined()
    expect(byType(table, read('constructor.v1') as KnownEvent, '!')).toBeUndefined()
    expect(typesIn(table)).toEqual(['pattern-aged'])
  })
})

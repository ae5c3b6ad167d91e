import { describe, expect, it } from 'vitest'
import { GENESIS, place } from './event.ts'
import { isOf, readEvent } from './read-event.ts'

function stored(type: string, payload: string) {
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
    expect(readEvent(event)).toEqual({ ...event, payload: { pattern: 'P1' } })
  })

  it('gives nothing for an erased payload', () => {
    expect(readEvent({ ...stored('pattern-aged.v1', '{}'), payload: null })).toBeUndefined()
  })

  it.each(['mood-felt.v1', 'constructor'])("reads the unknown type '%s' as it is", (type) => {
    expect(readEvent(stored(type, '{"a":1}'))).toMatchObject({ type, payload: { a: 1 } })
  })
})

describe('isOf', () => {
  it('tells an event by its type', () => {
    const event = readEvent(stored('pattern-aged.v1', '{"pattern":"P1"}'))!
    expect(isOf(event, 'pattern-aged.v1')).toBe(true)
    expect(isOf(event, 'pattern-injected.v1')).toBe(false)
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chainHash, GENESIS, type NewEvent, place } from './event.ts'

const fact: NewEvent = {
  id: 'E1',
  key: 'note/1',
  type: 'note-taken.v1',
  stream: 'notes',
  expectedVersion: 0,
  occurredAt: 1_000,
  recordedAt: 2_000,
  run: 'R1',
  origin: { surface: 'library', actor: 'ann' },
  provenance: { trust: 'internal', source: 'person' },
  payload: '{"text":"hi"}',
}
const scope = { organisation: 'o', project: 'p' }
const first = place(fact, scope, { position: 1, version: 1, previousHash: GENESIS })

describe('place', () => {
  it('adds scope, place and hashes, and leaves out the expected version', () => {
    expect(first).toMatchObject({ ...scope, position: 1, version: 1, previousHash: GENESIS, id: 'E1' })
    expect(first).not.toHaveProperty('expectedVersion')
    expect(first.payloadDigest).toBe(createHash('sha256').update('{"text":"hi"}').digest('hex'))
  })
})

describe('chainHash', () => {
  it('is the SHA-256 of the envelope in a fixed order, with the digest in place of the payload', () => {
    const text = `["${GENESIS}","${first.payloadDigest}","o","p",1,"notes",1,"E1","note/1","note-taken.v1",1000,2000,"R1",{"actor":"ann","surface":"library"},{"source":"person","trust":"internal"}]`
    expect(first.hash).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('does not depend on the payload itself, so that one can be erased', () => {
    expect(chainHash({ ...first, payload: null } as typeof first)).toBe(first.hash)
  })

  it('does not depend on the order of the members of origin and provenance', () => {
    expect(chainHash({ ...first, origin: { actor: 'ann', surface: 'library' } })).toBe(first.hash)
  })

  it.each([
    { previousHash: '1'.repeat(64) },
    { payloadDigest: '0'.repeat(64) },
    { organisation: 'other' },
    { project: 'other' },
    { position: 2 },
    { stream: 'other' },
    { version: 2 },
    { id: 'E2' },
    { key: 'note/2' },
    { type: 'note-taken.v2' },
    { occurredAt: 1_001 },
    { recordedAt: 2_001 },
    { run: 'R2' },
    { run: undefined },
    { origin: { surface: 'cli' as const, actor: 'ann' } },
    { provenance: { source: 'person' as const, trust: 'external' as const } },
  ])('changes with %o', (change) => {
    expect(chainHash({ ...first, ...(change as Partial<typeof first>) })).not.toBe(first.hash)
  })
})

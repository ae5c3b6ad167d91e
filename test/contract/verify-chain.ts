import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { StoredEvent } from '../../src/domain/event.ts'
import type { Journal } from '../../src/store/port.ts'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Every event of a journal, page by page. */
export async function allEvents(journal: Journal): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (;;) {
    const page = await journal.read({ after: events.at(-1)?.position ?? 0, limit: 1_000 })
    events.push(...page)
    if (page.length < 1_000) return events
  }
}

/**
 * Recomputes everything that the journal promises about order and integrity, without the code under test:
 * positions from 1 without a gap, versions from 1 in every stream, digests of the stored bytes, links of the chain.
 */
export async function verifyChain(journal: Journal): Promise<StoredEvent[]> {
  const events = await allEvents(journal)
  expect(events.map((event) => event.position)).toEqual(events.map((_, i) => i + 1))
  const ends = new Map<string, { version: number; hash: string }>()
  for (const event of events) {
    const end = ends.get(event.stream) ?? { version: 0, hash: '0'.repeat(64) }
    const link = { version: event.version, previousHash: event.previousHash, hash: event.hash }
    expect(link).toEqual({ version: end.version + 1, previousHash: end.hash, hash: sha256(envelope(event)) })
    if (event.payload !== null) expect(event.payloadDigest).toBe(sha256(event.payload))
    ends.set(event.stream, event)
  }
  const heads = await journal.streamHeads(events.length)
  expect(new Map(heads.map((head) => [head.stream, head.hash]))).toEqual(
    new Map([...ends].map(([stream, end]) => [stream, end.hash])),
  )
  expect((await journal.head()).position).toBe(events.length)
  return events
}

function envelope(event: StoredEvent): string {
  const { previousHash, payloadDigest, organisation, project, position, stream, version } = event
  const { id, key, type, occurredAt, recordedAt, run = null } = event
  const place = [previousHash, payloadDigest, organisation, project, position, stream, version]
  const parts = [...place, id, key, type, occurredAt, recordedAt, run]
  return JSON.stringify([...parts, sorted(event.origin), sorted(event.provenance)])
}

function sorted(members: object): object {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)))
}

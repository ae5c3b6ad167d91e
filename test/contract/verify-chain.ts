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
  const ends = new Map<string, StreamEnd>()
  const broken: string[] = []
  for (const [i, event] of events.entries()) {
    if (event.position !== i + 1) broken.push(`${event.id} is at position ${event.position}, not ${i + 1}`)
    broken.push(...faults(event, ends.get(event.stream) ?? { version: 0, hash: '0'.repeat(64) }))
    ends.set(event.stream, event)
  }
  expect(broken).toEqual([])
  const heads = await journal.streamHeads(events.length)
  expect(new Map(heads.map((head) => [head.stream, head.hash]))).toEqual(
    new Map([...ends].map(([stream, end]) => [stream, end.hash])),
  )
  expect((await journal.head()).position).toBe(events.length)
  return events
}

interface StreamEnd {
  readonly version: number
  readonly hash: string
}

function faults(event: StoredEvent, end: StreamEnd): string[] {
  const at = `${event.id} at position ${event.position}`
  const found: string[] = []
  if (event.version !== end.version + 1) found.push(`${at} has version ${event.version} after ${end.version}`)
  if (event.previousHash !== end.hash) found.push(`${at} is not linked to the event before it`)
  if (event.hash !== sha256(envelope(event))) found.push(`${at} has another hash than its envelope`)
  if (event.payload !== null && event.payloadDigest !== sha256(event.payload))
    found.push(`${at} has another digest than its payload`)
  return found
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

import { canonicalJson } from '../../src/domain/canonical-json.ts'
import type { Journal } from '../../src/store/port.ts'
import { allEvents } from './verify-chain.ts'

/** A row as it was written to a table at some schema version. */
export interface Row {
  readonly table: string
  readonly values: Readonly<Record<string, string | number | null>>
}

/**
 * The rows of a journal as a Mettle with that schema version wrote them, by the name of the column. A version that changes
 * a column adds its own way here; those of released versions stay as they are.
 */
export async function rowsAsOf(version: number, journal: Journal): Promise<Row[]> {
  const newest = Math.max(
    ...Object.keys(WAYS)
      .map(Number)
      .filter((known) => known <= version),
  )
  return WAYS[newest]!(journal)
}

const WAYS: Readonly<Record<number, (journal: Journal) => Promise<Row[]>>> = { 1: firstWay }

async function firstWay(journal: Journal): Promise<Row[]> {
  const { organisation, project } = journal.scope
  const events = await allEvents(journal)
  const things = await journal.list('thing', { limit: 99 })
  const rows: Row[] = events.map((event) => ({
    table: 'event',
    values: {
      organisation,
      project,
      position: event.position,
      id: event.id,
      key: event.key,
      type: event.type,
      stream: event.stream,
      version: event.version,
      occurred_at: event.occurredAt,
      recorded_at: event.recordedAt,
      run: event.run ?? null,
      origin: JSON.stringify(event.origin),
      provenance: JSON.stringify(event.provenance),
      payload: event.payload,
      payload_digest: event.payloadDigest,
      previous_hash: event.previousHash,
      hash: event.hash,
    },
  }))
  const add = (table: string, values: Row['values']) =>
    rows.push({ table, values: { organisation, project, ...values } })
  const { position, policyHash } = await journal.head()
  add('head', { position, generation: 1, building: 1, policy_hash: policyHash, journal: 'J' })
  for (const { stream, version, hash } of await journal.streamHeads(position)) add('stream', { stream, version, hash })
  for (const { kind, id, state, rank, text, body } of things)
    add('document', { generation: 1, kind, id, state, rank, text, body: canonicalJson(body) })
  for (const subject of ['first', ...things.map(({ id }) => `thing/${id}`)])
    for (const about of await journal.read({ subject, limit: 99 }))
      add('link', { generation: 1, subject, position: about.position })
  return rows
}

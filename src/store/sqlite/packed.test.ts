import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fact } from '../../../test/contract/facts.ts'
import { notesProjector } from '../../../test/contract/notes-projector.ts'
import { SqliteFile } from '../../../test/worlds/sqlite-file.ts'
import { digest } from '../../domain/digest.ts'
import type { Store } from '../port.ts'
import { eventRow } from '../sql/rows.ts'
import type { SqliteDatabase } from './engine.ts'
import { packed } from './packed.ts'
import { salvage } from './salvage.ts'
import { openSqliteStore } from './sqlite-store.ts'

const SCOPE = { organisation: 'local', project: 'shop' }
const projector = notesProjector()
const LONG = 'Check the cart before it is paid for. 🛒 '.repeat(60)
/** Of one run, long; of one run, short; of no run. */
const FACTS = [
  fact({ stream: 'run/r1', run: 'r1', payload: { thing: 'a', text: LONG, rank: 1, body: { text: LONG } } }),
  fact({ stream: 'run/r1', run: 'r1', payload: { thing: 'b' } }),
  fact({ stream: 'notes', payload: { thing: 'c', text: LONG } }),
  fact({ stream: 'notes', run: 'r2', payload: { thing: 'c' } }),
]

let file: SqliteFile
let store: Store
beforeEach(async () => {
  file = new SqliteFile()
  store = await openSqliteStore({ path: file.path })
  await store.journal(SCOPE).append(FACTS, projector)
})
afterEach(async () => {
  await store.close()
  file.remove()
})

const events = () => store.journal(SCOPE).read({ limit: 10 })
const documents = () => store.journal(SCOPE).list('thing', { limit: 10 })

function inFile(sql: string) {
  const found: unknown[] = []
  file.tamper((database) =>
    found.push(
      ...database
        .prepare(sql)
        .all()
        .map((row) => Object.values(row)),
    ),
  )
  return found
}

it('keeps long texts, hashes and what is repeated in few bytes, and gives back what was recorded', async () => {
  const read = await events()
  expect(read.map(({ payload, run }) => [payload, run])).toEqual(FACTS.map(({ payload, run }) => [payload, run]))
  expect(read.map(({ origin, provenance }) => [origin, provenance])).toEqual(
    FACTS.map(({ origin, provenance }) => [origin, provenance]),
  )
  expect(read.every(({ payload, payloadDigest }) => digest(payload!) === payloadDigest)).toBe(true)
  expect(inFile('SELECT typeof(payload), length(payload) < 400, length(hash), length(run) FROM event')).toEqual([
    ['blob', 1, 32, 0],
    ['text', 1, 32, 0],
    ['blob', 1, 32, null],
    ['text', 1, 32, 2],
  ])
  expect(inFile('SELECT max(length(origin) + length(provenance)) < 60 FROM event')).toEqual([[1]])
  expect(inFile("SELECT typeof(body), length(body) < 400 FROM document WHERE id = 'a'")).toEqual([['blob', 1]])
})

it('writes a body that changes alone in the same way', async () => {
  const more = fact({ payload: { thing: 'a', text: LONG, rank: 1, body: { text: LONG, more: LONG } } })
  await store.journal(SCOPE).append([more], projector)
  expect(inFile("SELECT typeof(body) FROM document WHERE id = 'a'")).toEqual([['blob']])
})

it('keeps a document as it is that is written again with every run', () => {
  expect([packed(LONG, 'loop'), typeof packed(LONG, 'run')]).toEqual([LONG, 'object'])
})

it('keeps the names of a project in its head alone, and gives the next project the next number', async () => {
  const other = store.journal({ organisation: 'local', project: 'other' })
  expect(await other.cache('k', [{ id: 'a', version: 1, value: 'v' }])).toBe(true)
  await other.append(FACTS, projector)
  expect((await other.read({ limit: 1 }))[0]).toMatchObject(other.scope)
  expect(await other.cached('k')).toEqual([{ id: 'a', version: 1, value: 'v' }])
  await store.journal(SCOPE).rebuild(projector)
  for (const table of ['event', 'stream', 'document'])
    expect(inFile(`SELECT DISTINCT organisation, project FROM ${table} ORDER BY project`)).toEqual([
      ['', '1'],
      ['', '2'],
    ])
  expect(inFile('SELECT organisation, project, short FROM head ORDER BY project')).toEqual([
    ['local', 'other', '2'],
    ['local', 'shop', '1'],
  ])
})

it.each(['head', 'head_short'])('is salvaged when the page of %s is gone', async (table) => {
  const read = await events()
  await store.close()
  const [[page]] = inFile(`SELECT pageno FROM dbstat WHERE name = '${table}'`) as [[number]]
  // Everything is in the file now; the log has older pages of it.
  rmSync(`${file.path}-wal`, { force: true })
  const bytes = readFileSync(file.path)
  bytes.fill(0, (page - 1) * 4_096, page * 4_096)
  writeFileSync(file.path, bytes)
  expect(salvage(file.path).journals).toMatchObject([{ ...SCOPE, events: read }])
  file.remove()
  file = new SqliteFile()
  store = await openSqliteStore({ path: file.path })
})

it('reads what an earlier version wrote as text', async () => {
  const [read, listed] = [await events(), await documents()]
  file.tamper((database) => {
    for (const event of read) asText(database, event.position, eventRow(event))
    const body = database.prepare('UPDATE document SET body = ? WHERE id = ?')
    for (const document of listed) body.run(JSON.stringify(document.body), document.id)
  })
  expect(inFile('SELECT DISTINCT typeof(payload) || typeof(hash) || typeof(origin) FROM event')).toEqual([
    ['texttexttext'],
  ])
  expect([await events(), await documents()]).toEqual([read, listed])
})

it('is salvaged from the pages of a file', async () => {
  const read = await events()
  await store.close()
  expect(salvage(file.path).journals.map((journal) => journal.events)).toEqual([read])
  store = await openSqliteStore({ path: file.path })
})

it('shows bytes that were damaged', async () => {
  file.tamper((database) => {
    database.exec("UPDATE event SET payload = x'ffff' WHERE position = 1")
    database.exec("UPDATE document SET body = x'ffff' WHERE id = 'a'")
  })
  const [first] = await events()
  expect(digest(first!.payload!)).not.toBe(first!.payloadDigest)
  await expect(documents()).rejects.toMatchObject({ code: 'store-corrupt' })
  expect(await store.checkPages!()).toEqual(['the document thing/a cannot be read'])
})

function asText(database: SqliteDatabase, position: number, row: ReturnType<typeof eventRow>): void {
  const [run, origin, provenance, payload, payloadDigest, previousHash, hash] = row.slice(10, 17)
  database
    .prepare(
      'UPDATE event SET run = ?, origin = ?, provenance = ?, payload = ?, payload_digest = ?, previous_hash = ?, hash = ? WHERE position = ?',
    )
    .run(run!, origin!, provenance!, payload!, payloadDigest!, previousHash!, hash!, position)
}

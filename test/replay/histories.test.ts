import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import type { NewEvent } from '../../src/domain/event.ts'
import { EVENTS, type EventType } from '../../src/domain/events/catalogue.ts'
import { lift } from '../../src/domain/events/stored-name.ts'
import { POLICY } from '../../src/engine/laws/policy.ts'
import { createProjector } from '../../src/projection/projector.ts'
import { openMemoryStore } from '../../src/store/memory/memory-store.ts'
import type { Journal, Store } from '../../src/store/port.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { SqliteFile } from '../worlds/sqlite-file.ts'
import { documentsOf, expectedFile, HISTORIES, readHistory, standingsByWeek } from './history.ts'

/**
 * Golden histories: what was recorded, and what must follow from it. When a law changes on purpose, write the expected
 * files again with `HISTORIES_WRITE=1 npx vitest run test/replay/histories.test.ts` and read the difference.
 */
const isWriting = process.env.HISTORIES_WRITE === '1'

const projector = createProjector(POLICY)
const file = new SqliteFile()
const sqlite = openSqliteStore({ path: file.path, durable: false })

afterAll(async () => {
  await (await sqlite).close()
  file.remove()
})

async function folded(store: Store, project: string, events: readonly NewEvent[]): Promise<Journal> {
  const journal = store.journal({ organisation: 'local', project })
  await journal.append(events, projector)
  return journal
}

async function factsOf(name: string): Promise<{ documents: object; standings: string[] }> {
  const events = readHistory(name)
  const documents = await documentsOf(await folded(openMemoryStore(), name, events))
  const standings = await standingsByWeek(events, (some) => folded(openMemoryStore(), name, some))
  return { documents, standings }
}

const expectedOf = (name: string) =>
  JSON.parse(readFileSync(expectedFile(name), 'utf8')) as Awaited<ReturnType<typeof factsOf>>

describe.each(HISTORIES)('%s', (name) => {
  it.runIf(isWriting)('is written again', async () => {
    const facts = await factsOf(name)
    writeFileSync(expectedFile(name), `${JSON.stringify(facts, null, 1)}\n`)
  })

  it('holds facts that the catalogue knows', () => {
    for (const { type, payload } of readHistory(name)) {
      const event = lift(type, JSON.parse(payload))
      expect(EVENTS, `${type} is no event`).toHaveProperty([event.type])
      expect(EVENTS[event.type as EventType].payload.safeParse(event.payload).error).toBeUndefined()
    }
  })

  it('gives the documents and the standings that it must', async () => {
    expect(await factsOf(name)).toEqual(expectedOf(name))
  })

  it('gives the same in a file, fact by fact, and once more when it is rebuilt', async () => {
    const journal = (await sqlite).journal({ organisation: 'local', project: name })
    for (const event of readHistory(name)) await journal.append([event], projector)
    expect(await documentsOf(journal)).toEqual(expectedOf(name).documents)
    await journal.rebuild(projector)
    expect(await documentsOf(journal)).toEqual(expectedOf(name).documents)
  })
})

import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/domain/canonical-json.ts'
import type { Projector } from '../../src/domain/document.ts'
import type { NewEvent } from '../../src/domain/event.ts'
import type { PayloadOf } from '../../src/domain/events/catalogue.ts'
import { POLICY } from '../../src/engine/laws/policy.ts'
import { createProjector } from '../../src/projection/projector.ts'
import { openMemoryStore } from '../../src/store/memory/memory-store.ts'
import type { Journal, Store } from '../../src/store/port.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { sqliteDump } from '../contract/dump.ts'
import { anyHistory, asNew } from '../worlds/any-event.ts'
import { fact } from '../worlds/facts.ts'
import { SqliteFile } from '../worlds/sqlite-file.ts'
import { documentsOf } from './history.ts'

const projector = createProjector(POLICY)
const file = new SqliteFile()
const sqlite = await openSqliteStore({ path: file.path, durable: false })
let projects = 0

afterAll(async () => {
  await sqlite.close()
  file.remove()
})

/** A history, and places at which to cut it into batches. */
const anyBatches = fc
  .tuple(anyHistory, fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 }))
  .map(([history, sizes]) => batchesOf(history.map(asNew), sizes))

function batchesOf(events: readonly NewEvent[], sizes: readonly number[]): NewEvent[][] {
  const batches: NewEvent[][] = []
  for (let from = 0, i = 0; from < events.length; i++) {
    const size = sizes[i % sizes.length]!
    batches.push(events.slice(from, from + size))
    from += size
  }
  return batches
}

async function appended(store: Store, batches: readonly NewEvent[][], folding?: () => Projector): Promise<Journal> {
  const journal = store.journal({ organisation: 'local', project: `world-${++projects}` }, folding)
  for (const batch of batches) await journal.append(batch, projector)
  return journal
}

const oneByOne = (batches: readonly NewEvent[][]) => batches.flat().map((event) => [event])

describe('whatever the history, the documents are the same bytes', () => {
  const memoryBytes = async (journal: Journal) => canonicalJson(await documentsOf(journal))

  it('in memory: one by one, in batches, all at once, and rebuilt', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, async (batches) => {
        const single = await memoryBytes(await appended(openMemoryStore(), oneByOne(batches)))
        const journal = await appended(openMemoryStore(), batches)
        expect(await memoryBytes(journal)).toBe(single)
        expect(await memoryBytes(await appended(openMemoryStore(), [batches.flat()]))).toBe(single)
        await journal.rebuild(projector)
        expect(await memoryBytes(journal)).toBe(single)
      }),
      { numRuns: 150 },
    )
  })

  it('in a file: one by one, in batches, folded later, and rebuilt twice; and the same as in memory', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, async (batches) => {
        const single = await appended(sqlite, oneByOne(batches))
        const bytes = sqliteDump(file.path, single.scope)
        const journal = await appended(sqlite, batches)
        expect(sqliteDump(file.path, journal.scope)).toEqual(bytes)
        for (let time = 0; time < 2; time++) {
          await journal.rebuild(projector)
          expect(sqliteDump(file.path, journal.scope)).toEqual(bytes)
        }
        const memory = await documentsOf(await appended(openMemoryStore(), batches))
        expect(await documentsOf(journal)).toEqual(memory)
        const later = await appended(sqlite, batches, () => projector)
        expect(await documentsOf(later)).toEqual(memory)
        await later.search('pattern', 'any words', 1)
        expect(sqliteDump(file.path, later.scope)).toEqual(bytes)
      }),
      { numRuns: 30 },
    )
  })

  it('in a file, of a fact that names a thing twice', async () => {
    const payload: PayloadOf<'approval-asked'> = {
      approval: 'a1',
      action: 'deploy',
      adapters: ['git', 'git'],
      risk: 'low',
      effectiveRisk: 0,
      maxRetries: 0,
      reasons: ['asked'],
    }
    const journal = await appended(sqlite, [[asNew(fact('approval-asked', payload, { run: 'r1' }))]])
    const bytes = sqliteDump(file.path, journal.scope)
    await journal.rebuild(projector)
    expect(sqliteDump(file.path, journal.scope)).toEqual(bytes)
  })
})

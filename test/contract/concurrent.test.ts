import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWithPostgres } from '../servers/with-postgres.ts'
import { type Bench, postgresBench, sqliteBench } from './benches.ts'
import { bundle } from './bundle.ts'
import { freshScope } from './facts.ts'
import { notesProjector } from './notes-projector.ts'
import { verifyChain } from './verify-chain.ts'
import { startWriter } from './writers.ts'

const WRITERS = 16
const APPENDS = 200

/** Sixteen processes write to one project at once; nothing is lost, doubled or out of order. */
function sixteenWriters(open: () => Promise<Bench>): void {
  let bench: Bench
  let script: { file: string; remove: () => Promise<void> }
  beforeAll(async () => {
    bench = await open()
    script = await bundle('writer.mts')
  })
  afterAll(async () => {
    await bench?.close()
    await script?.remove()
  })

  it('keeps 3,200 events of 16 processes in one order, and folds them the same again', async () => {
    const scope = freshScope()
    const orders = { at: bench.at!, scope, appends: APPENDS, batch: 1, rebuildEvery: 0, foldsLater: bench.foldsLater }
    const writers = Array.from({ length: WRITERS }, (_, n) => startWriter(script.file, { ...orders, name: `w${n}` }))
    await Promise.all(writers.map((writer) => writer.ready))
    for (const writer of writers) writer.go()
    const codes = await Promise.all(writers.map((writer) => writer.gone))
    expect(writers.map((writer) => writer.complaint()).join('')).toBe('')
    expect(codes).toEqual(writers.map(() => 0))

    const journal = bench.store.journal(scope)
    const events = await verifyChain(journal)
    expect(events).toHaveLength(WRITERS * APPENDS)
    for (const [n, writer] of writers.entries())
      expect(events.filter((event) => event.origin.actor === `w${n}`).map(({ id }) => id)).toEqual(writer.acknowledged)

    const folded = await bench.dump(scope)
    expect(await journal.rebuild(notesProjector())).toEqual({ events: WRITERS * APPENDS })
    expect(await bench.dump(scope)).toEqual(folded)
  }, 90_000)
}

describe('SQLite', () => sixteenWriters(() => sqliteBench()))
describe('SQLite, folded by readers', () => sixteenWriters(() => sqliteBench(notesProjector())))
describeWithPostgres('PostgreSQL', (url) => sixteenWriters(() => postgresBench(url)))
describeWithPostgres('PostgreSQL, folded by readers', (url) =>
  sixteenWriters(() => postgresBench(url, notesProjector())),
)

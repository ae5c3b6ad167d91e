import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Journal, Store } from '../../src/store/port.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { describeWithPostgres, dropSchema, freshName } from '../servers/with-postgres.ts'
import { SqliteFile } from '../worlds/sqlite-file.ts'
import { fact, freshScope, note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'

const THINGS = ['a', 'b', 'c']
const KEYS = THINGS.map((id) => ({ kind: 'thing', id }))

let file: SqliteFile
let stores: Store[]

beforeEach(async () => {
  file = new SqliteFile()
  stores = [await openSqliteStore({ path: file.path }), await openSqliteStore({ path: file.path })]
})

afterEach(async () => {
  for (const store of stores) await store.close()
  file.remove()
})

/** Two that share a connection, and one with its own, as another process has it. */
function threeOver(scope = freshScope()): Journal[] {
  const [own, other] = stores as [Store, Store]
  return [own.journal(scope), own.journal(scope), other.journal(scope)]
}

const anyAction = fc.record({
  who: fc.nat(2),
  action: fc.constantFrom('note', 'note', 'note', 'look', 'look', 'many', 'break', 'rebuild', 'cache'),
  thing: fc.constantFrom(...THINGS),
})
type Action = typeof anyAction extends fc.Arbitrary<infer T> ? T : never

async function doIt(journals: readonly Journal[], { who, action, thing }: Action): Promise<void> {
  const journal = journals[who]!
  const projector = notesProjector()
  if (action === 'note') await journal.append([note(thing)], projector)
  if (action === 'look') await journal.documents([{ kind: 'thing', id: thing }])
  if (action === 'many')
    await journal.append(
      Array.from({ length: 300 }, (_, at) => note(`${thing}${at}`)),
      projector,
    )
  if (action === 'break')
    await expect(journal.append([note(thing), fact({ type: 'fold-broken.v1' })], projector)).rejects.toThrow(
      'the projector broke',
    )
  if (action === 'rebuild') await journal.rebuild(projector)
  if (action === 'cache') await journal.cache('vectors', [])
}

describe('what a journal has just read or written', () => {
  it('is what the file holds, whoever wrote last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { maxLength: 14 }), async (actions) => {
        const scope = freshScope()
        const journals = threeOver(scope)
        for (const action of actions) {
          await doIt(journals, action)
          const fresh = await openSqliteStore({ path: file.path })
          const expected = await fresh.journal(scope).documents(KEYS)
          await fresh.close()
          for (const journal of journals) expect(await journal.documents(KEYS)).toEqual(expected)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('and folding goes on from it, also when several write at once', async () => {
    const scope = freshScope()
    const journals = threeOver(scope)
    const projector = notesProjector()
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => journals[at % 3]!.append([note(THINGS[at % 2]!)], projector)),
    )
    const folded = await journals[0]!.documents(KEYS)
    expect(folded.map(({ body }) => (body as { notes: number }).notes)).toEqual([30, 30])
    await journals[2]!.rebuild(projector)
    for (const journal of journals) expect(await journal.documents(KEYS)).toEqual(folded)
  })
})

describeWithPostgres('what a writer left in PostgreSQL', (url) => {
  it('is folded on, unless somebody else wrote, began another generation or the transaction failed', async () => {
    const schema = freshName('known')
    const opened = await Promise.all([openPostgresStore({ url, schema }), openPostgresStore({ url, schema })])
    const scope = freshScope()
    const journals = opened.map((store) => store.journal(scope))
    const projector = notesProjector()
    const turns = [0, 0, 1, 0, 1, 1, 0, 0]
    for (const [at, who] of turns.entries()) {
      await journals[who]!.append([note('a')], projector)
      if (at === 3) await journals[1]!.rebuild(projector)
      if (at === 5)
        await expect(journals[who]!.append([note('a'), fact({ type: 'fold-broken.v1' })], projector)).rejects.toThrow(
          'the projector broke',
        )
    }
    const [folded] = await journals[0]!.documents([{ kind: 'thing', id: 'a' }])
    expect((folded!.body as { notes: number }).notes).toBe(turns.length)
    for (const store of opened) await store.close()
    await dropSchema(url, schema)
  })
})

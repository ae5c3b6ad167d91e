import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewEvent } from '../../src/domain/event.ts'
import type { Scope } from '../../src/domain/scope.ts'
import type { Store } from '../../src/store/port.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { administrator, describeWithPostgres, dropSchema, freshName } from '../servers/with-postgres.ts'
import { fact, freshScope, note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'
import { verifyChain } from './verify-chain.ts'

const projector = notesProjector()
const A = [{ kind: 'thing', id: 'a' }]

describeWithPostgres('an append that leaves folding to readers', (url) => {
  const schema = freshName('later')
  let store: Store
  let another: Store
  let sql: ReturnType<typeof administrator>

  beforeAll(async () => {
    store = await openPostgresStore({ url, schema })
    another = await openPostgresStore({ url, schema })
    sql = administrator(url, { connection: { search_path: schema } })
  })
  afterAll(async () => {
    for (const open of [store, another]) await open?.close()
    await sql?.end()
    await dropSchema(url, schema)
  })

  /** How many events wait to be folded, and how many documents there are. */
  async function behind({ project }: Scope): Promise<[number, number]> {
    const [row] = await sql`SELECT unfolded, (SELECT count(*) FROM document WHERE project = ${project}) AS documents
      FROM head WHERE project = ${project}`
    return [Number(row?.unfolded), Number(row?.documents)]
  }

  /** A journal that has begun, with one fact about `b`. */
  async function begun(folding = () => projector) {
    const journal = store.journal(freshScope(), folding)
    await journal.append([note('b')], folding())
    return journal
  }

  it.each([
    [
      'documents',
      async (open: Store, scope: Scope) => (await open.journal(scope, () => projector).documents(A)).length,
    ],
    [
      'list',
      async (open: Store, scope: Scope) =>
        (await open.journal(scope, () => projector).list('thing', { limit: 9 })).length - 1,
    ],
    ['count', async (open: Store, scope: Scope) => (await open.journal(scope, () => projector).count('thing')) - 1],
    [
      'search',
      async (open: Store, scope: Scope) =>
        (await open.journal(scope, () => projector).search('thing', 'words', 9)).length,
    ],
    [
      'read by subject',
      async (open: Store, scope: Scope) =>
        (await open.journal(scope, () => projector).read({ subject: 'thing/a', limit: 9 })).length,
    ],
  ])('is folded by %s in another process', async (_, read) => {
    const journal = await begun()
    await journal.append([note('a', { text: 'some words' })], projector)
    expect(await behind(journal.scope)).toEqual([1, 1])
    expect(await read(another, journal.scope)).toBe(1)
    expect(await behind(journal.scope)).toEqual([0, 2])
  })

  it('keeps the chain, and is folded in order before the next append that has to look closer', async () => {
    const journal = await begun()
    for (let n = 0; n < 3; n++) await journal.append([note('a', {}, { stream: 's' }), note('b')], projector)
    expect((await behind(journal.scope))[0]).toBe(6)
    await journal.append([note('a', {}, { stream: 's', expectedVersion: 3 })], projector)
    expect((await behind(journal.scope))[0]).toBe(0)
    expect(await verifyChain(another.journal(journal.scope))).toHaveLength(8)
    const folded = await journal.list('thing', { limit: 9 })
    await journal.rebuild(projector)
    expect(await journal.list('thing', { limit: 9 })).toEqual(folded)
  })

  it('keeps names that hold line breaks, and facts of no run', async () => {
    const journal = await begun()
    const odd = ['several\nlines', '\n', 'a\n\nb'].map((name) => note('a', {}, { key: name, run: name }))
    for (const one of odd) await journal.append([one, note('a')], projector)
    const read = await another.journal(journal.scope).read({ limit: 9 })
    expect(read.slice(1).map(({ key, run }) => (run === undefined ? 'no run' : [key, run]))).toEqual(
      odd.flatMap(({ key, run }) => [[key, run], 'no run']),
    )
    expect(await verifyChain(another.journal(journal.scope))).toHaveLength(7)
  })

  it('reads nothing of a long journal to append to it, though the server has no statistics', async () => {
    const scope = freshScope()
    /** How many rows of events and streams were read for some appends, each by a new process of the server. */
    const rowsRead = async (...batches: NewEvent[][]) => {
      const before = await totalRead()
      const open = await openPostgresStore({ url, schema })
      for (const batch of batches) await open.journal(scope, () => projector).append(batch, projector)
      await open.close()
      // A process of the server reports what it read when it ends.
      await new Promise((done) => setTimeout(done, 300))
      return (await totalRead()) - before
    }
    const totalRead = async () => {
      const [row] = await sql`SELECT sum(read)::int AS read FROM (
        SELECT relname, idx_tup_read AS read FROM pg_stat_user_indexes WHERE schemaname = ${schema}
        UNION ALL SELECT relname, seq_tup_read FROM pg_stat_user_tables WHERE schemaname = ${schema}
      ) counted WHERE relname ~ '^(event|stream)_'`
      return Number(row?.read)
    }
    await rowsRead(
      [note('a')],
      Array.from({ length: 500 }, (_, n) => note('a', {}, { stream: `s-${n}` })),
    )
    const read = await rowsRead([note('a', {}, { key: 'own', stream: 's-7' })])
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(50)
  })

  it('is folded before what it says is archived or erased', async () => {
    for (const lose of ['compact', 'erase'] as const) {
      const journal = await begun()
      const [appended] = await journal.append([note('a', { text: 'kept' })], projector)
      await (lose === 'compact' ? journal.compact(2, projector) : journal.erase(appended!.event.id))
      expect(await journal.documents(A)).toMatchObject([{ text: 'kept' }])
    }
  })

  it('is not folded under other settings: whoever follows those sees it after a rebuild', async () => {
    const other = notesProjector('policy-2')
    let own = projector
    const journal = await begun(() => own)
    await journal.append([note('a')], projector)
    const elsewhere = another.journal(journal.scope, () => other)
    expect(await elsewhere.documents(A)).toEqual([])
    expect(await elsewhere.head()).toMatchObject({ position: 2, policyHash: 'policy-1' })
    await elsewhere.rebuild(other)
    expect(await elsewhere.documents(A)).toMatchObject([{ body: { policy: 'policy-2' } }])
    await expect(journal.append([note('a')], projector, { underOnePolicy: true })).rejects.toMatchObject({
      code: 'settings-changed',
    })
    own = other
    await journal.append([note('a')], other, { underOnePolicy: true })
    expect(await journal.documents(A)).toMatchObject([{ body: { notes: 2 } }])
  })

  it('gives the reader the error of a fact that cannot be folded, until the fact is undone', async () => {
    const journal = await begun()
    const [broken] = await journal.append([fact({ type: 'fold-broken.v1' })], projector)
    await expect(journal.documents(A)).rejects.toThrow('the projector broke')
    expect(await journal.read({ limit: 9 })).toHaveLength(2)
    await journal.undo([note('a')], [{ event: broken!.event.id, undone: true }], projector)
    expect(await journal.documents(A)).toHaveLength(1)
  })
})

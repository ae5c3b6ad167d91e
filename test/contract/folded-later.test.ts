import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewEvent } from '../../src/domain/event.ts'
import type { Scope } from '../../src/domain/scope.ts'
import { openMemoryStore } from '../../src/store/memory/memory-store.ts'
import type { Journal, Store } from '../../src/store/port.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { administrator, describeWithPostgres, dropSchema, freshName } from '../servers/with-postgres.ts'
import { SqliteFile } from '../worlds/sqlite-file.ts'
import { fact, freshScope, note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'
import { verifyChain } from './verify-chain.ts'

const projector = notesProjector()
const A = [{ kind: 'thing', id: 'a' }]

/** Where appends leave folding to readers, and how far those are behind. */
interface Place {
  open(): Promise<Store>
  /** How many events wait to be folded, and how many documents the tables have. */
  behind(scope: Scope): Promise<[number, number]>
  close(): Promise<void>
}

function leavesFolding(placeOf: () => Place): void {
  let place: Place
  let store: Store
  let another: Store

  beforeAll(async () => {
    place = placeOf()
    store = await place.open()
    another = await place.open()
  })
  afterAll(async () => {
    for (const open of [store, another]) await open?.close()
    await place?.close()
  })
  const behind = (scope: Scope) => place.behind(scope)

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

  it('keeps the chain, and looks closer at known keys and expected versions without folding', async () => {
    const journal = await begun()
    for (let n = 0; n < 3; n++) await journal.append([note('a', {}, { stream: 's' }), note('b')], projector)
    expect((await behind(journal.scope))[0]).toBe(6)
    const last = note('a', {}, { stream: 's', expectedVersion: 3 })
    await journal.append([last], projector)
    expect(await journal.append([last], projector)).toMatchObject([{ duplicate: true }])
    await expect(journal.append([{ ...last, id: 'E-x', key: 'key/E-x' }], projector)).rejects.toMatchObject({
      code: 'version-conflict',
    })
    expect((await behind(journal.scope))[0]).toBe(7)
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
}

function behindIn(file: SqliteFile, { project }: Scope): [number, number] {
  let found: [number, number] = [0, 0]
  file.tamper((database) => {
    const [head] = database.prepare('SELECT unfolded, short FROM head WHERE project = ?').all(project)
    const [row] = database.prepare('SELECT count(*) AS n FROM document WHERE project = ?').all(head?.short ?? '')
    found = [Number(head?.unfolded), Number(row?.n)]
  })
  return found
}

describe('an append to a file that leaves folding to readers', () => {
  leavesFolding(() => {
    const file = new SqliteFile()
    return {
      open: () => openSqliteStore({ path: file.path }),
      behind: async (scope) => behindIn(file, scope),
      close: async () => file.remove(),
    }
  })
})

describe('what a process has appended to a file itself', () => {
  const THINGS = ['a', 'b', 'c', 'd']
  const KEYS = [...THINGS, 'nothing'].map((id) => ({ kind: 'thing', id }))
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
  function threeOver(scope: Scope): Journal[] {
    const [own, other] = stores as [Store, Store]
    return [own, own, other].map((store) => store.journal(scope, () => projector))
  }

  /** Everything that follows from events, as any store answers it. */
  async function answersOf(journal: Journal) {
    const states = ['open', 'done']
    return {
      documents: await journal.documents(KEYS),
      ranked: await journal.list('thing', { limit: 3 }),
      next: await journal.list('thing', { states: ['done', 'gone'], limit: 2, offset: 1 }),
      byId: await journal.list('thing', { states, limit: 2, afterId: 'a' }),
      counts: [await journal.count('thing'), await journal.count('thing', ['done']), await journal.count('none')],
      about: (await journal.read({ subject: 'thing/a', newestFirst: true, limit: 3 })).map(({ id }) => id),
    }
  }

  const anyAction = fc.record({
    who: fc.nat(2),
    /** Nobody, now and then, so that appends of several follow each other unread. */
    reads: fc.constantFrom(0, 1, 2, undefined, undefined),
    action: fc.constantFrom('note', 'note', 'note', 'note', 'two', 'search', 'rebuild', 'look', 'erase'),
    thing: fc.constantFrom(...THINGS),
    state: fc.constantFrom('open', 'done', 'gone'),
    rank: fc.integer({ min: -2, max: 2 }),
  })

  it('is answered from memory as from the tables, whoever appended, folded or rebuilt last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { maxLength: 16 }), async (actions) => {
        const scope = freshScope()
        const journals = threeOver(scope)
        const reference = openMemoryStore().journal(scope)
        for (const { who, reads, action, thing, state, rank } of actions) {
          const journal = journals[who]!
          const notes = [note(thing, { state, rank }), note('a', { state, rank: -rank })]
          const wanted = action === 'note' ? notes.slice(0, 1) : action === 'two' ? notes : []
          for (const one of wanted.length === 0 ? [] : [journal, reference]) await one.append(wanted, projector)
          if (action === 'search') expect(await journal.search('thing', `about ${thing}`, 1)).toBeDefined()
          if (action === 'rebuild') await journal.rebuild(projector)
          if (action === 'look') await journal.documents([{ kind: 'thing', id: thing }])
          const [first] = await journal.read({ limit: 1 })
          if (action === 'erase' && first !== undefined)
            for (const one of [journal, reference]) await one.erase(first.id)
          // Once it is erased, what followed from it goes with the next rebuild; then both are rebuilt.
          if (action === 'erase') for (const one of [journal, reference]) await one.rebuild(projector)
          const reader = reads === undefined ? undefined : journals[reads]
          if (reader !== undefined) expect(await answersOf(reader)).toEqual(await answersOf(reference))
        }
        for (const journal of journals) expect(await answersOf(journal)).toEqual(await answersOf(reference))
      }),
      { numRuns: 60 },
    )
  })

  it('is not written for each read, and is folded by the append that leaves too much', async () => {
    const journal = stores[0]!.journal(freshScope(), () => projector)
    let most = 0
    for (let n = 0; n < 600; n++) {
      await journal.append([note(THINGS[n % 4]!)], projector)
      expect(await journal.documents(A)).toHaveLength(1)
      if (n % 20 === 0) most = Math.max(most, behindIn(file, journal.scope)[0])
    }
    expect(most).toBeGreaterThan(200)
    expect(most).toBeLessThanOrEqual(256)
    const folded = await answersOf(journal)
    await journal.rebuild(projector)
    expect(await answersOf(journal)).toEqual(folded)
  })

  it('is read while another process holds the file, from memory and without waiting long', async () => {
    const scope = freshScope()
    const [journal, , elsewhere] = threeOver(scope) as [Journal, Journal, Journal]
    await journal.append([note('b')], projector)
    await journal.append([note('a', { text: 'new words', state: 'done' })], projector)
    const Database = sqliteEngine()
    const holder = new Database(file.path, { timeout: 1_000 })
    holder.exec('BEGIN IMMEDIATE')
    try {
      const before = performance.now()
      expect(await elsewhere.documents(A)).toMatchObject([{ text: 'new words' }])
      expect(await elsewhere.count('thing', ['done'])).toBe(1)
      expect((await elsewhere.list('thing', { limit: 9 })).map(({ id }) => id)).toEqual(['a', 'b'])
      expect(await elsewhere.read({ subject: 'thing/a', limit: 9 })).toHaveLength(1)
      // What is searched are the tables.
      expect(await elsewhere.search('thing', 'words', 9)).toEqual([])
      expect(performance.now() - before).toBeLessThan(5_000)
    } finally {
      holder.close()
    }
    expect(await elsewhere.search('thing', 'words', 9)).toHaveLength(1)
    expect(behindIn(file, scope)).toEqual([0, 2])
  })

  it('is folded once by two processes that fold at the same time', async () => {
    const scope = freshScope()
    const journals = threeOver(scope)
    for (let n = 0; n < 100; n++) await journals[n % 3]!.append([note(THINGS[n % 4]!)], projector)
    const found = await Promise.all(journals.map((journal) => journal.search('thing', 'about', 9)))
    for (const hits of found)
      expect(hits.map(({ document }) => (document.body as { notes: number }).notes)).toEqual([25, 25, 25, 25])
    expect(behindIn(file, scope)).toEqual([0, 4])
  })
})

describeWithPostgres('an append to PostgreSQL that leaves folding to readers', (url) => {
  const schema = freshName('later')
  let sql: ReturnType<typeof administrator>
  beforeAll(() => {
    sql = administrator(url, { connection: { search_path: schema } })
  })

  leavesFolding(() => ({
    open: () => openPostgresStore({ url, schema }),
    async behind({ project }) {
      const [row] = await sql`SELECT unfolded, (SELECT count(*) FROM document WHERE project = ${project}) AS documents
        FROM head WHERE project = ${project}`
      return [Number(row?.unfolded), Number(row?.documents)]
    },
    async close() {
      await sql.end()
      await dropSchema(url, schema)
    },
  }))

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
})

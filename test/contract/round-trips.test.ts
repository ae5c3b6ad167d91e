import { expect, it } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { startProxy } from '../servers/proxy.ts'
import { describeWithPostgres, dropSchema, freshName } from '../servers/with-postgres.ts'
import { freshScope, note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'

const projector = notesProjector()
/** Long enough for everything that is sent without waiting to be sent. */
const ANSWER_MS = 30

describeWithPostgres('how often PostgreSQL is waited for', (url) => {
  it('is once for reads that are asked for together, and twice more to fold before one', async () => {
    const { hostname, port } = new URL(url)
    const proxy = await startProxy(hostname, Number(port), ANSWER_MS)
    const through = new URL(url)
    through.host = `127.0.0.1:${proxy.port}`
    const schema = freshName('turns')
    const store = await openPostgresStore({ url: through.href, schema, connections: 1 })
    const journal = store.journal(freshScope(), () => projector)
    const turnsOf = async (work: () => Promise<unknown>) => {
      const before = proxy.turns()
      await work()
      return proxy.turns() - before
    }
    const documents = () => journal.documents([{ kind: 'thing', id: 'a' }])
    const append = () => journal.append([note('a')], projector)
    const reads = () => Promise.all([documents(), journal.count('thing'), journal.list('thing', { limit: 9 })])
    // The server is asked about each statement once before it is run for the first time.
    for (let round = 0; round < 3; round++) {
      await append()
      await reads()
      await documents()
    }
    // What ended before is told to the server with what comes next.
    expect(await turnsOf(documents)).toBe(1)
    expect(await turnsOf(reads)).toBe(1)
    expect(await turnsOf(append)).toBe(1)
    expect(await turnsOf(documents)).toBe(3)
    expect((await documents())[0]?.body).toMatchObject({ notes: 4 })
    await store.close()
    await proxy.stop()
    await dropSchema(url, schema)
  })

  it('is read again where another process has begun another generation of documents', async () => {
    const schema = freshName('generations')
    const [one, two] = await Promise.all([1, 2].map(() => openPostgresStore({ url, schema })))
    const scope = freshScope()
    const [mine, others] = [one!, two!].map((store) => store.journal(scope, () => projector))
    await mine!.append([note('a')], projector)
    const read = async () => (await mine!.documents([{ kind: 'thing', id: 'a' }]))[0]?.body
    expect(await read()).toMatchObject({ notes: 1 })
    await others!.append([note('a')], projector)
    await others!.rebuild(projector)
    expect(await read()).toMatchObject({ notes: 2 })
    await mine!.append([note('a')], projector)
    await others!.append([note('a')], projector)
    expect(await read()).toMatchObject({ notes: 4 })
    await Promise.all([one!.close(), two!.close()])
    await dropSchema(url, schema)
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresDriver } from '../../src/store/postgres/postgres-driver.ts'
import { grantStatements, openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { startProxy } from '../servers/proxy.ts'
import { administrator, describeWithPostgres, dropSchema, freshName } from '../servers/with-postgres.ts'
import { freshScope, note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'
import { expectToldError, rejection } from './user-errors.ts'
import { verifyChain } from './verify-chain.ts'

const projector = notesProjector()

describeWithPostgres('a PostgreSQL server', (url) => {
  const schema = freshName('faults')
  const role = freshName('role')
  const { hostname, port, pathname } = new URL(url)
  const address = `${hostname}:${port}${pathname}`
  let admin: ReturnType<typeof administrator>

  const at = (change: (changed: URL) => void) => {
    const changed = new URL(url)
    change(changed)
    return changed.href
  }
  const asRole = at((own) => {
    own.username = role
    own.password = 'secret'
  })

  beforeAll(async () => {
    admin = administrator(url)
    await (await openPostgresStore({ url, schema })).close()
    await admin.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`)
  })
  afterAll(async () => {
    await dropSchema(url, schema)
    await admin.unsafe(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    await admin.end()
  })

  it('is named as missing when nobody answers', async () => {
    const down = at((changed) => {
      changed.port = '1'
    })
    expectToldError(await rejection(openPostgresStore({ url: down, schema })), 'store-missing', `${hostname}:1`)
  })

  it('is named as missing when its name is unknown', async () => {
    const unknown = at((changed) => {
      changed.hostname = 'no-such-host.invalid'
    })
    expectToldError(await rejection(openPostgresStore({ url: unknown, schema })), 'store-missing', 'no-such-host')
  })

  it('is named when it refuses the password, or there is none', async () => {
    for (const password of ['wrong', '']) {
      const refused = at((changed) => {
        changed.password = password
      })
      expectToldError(await rejection(openPostgresStore({ url: refused, schema })), 'store-refused', address)
    }
  })

  it('is named when it does not know the user', async () => {
    const stranger = at((changed) => {
      changed.username = 'nobody_known'
    })
    expectToldError(await rejection(openPostgresStore({ url: stranger, schema })), 'store-refused', address)
  })

  it('is named with the database that does not exist', async () => {
    const elsewhere = at((changed) => {
      changed.pathname = '/no_such_database'
    })
    const error = await rejection(openPostgresStore({ url: elsewhere, schema }))
    expectToldError(error, 'store-missing', 'no_such_database')
    expect(error?.hint).toContain('createdb')
  })

  it.each(['not a url', 'http://', ''])("is not looked for at '%s'", async (wrong) => {
    expectToldError(await rejection(openPostgresStore({ url: wrong, schema })), 'config', 'METTLE_DATABASE_URL')
  })

  it.each(['Mettle', 'a-b', '', '1st', 'x; DROP TABLE y'])("has no schema called '%s'", async (name) => {
    expectToldError(await rejection(openPostgresStore({ url, schema: name })), 'config', `'${name}'`)
  })

  it('is refused when its schema is of a newer Mettle', async () => {
    const newer = freshName('newer')
    await (await openPostgresStore({ url, schema: newer })).close()
    await admin.unsafe(`INSERT INTO ${newer}.migration (version) VALUES (99)`)
    const error = await rejection(openPostgresStore({ url, schema: newer }))
    expectToldError(error, 'store-newer', address)
    expect(error?.message).toContain('99')
    await dropSchema(url, newer)
  })

  it('says that the user has no rights on the tables', async () => {
    expectToldError(await rejection(openPostgresStore({ url: asRole, schema })), 'store-read-only', address)
  })

  it('says that it takes no writes, as a standby does', async () => {
    for (const statement of grantStatements(schema, role)) await admin.unsafe(statement)
    await admin.unsafe(`ALTER ROLE ${role} SET default_transaction_read_only = on`)
    const store = await openPostgresStore({ url: asRole, schema })
    const journal = store.journal(freshScope())
    expectToldError(await rejection(journal.append([note('a')], projector)), 'store-read-only', address)
    expect(await journal.read({ limit: 1 })).toEqual([])
    await store.close()
    await admin.unsafe(`ALTER ROLE ${role} RESET default_transaction_read_only`)
  })

  it('says that it has no connection left', async () => {
    for (const statement of grantStatements(schema, role)) await admin.unsafe(statement)
    await admin.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT 1`)
    const first = await openPostgresStore({ url: asRole, schema, connections: 1 })
    await first.journal(freshScope()).head()
    expectToldError(await rejection(openPostgresStore({ url: asRole, schema })), 'store-busy', address)
    await first.close()
    await admin.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
  })

  it('is named as locked when another process keeps a project to itself, and read all the same', async () => {
    const store = await openPostgresStore({ url, schema, waitMs: 20 })
    const scope = freshScope()
    const journal = store.journal(scope)
    await journal.append([note('a')], projector)
    const turn = JSON.stringify([scope.organisation, scope.project])
    await admin.begin(async (other) => {
      await other`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`
      expectToldError(await rejection(journal.append([note('b')], projector)), 'store-locked', address)
      expect(await journal.read({ limit: 9 })).toHaveLength(1)
    })
    await journal.append([note('b')], projector)
    expect(await journal.read({ limit: 9 })).toHaveLength(2)
    await store.close()
  })

  it('is told nothing more of a transaction whose connection it has cut', async () => {
    const driver = await openPostgresDriver({
      url,
      schema,
      connections: 1,
      waitMs: 30_000,
      newJournalId: () => 'J',
    })
    const scope = freshScope()
    const insert = (stream: string) =>
      `INSERT INTO stream VALUES ('${scope.organisation}', '${scope.project}', '${stream}', 1, 'h')`
    const broken = driver.write(scope, async (session) => {
      await session.run(insert('before'), [])
      const [backend] = await session.all('SELECT pg_backend_pid() AS pid', [])
      await admin`SELECT pg_terminate_backend(${backend!.pid!})`
      await sleep(200)
      expect(await rejection(session.run(insert('after'), []))).toMatchObject({ code: 'CONNECTION_CLOSED' })
      await sleep(200)
    })
    expectToldError(await rejection(broken), 'store-missing', address)
    expect(await driver.read(scope, (session) => session.all('SELECT stream FROM stream', []))).not.toContainEqual(
      expect.objectContaining({ stream: expect.stringMatching(/before|after/) }),
    )
    await driver.close()
  })

  it('is used again after it has cut the connection, and half a transaction is none', async () => {
    for (const statement of grantStatements(schema, role)) await admin.unsafe(statement)
    await admin.unsafe(`ALTER ROLE ${role} BYPASSRLS`)
    const store = await openPostgresStore({ url: asRole, schema, connections: 2 })
    const journal = store.journal(freshScope())
    const written: string[] = []
    for (let i = 0; i < 60; i++) {
      const event = note('a')
      const settled = rejection(journal.append([event], projector))
      if (i % 3 === 0)
        await admin.unsafe(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`)
      const error = await settled
      if (error === undefined) written.push(event.id)
      else expectToldError(error, 'store-missing', address)
    }
    const kept = (await verifyChain(journal)).map(({ id }) => id)
    expect(written.filter((id) => !kept.includes(id))).toEqual([])
    expect(written.length).toBeGreaterThan(30)
    await store.close()
  })

  it('is used again after the network has reset the connection', async () => {
    const proxy = await startProxy(hostname, Number(port))
    const through = at((changed) => {
      changed.host = `127.0.0.1:${proxy.port}`
    })
    const store = await openPostgresStore({ url: through, schema, connections: 2 })
    const journal = store.journal(freshScope())
    const written: string[] = []
    for (let i = 0; i < 60; i++) {
      const event = note('a')
      const settled = rejection(journal.append([event], projector))
      if (i % 3 === 0) setTimeout(proxy.cut, Math.random() * 4)
      const error = await settled
      if (error === undefined) written.push(event.id)
      else expectToldError(error, 'store-missing', '127.0.0.1')
    }
    const kept = (await verifyChain(journal)).map(({ id }) => id)
    expect(written.filter((id) => !kept.includes(id))).toEqual([])
    expect(written.length).toBeGreaterThan(20)
    await store.close()
    await proxy.stop()
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { ORGANISATION_PROJECT, type Scope } from '../../src/domain/scope.ts'
import { PUSHED } from '../../src/projection/documents/sharing-documents.ts'
import type { Store } from '../../src/store/port.ts'
import { openPostgresDriver } from '../../src/store/postgres/postgres-driver.ts'
import { grantStatements, openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { administrator, describeWithPostgres, dropSchema, freshName } from '../servers/with-postgres.ts'
import { taught, testLoop } from '../worlds/test-loop.ts'
import { note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'

const TABLES = ['head', 'event', 'stream', 'document', 'checkpoint', 'link', 'cache', 'token', 'waiting_link']
const projector = notesProjector()
const mine: Scope = { organisation: 'mine', project: 'p' }
const sibling: Scope = { organisation: 'mine', project: 'q' }
const theirs: Scope = { organisation: 'theirs', project: 'p' }

type Client = ReturnType<typeof administrator>

describeWithPostgres('row-level security', (url) => {
  const schema = freshName('rls')
  const owner = freshName('owner')
  const user = freshName('user')
  const as = (role: string) => {
    const own = new URL(url)
    own.username = role
    own.password = 'secret'
    return own.href
  }
  let admin: Client
  let ownerStore: Store
  let userStore: Store
  let asUser: Client
  let asOwner: Client

  beforeAll(async () => {
    admin = administrator(url)
    for (const role of [owner, user])
      await admin.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' NOSUPERUSER NOBYPASSRLS`)
    await admin.unsafe(`CREATE SCHEMA ${schema} AUTHORIZATION ${owner}`)
    ownerStore = await openPostgresStore({ url: as(owner), schema })
    asOwner = administrator(as(owner), { connection: { search_path: schema } })
    for (const statement of grantStatements(schema, user)) await asOwner.unsafe(statement)
    userStore = await openPostgresStore({ url: as(user), schema })
    asUser = administrator(as(user), { connection: { search_path: schema } })
    for (const scope of [mine, sibling, theirs]) {
      await userStore.journal(scope).append([note('a'), note('b')], projector)
      await userStore.journal(scope).compact(1, projector)
      await userStore.journal(scope).rebuild(projector)
      await userStore.journal(scope).append([note('c')], projector)
      await userStore.journal(scope).cache('vectors', [{ id: 'a', version: 1, value: 'x' }])
      const { organisation, project } = scope
      await inScope(asUser, scope, `INSERT INTO token VALUES ('${organisation}', '${project}', 'a', '{}')`)
    }
  })

  afterAll(async () => {
    for (const store of [ownerStore, userStore]) await store?.close()
    for (const client of [asUser, asOwner]) await client?.end()
    await dropSchema(url, schema)
    for (const role of [owner, user]) await admin.unsafe(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    await admin.end()
  })

  /** Runs a statement in a transaction of its own, in a scope or in none. */
  const inScope = (client: Client, scope: Scope | undefined, statement: string) =>
    client.begin(async (tx) => {
      if (scope !== undefined)
        await tx`SELECT set_config('mettle.organisation', ${scope.organisation}, true), set_config('mettle.project', ${scope.project}, true)`
      return [...(await tx.unsafe(statement))]
    })

  it('is tested by roles that neither bypass it nor, for the user, own the tables', async () => {
    const roles = await admin.unsafe(
      `SELECT rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname IN ('${owner}', '${user}')`,
    )
    expect(roles.map(({ free }) => free)).toEqual([false, false])
    const owners = await admin.unsafe(`SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = '${schema}'`)
    expect(owners.map(({ tableowner }) => tableowner)).toEqual([owner])
  })

  it('lets a role use the store with the documented grants alone', async () => {
    const journal = userStore.journal({ organisation: 'mine', project: 'granted' })
    const event = note('a')
    await journal.append([event], projector)
    await journal.rebuild(projector)
    await journal.erase(event.id)
    expect(await journal.read({ limit: 9 })).toHaveLength(1)
  })

  it('lets projects of one organisation share patterns, and shows neither the journal of the other', async () => {
    const [web, api] = ['web', 'api'].map((project) => testLoop({ store: userStore, project, name: `${project}-` }))
    await taught(web!)
    await web!.push({ by: 'a person', all: true })
    expect((await api!.pull()).pulled).toMatchObject([{ project: 'web', status: 'new' }])
    const ofApi = await inScope(asUser, { organisation: 'local', project: 'api' }, 'SELECT * FROM event')
    expect(new Set(ofApi.map(({ project }) => project))).toEqual(new Set(['api']))
    const others = userStore.journal({ organisation: 'theirs', project: ORGANISATION_PROJECT })
    expect(await others.list(PUSHED, { limit: 9 })).toEqual([])
    const held = userStore.journal({ organisation: 'local', project: ORGANISATION_PROJECT })
    expect(await held.list(PUSHED, { limit: 9 })).toHaveLength(1)
  })

  it.each(TABLES)('shows the rows of the current project alone in SELECT * FROM %s', async (table) => {
    for (const client of [asUser, asOwner]) {
      const rows = await inScope(client, mine, `SELECT * FROM ${table}`)
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(rows.map(({ organisation, project }) => `${organisation}/${project}`))).toEqual(
        new Set(['mine/p']),
      )
    }
  })

  it.each(TABLES)('shows no row of %s where no scope is set, to its owner neither', async (table) => {
    for (const client of [asUser, asOwner])
      expect(await inScope(client, undefined, `SELECT * FROM ${table}`)).toEqual([])
  })

  it('shows nothing for a scope of which one half is missing', async () => {
    const rows = await asUser.begin(async (tx) => {
      await tx`SELECT set_config('mettle.organisation', 'mine', true)`
      return [...(await tx`SELECT * FROM event`)]
    })
    expect(rows).toEqual([])
  })

  it('forgets the scope at the end of the transaction, on the same connection', async () => {
    expect(await inScope(asUser, mine, 'SELECT * FROM event')).toHaveLength(3)
    expect(await asUser`SELECT * FROM event`).toHaveLength(0)
    expect(await inScope(asUser, undefined, 'SELECT * FROM event')).toEqual([])
    await expect(inScope(asUser, mine, 'SELECT 1 / 0')).rejects.toThrow('division by zero')
    expect(await asUser`SELECT * FROM event`).toHaveLength(0)
  })

  it('is given a scope by the store for the length of a transaction alone', async () => {
    const driver = await openPostgresDriver({
      url: as(user),
      schema,
      connections: 1,
      waitMs: 30_000,
      newJournalId: () => 'J',
    })
    const settings =
      "SELECT current_setting('mettle.organisation', true) || current_setting('mettle.project', true) AS now"
    await driver.write(mine, async (session) => {
      expect(await session.all(settings, [])).toMatchObject([{ now: 'minep' }])
      await session.run('COMMIT', [])
      expect(await session.all(settings, [])).toMatchObject([{ now: '' }])
    })
    await driver.close()
  })

  it.each([theirs, sibling])('refuses to write into %o from another scope', async ({ organisation, project }) => {
    const insert = `INSERT INTO stream VALUES ('${organisation}', '${project}', 's', 1, 'hash')`
    for (const client of [asUser, asOwner])
      await expect(inScope(client, mine, insert)).rejects.toThrow('violates row-level security policy')
    const move = `UPDATE stream SET organisation = '${organisation}', project = '${project}'`
    await expect(inScope(asUser, mine, move)).rejects.toThrow('violates row-level security policy')
  })

  it('changes and deletes nothing outside of the scope, without any WHERE', async () => {
    const others = `SELECT * FROM ${schema}.link WHERE organisation <> 'mine' OR project <> 'p' ORDER BY 1, 2, 4, 5`
    const before = await admin.unsafe(others)
    expect(before.length).toBeGreaterThan(0)
    const change = (statement: string) =>
      asUser
        .begin(async (tx) => {
          await tx`SELECT set_config('mettle.organisation', 'mine', true), set_config('mettle.project', 'p', true)`
          expect((await tx.unsafe(statement)).count).toBeGreaterThan(0)
          expect([...(await tx.unsafe('SELECT * FROM link'))]).toHaveLength(0)
          throw new Error('undo')
        })
        .catch((error) => expect(error.message).toBe('undo'))
    await change('DELETE FROM link')
    expect([...(await admin.unsafe(others))]).toEqual([...before])
    await inScope(asUser, mine, 'UPDATE link SET position = position + 100')
    await inScope(asUser, mine, 'UPDATE link SET position = position - 100')
    expect([...(await admin.unsafe(others))]).toEqual([...before])
  })

  it('gives no way to the rows of a partition: the user has no rights, the owner sees none', async () => {
    for (const table of TABLES)
      for (let part = 0; part < 8; part++) {
        const read = `SELECT * FROM ${table}_${part}`
        await expect(inScope(asUser, mine, read)).rejects.toThrow('permission denied')
        expect(await inScope(asOwner, mine, read)).toEqual([])
      }
  })

  it('gives the user no way to switch it off', async () => {
    for (const statement of [
      'ALTER TABLE event DISABLE ROW LEVEL SECURITY',
      'DROP POLICY own_rows ON event',
      'TRUNCATE event',
      `SET LOCAL ROLE ${owner}`,
    ])
      await expect(inScope(asUser, mine, statement)).rejects.toThrow(/permission denied|must be owner/)
    await expect(
      asUser.begin(async (tx) => {
        await tx.unsafe('SET LOCAL row_security = off')
        return tx.unsafe('SELECT * FROM event')
      }),
    ).rejects.toThrow('would be affected by row-level security')
  })

  it('holds for every table and partition there is', async () => {
    const open = await admin.unsafe(
      `SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
       WHERE nspname = '${schema}' AND relkind IN ('r', 'p') AND NOT (relrowsecurity AND relforcerowsecurity)`,
    )
    expect(open.map(({ relname }) => relname)).toEqual(['migration'])
    const all = await admin.unsafe(
      `SELECT count(*)::int AS n FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = '${schema}' AND relkind IN ('r', 'p')`,
    )
    expect(all[0]?.n).toBe(1 + TABLES.length * 9)
  })

  it('looks into one partition only when the organisation is given', async () => {
    for (const table of TABLES) {
      const plan = await inScope(asUser, mine, `EXPLAIN SELECT * FROM ${table} WHERE organisation = 'mine'`)
      const partitions = plan
        .map((row) => String(row['QUERY PLAN']))
        .join('\n')
        .match(new RegExp(`\\b${table}_\\d\\b`, 'g'))
      expect(new Set(partitions).size).toBe(1)
    }
  })
})

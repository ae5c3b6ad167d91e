import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { StoredEvent } from '../../src/domain/event.ts'
import { type Mettle, openMettle } from '../../src/open.ts'
import type { Store } from '../../src/store/port.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { takeJournal } from '../../src/store/sql/compact.ts'
import { openSqliteDriver } from '../../src/store/sqlite/sqlite-driver.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { describeWithPostgres, freshName } from '../servers/with-postgres.ts'

const WHO = { by: 'ann', reason: 'it names a customer' }

async function opened(folder: string, project: string, more: Record<string, string> = {}): Promise<Mettle> {
  const environment = { METTLE_HOME: join(folder, 'home'), HOME: folder, METTLE_HOLDOUT_SHARE: '0', ...more }
  const mettle = await openMettle({ cwd: folder, environment, flags: [`project=${project}`], create: true })
  onTestFinished(() => mettle.close())
  return mettle
}

/** A journal with patterns, runs, an event that was erased and one that was undone. */
async function lived(mettle: Mettle): Promise<void> {
  for (const n of [1, 2, 3]) {
    await mettle.recordLearning({
      agent: 'builder',
      lesson: `Run the migration of parcels ${n} before the suite, else it fails: ü €`,
    })
    await mettle.recordOutcome({ run: `r${n}`, result: 'success', observedBy: 'test' })
  }
  await mettle.learn()
  const outcomes = (await mettle.timeline({})).filter(({ type }) => String(type).startsWith('outcome-recorded'))
  const [first, second] = outcomes
  await mettle.erase({ event: first!.id, ...WHO })
  await mettle.undo({ event: second!.id, ...WHO })
}

function eventsOf(store: Store, { scope }: Mettle): Promise<readonly StoredEvent[]> {
  return store.journal(scope).read({ limit: 1_000 })
}

describeWithPostgres('mettle move', (url) => {
  it('copies every event to PostgreSQL and back into a file, and leaves the source as it is', async () => {
    const [folder, project] = [temporaryFolder(), freshName('moved')]
    const here = await opened(folder, project)
    await lived(here)
    const before = await here.patterns()
    const seen: number[] = []
    const moved = await here.move({ to: url, onProgress: (done) => seen.push(done) })
    expect(moved).toMatchObject({ isServer: true, since: 0, from: join(folder, '.mettle', 'journal.db') })
    expect(moved.to).not.toContain('@')
    expect(seen.at(-1)).toBe(moved.events)
    const file = await openSqliteStore({ path: moved.from })
    const events = await eventsOf(file, here)
    await file.close()
    expect(events.filter(({ undone }) => undone)).toHaveLength(1)
    expect(events.filter(({ payload }) => payload === null)).toHaveLength(1)
    const server = await openPostgresStore({ url })
    expect(await eventsOf(server, here)).toEqual(events)
    await server.close()

    const there = await opened(folder, project, { METTLE_DATABASE_URL: url })
    expect(await there.patterns()).toEqual(before)
    expect(await there.verifyReplay()).toMatchObject({ problems: [] })
    await there.recordOutcome({ run: 'r9', result: 'failure', observedBy: 'test' })
    const back = await there.move({ to: 'back.db' })
    expect(back).toMatchObject({ isServer: false, to: join(folder, 'back.db') })
    expect(back.events).toBeGreaterThan(moved.events)
    const copy = await openSqliteStore({ path: back.to })
    expect((await eventsOf(copy, here)).slice(0, events.length)).toEqual(events)
    await copy.close()
  })

  it('is refused where a journal of the project is already, and where the file is', async () => {
    const [folder, project] = [temporaryFolder(), freshName('moved')]
    const here = await opened(folder, project)
    await lived(here)
    await here.move({ to: url })
    await expect(here.move({ to: url })).rejects.toMatchObject({ code: 'move-taken' })
    await here.move({ to: 'one.db' })
    await expect(here.move({ to: 'one.db' })).rejects.toMatchObject({ code: 'move-taken' })
  })
})

it('keeps nothing when an event comes back otherwise than it was written', async () => {
  const folder = temporaryFolder()
  const here = await opened(folder, 'p')
  await lived(here)
  const file = await openSqliteStore({ path: join(folder, '.mettle', 'journal.db') })
  const events = await file.journal(here.scope).read({ limit: 100 })
  await file.close()
  const path = join(folder, 'other.db')
  const driver = await openSqliteDriver({ path, waitMs: 1_000, durable: false, newJournalId: () => 'j' })
  onTestFinished(() => driver.close())
  const lossy = {
    ...driver,
    newJournalId: () => 'j',
    write: ((scope, work) =>
      driver.write(scope, (session) =>
        work({
          all: async (sql, parameters) => (await session.all(sql, parameters)).map((row) => ({ ...row, stream: 'x' })),
          run: (sql, parameters) => session.run(sql, parameters),
          insert: (insertion) => session.insert(insertion),
        }),
      )) as typeof driver.write,
  }
  const pages: readonly (readonly StoredEvent[])[] = [events.slice(0, 3), events.slice(3)]
  await expect(takeJournal(lossy, here.scope, { journal: 'j', events: pages })).rejects.toMatchObject({
    code: 'move-differs',
  })
  expect(existsSync(path)).toBe(true)
  const left = await driver.read(here.scope, (session) => session.all('SELECT count(*) AS n FROM event', []))
  expect(left).toEqual([{ n: 0 }])
})

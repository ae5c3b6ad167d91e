import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../src/store/memory/memory-store.ts'
import type { Store } from '../../src/store/port.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { describeWithPostgres, dropSchema, freshName } from '../servers/with-postgres.ts'
import { SqliteFile } from '../worlds/sqlite-file.ts'
import { type Action, anyActions, MARKS, Project } from './three-projects.ts'

const PROJECTS = [0, 1, 2] as const
const TIME_MS = 120_000
let worlds = 0

type WithEmptyStore = <T>(work: (store: Store) => Promise<T>) => Promise<T>

/** One after the other in the order drawn, or each project on its own while the others are at it. */
async function play(projects: readonly Project[], actions: readonly Action[], atOnce: boolean): Promise<void> {
  if (!atOnce) {
    for (const action of actions) await projects[action.project]!.do(action)
    return
  }
  const alone = async (project: Project, number: number) => {
    for (const action of actions) if (action.project === number) await project.do(action)
  }
  await Promise.all(projects.map(alone))
}

/** Plays all three in one store and each alone in an empty one, and compares everything that can be seen. */
function isolated(shared: () => Store, withEmptyStore: WithEmptyStore, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(anyActions, fc.boolean(), async (actions, atOnce) => {
    const world = `world-${++worlds}`
    const together = PROJECTS.map((number) => new Project(shared(), world, number))
    await play(together, actions, atOnce)
    for (const number of PROJECTS) {
      const seen = await together[number]!.seen()
      const text = JSON.stringify(seen)
      for (const mark of MARKS) if (mark !== MARKS[number]) expect(text).not.toContain(mark)
      const alone = await withEmptyStore(async (store) => {
        const project = new Project(store, world, number)
        for (const action of actions) if (action.project === number) await project.do(action)
        return project.seen()
      })
      expect(seen).toEqual(alone)
    }
  })
  return fc.assert(property, { numRuns })
}

describe('three projects in one store are as if each were alone', () => {
  const file = new SqliteFile()
  const opened = openSqliteStore({ path: file.path, durable: false })
  afterAll(async () => {
    await (await opened).close()
    file.remove()
  })

  it(
    'in memory',
    async () => {
      const store = openMemoryStore()
      await isolated(
        () => store,
        (work) => work(openMemoryStore()),
        60,
      )
    },
    TIME_MS,
  )

  it(
    'in one SQLite file',
    async () => {
      const store = await opened
      await isolated(() => store, inNewFile, 12)
    },
    TIME_MS,
  )
})

async function inNewFile<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const file = new SqliteFile()
  const store = await openSqliteStore({ path: file.path, durable: false })
  try {
    return await work(store)
  } finally {
    await store.close()
    file.remove()
  }
}

describeWithPostgres('three projects in one PostgreSQL schema', (url) => {
  const inNewSchema: WithEmptyStore = async (work) => {
    const schema = freshName('alone')
    const store = await openPostgresStore({ url, schema })
    try {
      return await work(store)
    } finally {
      await store.close()
      await dropSchema(url, schema)
    }
  }

  it(
    'are as if each were alone',
    async () => {
      await inNewSchema((store) => isolated(() => store, inNewSchema, 2))
    },
    TIME_MS,
  )
})

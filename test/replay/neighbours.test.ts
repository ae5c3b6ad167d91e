import { afterEach, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { SqliteFile } from '../worlds/sqlite-file.ts'
import { testLoop } from '../worlds/test-loop.ts'

const LESSON = 'Always close the database handle before the temp folder is removed'
const file = new SqliteFile()
afterEach(() => file.remove())

it('finds a near wording though a neighbour in the same file has made its words common', async () => {
  const store = await openSqliteStore({ path: file.path, durable: false })
  const neighbour = testLoop({ store, project: 'neighbour' })
  for (let i = 0; i < 600; i++)
    await neighbour.recordLearning({ agent: 'x', role: `role${i}`, run: `r${i}`, lesson: LESSON })
  await neighbour.learn()
  const loop = testLoop({ store, project: 'own' })
  for (const [run, lesson] of Object.entries({
    r1: LESSON,
    r2: 'Decoy speaks of zulu and of nothing else at all today',
    r3: `${LESSON} zulu`,
  })) {
    await loop.recordLearning({ agent: 'builder', run, lesson })
    await loop.learn()
  }
  const patterns = await loop.patterns({ all: true })
  const idOf = (text: string) => patterns.find(({ pattern }) => pattern.text === text)!.pattern.id
  const linked = patterns.flatMap(({ pattern: { id, near = [] } }) => near.map((one) => [id, one.with].sort()))
  const both = [idOf(LESSON), idOf(`${LESSON} zulu`)].sort()
  expect(linked.length).toBeGreaterThan(0)
  expect(linked).toEqual(linked.map(() => both))
  await store.close()
}, 60_000)

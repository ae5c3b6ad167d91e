import { statSync } from 'node:fs'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { atMost, type Benchmark } from '../harness.ts'
import { type Figure, figure } from '../measure.ts'

/** How many bytes an event takes with everything derived from it, by table and index. */
export const disk: Benchmark = {
  name: 'disk',
  async run({ journals, sizes }) {
    for (const size of [sizes.tiny, sizes.small]) await journals.ofSize(size)
    const { path, events } = await journals.ofSize(sizes.medium)
    const whole = figure(`an event, at ${events} events`, 'bytes', [statSync(path).size / events])
    return {
      settings: {},
      results: [whole, ...byTable(path, events)],
      goals: [atMost('bytes an event', 1_200, whole.p50)],
    }
  },
}

function byTable(path: string, events: number): Figure[] {
  const Database = sqliteEngine()
  const database = new Database(path, { timeout: 1_000, readOnly: true })
  try {
    const sql = 'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC'
    const found = database
      .prepare(sql)
      .all()
      .filter(({ bytes }) => Number(bytes) >= events)
    return found.map(({ name, bytes }) => figure(`of it in ${name}`, 'bytes', [Number(bytes) / events]))
  } finally {
    database.close()
  }
}

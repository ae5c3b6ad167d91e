import { fork } from 'node:child_process'
import { once } from 'node:events'
import postgres from 'postgres'
import { POLICY } from '../../src/engine/laws/policy.ts'
import { appendFacts, type Draft } from '../../src/loop/journal/append-facts.ts'
import { createProjector } from '../../src/projection/projector.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { EVENT_COLUMNS } from '../../src/store/sql/rows.ts'
import { startPostgres } from '../../test/servers/postgres.ts'
import { atLeast, type Benchmark } from '../harness.ts'
import { type Figure, figure } from '../measure.ts'
import { contextOver } from '../world/journal.ts'

const WRITERS = 32
const BATCH = 100
const START_MS = Date.UTC(2026, 0, 1)

/** What one process does: writers that append to one project or to one each, for some seconds. */
export interface Asked {
  readonly url: string
  readonly process: number
  readonly writers: number
  readonly batch: number
  readonly projects: number
  readonly ms: number
}

/** Steps of sessions, as hooks report them. */
function steps(writer: string, from: number, count: number): Draft[] {
  return Array.from({ length: count }, (_, n) => ({
    type: 'tool-used' as const,
    stream: `run/${writer}`,
    run: writer,
    payload: {
      tool: 'Bash',
      kind: 'shell',
      command: 'npm test',
      ended: 'passed',
      call: `c${from + n}`,
    } as const,
  }))
}

/** Appends until the time is over, and says how many events that were a second. */
export async function appendFor(
  { url, process: at, writers, batch, projects, ms }: Asked,
  ready?: () => Promise<unknown>,
): Promise<number> {
  const store = await openPostgresStore({ url, connections: Math.min(writers, 8), waitMs: 60_000 })
  const folding = createProjector(POLICY)
  const first = store.journal({ organisation: 'local', project: 'bench-0' }, () => folding)
  await appendFacts(
    contextOver(first, () => START_MS),
    steps(`first-${at}`, 0, 1),
  )
  await ready?.()
  const start = performance.now()
  const end = start + ms
  const contexts = Array.from({ length: Math.min(projects, writers) }, (_, n) => {
    const scope = { organisation: 'local', project: `bench-${projects === 1 ? 0 : at + n}` }
    return contextOver(
      store.journal(scope, () => folding),
      () => START_MS,
    )
  })
  const counts = await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      let done = 0
      while (performance.now() < end) {
        await appendFacts(contexts[writer % contexts.length]!, steps(`w-${at}-${writer}`, done, batch))
        done += batch
      }
      return done
    }),
  )
  const rate = perSecond(counts, start)
  await store.close()
  return rate
}

function perSecond(counts: readonly number[], start: number): number {
  return (counts.reduce((sum, n) => sum + n, 0) * 1_000) / (performance.now() - start)
}

/** Rows of the same shape into a bare, empty table, one statement each, over as many connections: what the server and the driver can do. */
export async function raw(url: string, batch: number, ms: number): Promise<number> {
  const sql = postgres(url, { max: WRITERS, onnotice: () => undefined })
  const columns = EVENT_COLUMNS.join(', ')
  await sql.unsafe(
    `DROP TABLE IF EXISTS raw_event; CREATE TABLE raw_event (${EVENT_COLUMNS.map((name) => `${name} text`).join(', ')}, PRIMARY KEY (organisation, project, position))`,
  )
  await Promise.all(Array.from({ length: WRITERS }, () => sql`SELECT 1`))
  const start = performance.now()
  const end = start + ms
  const counts = await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      let done = 0
      while (performance.now() < end) {
        const rows = Array.from({ length: batch }, (_, n) =>
          EVENT_COLUMNS.map((name) =>
            name === 'position' ? `${batch}-${writer}-${done + n}` : `${name} of an event, about`,
          ),
        )
        const places = rows.map((row, n) => `(${row.map((_, i) => `$${n * row.length + i + 1}`).join(', ')})`)
        await sql.unsafe(`INSERT INTO raw_event (${columns}) VALUES ${places.join(', ')}`, rows.flat(), {
          prepare: true,
        })
        done += batch
      }
      return done
    }),
  )
  const rate = perSecond(counts, start)
  await sql.end()
  return rate
}

/** How fast the first reader folds what the writers of one project left to it. */
async function foldRest(url: string): Promise<number> {
  const store = await openPostgresStore({ url })
  const folding = createProjector(POLICY)
  const journal = store.journal({ organisation: 'local', project: 'bench-0' }, () => folding)
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const [row] = await sql`SELECT unfolded FROM mettle.head WHERE project = 'bench-0'`
  const start = performance.now()
  await journal.count('run')
  const rate = perSecond([Number(row?.unfolded)], start)
  await Promise.all([sql.end(), store.close()])
  return rate
}

async function inProcesses(asked: Asked, processes: number): Promise<number> {
  const children = Array.from({ length: processes }, (_, at) => {
    const child = fork(new URL('./postgres-child.js', import.meta.url), [JSON.stringify({ ...asked, process: at })])
    child.once('exit', (code) => code !== 0 && child.emit('error', new Error(`a writer ended with ${code}`)))
    return child
  })
  // All begin together: what it costs to start processes is not what is measured.
  await Promise.all(children.map((child) => once(child, 'message')))
  for (const child of children) child.send('go')
  const rates = await Promise.all(children.map((child) => once(child, 'message')))
  return rates.reduce((sum, [rate]) => sum + Number(rate), 0)
}

/** Appends of many writers to PostgreSQL, over bare inserts through the same driver in the same minutes. */
export const postgresql: Benchmark = {
  name: 'postgres',
  async run({ quick, log }) {
    const server = await startPostgres()
    if ('missing' in server) return { skipped: server.missing }
    const ms = quick ? 2_000 : 4_000
    const rounds = quick ? 1 : 3
    const one = { url: server.url, process: 0, writers: WRITERS, projects: 1, ms }
    const processes = quick ? 8 : WRITERS
    const cases: readonly (readonly [string, () => Promise<number>])[] = [
      ['bare inserts, one row each', () => raw(server.url, 1, ms)],
      [`${WRITERS} writers in one process, one event each`, () => appendFor({ ...one, batch: 1 })],
      [`bare inserts, ${BATCH} rows each`, () => raw(server.url, BATCH, ms)],
      [`${WRITERS} writers in one process, ${BATCH} events each`, () => appendFor({ ...one, batch: BATCH })],
      [`${processes} processes, one event each`, () => inProcesses({ ...one, writers: 1, batch: 1 }, processes)],
      [`${WRITERS} projects in one process, one event each`, () => appendFor({ ...one, projects: WRITERS, batch: 1 })],
    ]
    const rates = cases.map((): number[] => [])
    const folded: number[] = []
    try {
      for (let round = 0; round < rounds; round++) {
        for (const [at, [name, work]] of cases.entries()) {
          log(name)
          rates[at]!.push(await work())
        }
        folded.push(await foldRest(server.url))
      }
    } finally {
      await server.stop()
    }
    const share = (of: number, over: number) =>
      figure(
        '',
        '',
        rates[of]!.map((rate, round) => rate / rates[over]![round]!),
      ).p50
    const results = cases.map(([name], at): Figure => figure(name, 'events/s', rates[at]!))
    return {
      settings: { writers: WRITERS, batch: BATCH, processes, seconds: ms / 1_000, rounds },
      results: [...results, figure('a reader folds what was appended', 'events/s', folded)],
      goals: [
        atLeast('one at a time, over bare inserts', 0.25, share(1, 0)),
        atLeast('in batches, over bare inserts', 0.5, share(3, 2)),
        atLeast('processes, one at a time, over bare inserts', 0.25, share(4, 0)),
      ],
    }
  },
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
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

/** One process's task: writers that append to one project or to one each, or insert rows, for some seconds. */
export interface Asked {
  readonly url: string
  readonly bare?: boolean
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

/** What a process did in the time, and its CPU time in milliseconds. */
export interface Done {
  readonly events: number
  readonly cpu: number
}

const WARM_UP = 200

/** Writes with each writer until the time is over; writes before `ready` warm up and are not counted. */
async function write(
  { writers, batch, ms }: Asked,
  ready: () => Promise<unknown>,
  one: (writer: number, done: number) => Promise<unknown>,
): Promise<Done> {
  const until = async (writer: number, from: number, isOver: (done: number) => boolean) => {
    let done = from
    for (; !isOver(done); done += batch) await one(writer, done)
    return done - from
  }
  const all = (from: number, isOver: (done: number) => boolean) =>
    Promise.all(Array.from({ length: writers }, (_, writer) => until(writer, from, isOver)))
  await all(0, (done) => done >= WARM_UP)
  await ready()
  const before = process.cpuUsage()
  const end = performance.now() + ms
  const counts = await all(WARM_UP, () => performance.now() >= end)
  const { user, system } = process.cpuUsage(before)
  return { events: counts.reduce((sum, n) => sum + n, 0), cpu: (user + system) / 1_000 }
}

/** Appends as the loop does. */
export async function append(asked: Asked, ready: () => Promise<unknown>): Promise<Done> {
  const { url, process: at, writers, batch, projects } = asked
  const store = await openPostgresStore({ url, connections: Math.min(writers, 8), waitMs: 60_000 })
  const folding = createProjector(POLICY)
  const contexts = Array.from({ length: Math.min(projects, writers) }, (_, n) => {
    const scope = { organisation: 'local', project: `bench-${projects === 1 ? 0 : at + n}` }
    return contextOver(
      store.journal(scope, () => folding),
      () => START_MS,
    )
  })
  const done = await write(asked, ready, (writer, from) =>
    appendFacts(contexts[writer % contexts.length]!, steps(`w-${at}-${writer}`, from, batch)),
  )
  await store.close()
  return done
}

async function emptyBareTable(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const columns = EVENT_COLUMNS.map((name) => `${name} text`).join(', ')
  await sql.unsafe(
    `DROP TABLE IF EXISTS raw_event; CREATE TABLE raw_event (${columns}, PRIMARY KEY (organisation, project, position))`,
  )
  await sql.end()
}

/** Rows of the same shape into a bare table with one key, one statement each, over as many connections: what the server and the driver can do. */
export async function insert(asked: Asked, ready: () => Promise<unknown>): Promise<Done> {
  const { url, process: at, writers, batch } = asked
  const sql = postgres(url, { max: writers, onnotice: () => undefined })
  const columns = EVENT_COLUMNS.join(', ')
  const done = await write(asked, ready, (writer, from) => {
    const rows = Array.from({ length: batch }, (_, n) =>
      EVENT_COLUMNS.map((name) => (name === 'position' ? `${at}-${writer}-${from + n}` : `${name} of an event, about`)),
    )
    const places = rows.map((row, n) => `(${row.map((_, i) => `$${n * row.length + i + 1}`).join(', ')})`)
    return sql.unsafe(`INSERT INTO raw_event (${columns}) VALUES ${places.join(', ')}`, rows.flat(), { prepare: true })
  })
  await sql.end()
  return done
}

/** How fast the first reader folds the events that a project's writers left unfolded. */
async function foldRest(url: string): Promise<number> {
  const store = await openPostgresStore({ url })
  const folding = createProjector(POLICY)
  const journal = store.journal({ organisation: 'local', project: 'bench-0' }, () => folding)
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const [row] = await sql`SELECT unfolded FROM mettle.head WHERE project = 'bench-0'`
  const start = performance.now()
  await journal.count('run')
  const seconds = (performance.now() - start) / 1_000
  await Promise.all([sql.end(), store.close()])
  return Number(row?.unfolded) / seconds
}

/** The same in several processes that begin together, so that their start is not measured. */
async function inProcesses(asked: Asked, processes: number, ready: () => Promise<unknown>): Promise<Done> {
  const children = Array.from({ length: processes }, (_, at) => {
    const child = fork(new URL('./postgres-child.js', import.meta.url), [JSON.stringify({ ...asked, process: at })])
    child.once('exit', (code) => code !== 0 && child.emit('error', new Error(`a writer ended with ${code}`)))
    return child
  })
  await Promise.all(children.map((child) => once(child, 'message')))
  await ready()
  for (const child of children) child.send('go')
  const done = (await Promise.all(children.map((child) => once(child, 'message')))) as [Done][]
  return done.map(([one]) => one).reduce((sum, one) => ({ events: sum.events + one.events, cpu: sum.cpu + one.cpu }))
}

/** CPU time in milliseconds of the server and its child processes. */
async function cpuMs(server: number): Promise<number> {
  if (process.platform !== 'linux') return 0
  // A process of the server ends a little after its client.
  await new Promise((done) => setTimeout(done, 500))
  const ticks = readdirSync('/proc').map((pid) => (/^\d+$/.test(pid) ? ticksOf(pid, server) : 0))
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS
}

const TICK_MS = 10

/** The server's own time includes its ended children. */
function ticksOf(pid: string, server: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    if (Number(pid) === server) return user + system + endedUser + endedSystem
    return fields[1] === server ? user + system : 0
  } catch {
    return 0
  }
}

/** Appends of many writers to PostgreSQL, over bare inserts through the same driver, from as many processes in the same minutes. */
export const postgresql: Benchmark = {
  name: 'postgres',
  async run({ quick, log }) {
    const server = await startPostgres()
    if ('missing' in server) return { skipped: server.missing }
    const ms = quick ? 2_000 : 4_000
    const rounds = quick ? 1 : 3
    const processes = quick ? 8 : WRITERS
    const one = { url: server.url, process: 0, writers: WRITERS, projects: 1, ms, batch: 1 }
    const single = { ...one, writers: 1 }
    type Work = (ready: () => Promise<unknown>) => Promise<Done>
    const cases: readonly (readonly [string, Work])[] = [
      ['bare inserts, one row each', (ready) => insert(one, ready)],
      [`${WRITERS} writers in one process, one event each`, (ready) => append(one, ready)],
      [`${WRITERS} projects in one process, one event each`, (ready) => append({ ...one, projects: WRITERS }, ready)],
      [`bare inserts, ${BATCH} rows each`, (ready) => insert({ ...one, batch: BATCH }, ready)],
      [`${WRITERS} writers in one process, ${BATCH} events each`, (ready) => append({ ...one, batch: BATCH }, ready)],
      [
        `${processes} processes, bare inserts, one row each`,
        (ready) => inProcesses({ ...single, bare: true }, processes, ready),
      ],
      [`${processes} processes, one event each`, (ready) => inProcesses(single, processes, ready)],
      [
        `${processes} processes, a project each, one event each`,
        (ready) => inProcesses({ ...single, projects: processes }, processes, ready),
      ],
    ]
    const rates = cases.map((): number[] => [])
    const costs = cases.map((): number[] => [])
    const folded: number[] = []
    try {
      for (let round = 0; round < rounds; round++) {
        for (const [at, [name, work]] of cases.entries()) {
          log(name)
          await emptyBareTable(server.url)
          let before = 0
          const { events, cpu } = await work(async () => {
            before = await cpuMs(server.pid)
          })
          rates[at]!.push((events * 1_000) / ms)
          costs[at]!.push((cpu + (await cpuMs(server.pid)) - before) / events)
        }
        folded.push(await foldRest(server.url))
      }
    } finally {
      await server.stop()
    }
    const share = (of: readonly number[], over: readonly number[]) =>
      figure(
        '',
        '',
        of.map((one, round) => one / over[round]!),
      ).p50
    const compared = [
      ['one at a time, over bare inserts', 0.25, 1, 0],
      ['a project each, one at a time, over bare inserts', 0.25, 2, 0],
      ['in batches, over bare inserts', 0.5, 4, 3],
      ['processes, one at a time, over bare inserts from as many', 0.25, 6, 5],
      ['processes, a project each, over bare inserts from as many', 0.25, 7, 5],
    ] as const
    return {
      settings: { writers: WRITERS, batch: BATCH, processes, seconds: ms / 1_000, rounds },
      results: [
        ...cases.map(([name], at): Figure => figure(name, 'events/s', rates[at]!)),
        ...cases.map(([name], at): Figure => figure(`${name}, CPU of clients and server`, 'ms', costs[at]!)),
        figure('a reader folds what was appended', 'events/s', folded),
      ],
      goals: compared.flatMap(([goal, limit, of, over]) => [
        atLeast(goal, limit, share(rates[of]!, rates[over]!)),
        atLeast(`${goal}, by CPU time`, limit, share(costs[over]!, costs[of]!)),
      ]),
    }
  },
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../../src/edges/client/client.ts'
import { makeToken } from '../../src/edges/http/access/make-token.ts'
import { Figures } from '../../src/edges/http/figures.ts'
import { serve } from '../../src/edges/http/serve.ts'
import { VerifiedChain } from '../../src/loop/journal/verify.ts'
import { type Mettle, openMettle } from '../../src/open.ts'
import { grantStatements, openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { startPostgres } from '../../test/servers/postgres.ts'
import { administrator } from '../../test/servers/with-postgres.ts'
import { surroundingsOfMcp } from '../../test/worlds/test-server.ts'
import { atMost, type Benchmark } from '../harness.ts'
import { figure } from '../measure.ts'
import { sentence } from '../world/prose.ts'
import { seeded } from '../world/random.ts'

const ORGANISATIONS = ['north', 'south']
const PROJECTS = 10
const WRITERS = 25
/** The time an agent works between reading and recording. */
const WORK_MS = 4_000
const LOOK_MS = 1_000
const LONGEST_MS = 60_000
const ROLE = 'bench_app'
const SCHEMA = 'mettle'

interface Seen {
  readonly inject: number[]
  readonly learn: number[]
  readonly outcome: number[]
  readonly pages: Map<string, number[]>
  /** By project, the runs whose outcome was confirmed as recorded. */
  readonly recorded: Map<string, Set<string>>
  readonly failures: string[]
  strangers: number
}

/** Two organisations on one server: writers lose nothing, readers see no other organisation, and how long both wait. */
export const team: Benchmark = {
  name: 'team',
  async run({ folder, quick, minutes = 10, log }) {
    const server = await startPostgres()
    if ('missing' in server) return { skipped: server.missing }
    const seconds = quick ? 15 : minutes * 60
    const seen: Seen = {
      inject: [],
      learn: [],
      outcome: [],
      pages: new Map(),
      recorded: new Map(),
      failures: [],
      strangers: 0,
    }
    try {
      const url = await roleOf(server.url)
      const open = await Promise.all(ORGANISATIONS.map((name) => openOrganisation(name, join(folder, name), url)))
      log(`${ORGANISATIONS.length * WRITERS} writers in ${ORGANISATIONS.length * PROJECTS} projects for ${seconds} s`)
      const end = performance.now() + seconds * 1_000
      await Promise.all(open.flatMap((one) => [...writers(one, seen, end), ...dashboards(one, seen, end)]))
      for (const { close } of open) await close()
      const checked = await check(url, seen)
      const all = [...seen.pages.values()].flat()
      for (const failure of seen.failures.slice(0, 5)) log(failure)
      const pages = [...seen.pages].map(([name, ms]) => figure(`${name} over HTTP`, 'ms', ms))
      const waits = [
        figure('inject over HTTP', 'ms', seen.inject),
        figure('an outcome over HTTP', 'ms', seen.outcome),
        figure('learn over HTTP', 'ms', seen.learn),
        figure('all pages over HTTP', 'ms', all),
      ]
      const rate = figure('events written', 'events/s', [checked.events / seconds])
      return {
        settings: {
          organisations: 2,
          projects: 20,
          writers: 50,
          seconds,
          events: checked.events,
          rowLevelSecurity: true,
        },
        results: [rate, ...waits, ...pages],
        goals: [
          atMost('outcomes that were acknowledged and are not there', 0, checked.lost),
          atMost('rows or runs of another organisation that a reader saw', 0, seen.strangers + checked.strangers),
          atMost('projects whose chain does not hold', 0, checked.broken),
          atMost('calls that failed', 0, seen.failures.length),
          atMost('p95 of inject, ms', 1_000, waits[0]!.p95),
          atMost('p95 of the pages, ms', 1_000, waits[3]!.p95),
        ],
      }
    } finally {
      await server.stop()
    }
  },
}

/** A role that owns nothing and is no superuser, so that row-level security holds for it. */
async function roleOf(url: string): Promise<string> {
  await (await openPostgresStore({ url })).close()
  const admin = administrator(url)
  await admin.unsafe(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'secret' NOSUPERUSER NOBYPASSRLS`)
  for (const statement of grantStatements(SCHEMA, ROLE)) await admin.unsafe(statement)
  await admin.end()
  const own = new URL(url)
  own.username = ROLE
  own.password = 'secret'
  return own.href
}

interface Organisation {
  readonly name: string
  readonly client: (project: string) => Client
  readonly close: () => Promise<void>
}

async function openOrganisation(name: string, folder: string, url: string): Promise<Organisation> {
  mkdirSync(folder)
  const environment = { METTLE_HOME: join(folder, 'home'), METTLE_DATABASE_URL: url }
  const flags = [`organisation=${name}`, `project=${name}-0`]
  const mettle: Mettle = await openMettle({ cwd: folder, environment, flags, create: true, surface: 'http' })
  const serving = await serve(mettle, {
    host: '127.0.0.1',
    port: 0,
    publicUrl: '',
    callsPerMinute: 1_000_000,
    tokens: await mettle.tokens(),
    owner: 'owner',
    figures: new Figures(),
    mcp: surroundingsOfMcp(Date.now),
    version: '0',
    now: Date.now,
    onFault: (error) => process.stderr.write(`  ${error}\n`),
  })
  const asked = { organisation: name, name: 'team', role: 'write', projects: ['*'] } as const
  const { secret: token } = await makeToken(await mettle.tokens(), asked, Date.now())
  return {
    name,
    client: (project) => createClient({ url: serving.url, token, project }),
    close: async () => {
      await serving.close()
      await mettle.close()
    },
  }
}

/** Agents: each is shown lessons, works, records how it ended, and now and then a lesson. */
function writers({ name, client }: Organisation, seen: Seen, end: number): Promise<void>[] {
  return Array.from({ length: WRITERS }, async (_, writer) => {
    const project = `${name}-${writer % PROJECTS}`
    const [mettle, random] = [client(project), seeded(writer + name.length * 1_000)]
    const recorded = seen.recorded.get(project) ?? new Set()
    seen.recorded.set(project, recorded)
    await pause(random() * WORK_MS)
    for (let turn = 0; performance.now() < end; turn++) {
      const run = `${name}-${writer}-${turn}`
      await tried(seen, async () => {
        const task = sentence(random, 12)
        await timed('inject', seen.inject, () => mettle.inject({ role: 'builder', task, run }))
        await pause(WORK_MS * (0.5 + random()))
        if (turn % 3 === 0) {
          await mettle.recordLearning({ agent: 'builder', lesson: sentence(random, 14), run })
          await timed('learn', seen.learn, () => mettle.learn({}))
        }
        const result = random() < 0.7 ? 'success' : 'failure'
        await timed('outcome', seen.outcome, () => mettle.recordOutcome({ run, result }))
        recorded.add(run)
      })
    }
  })
}

/** Two people of each organisation who go through the pages of its projects. */
function dashboards({ name, client }: Organisation, seen: Seen, end: number): Promise<void>[] {
  return [0, 1].map(async (person) => {
    for (let at = person; performance.now() < end; at++) {
      const mettle = client(`${name}-${at % PROJECTS}`)
      const pages: Record<string, () => Promise<unknown>> = {
        status: () => mettle.status(),
        report: () => mettle.report(),
        patterns: () => mettle.patterns({ limit: 50 }),
        runs: () => mettle.runs({ limit: 50 }),
        days: () => mettle.daily({}),
      }
      for (const [page, ask] of Object.entries(pages)) {
        const times = seen.pages.get(page) ?? []
        seen.pages.set(page, times)
        await tried(seen, async () => {
          const text = JSON.stringify(await timed(page, times, ask))
          if (ORGANISATIONS.some((other) => other !== name && text.includes(`"${other}-`))) seen.strangers++
        })
      }
      await pause(LOOK_MS)
    }
  })
}

/** Reads every project back as the same role, and asks as one organisation for the rows of the other. */
async function check(url: string, { recorded }: Seen) {
  const store = await openPostgresStore({ url })
  const found = { events: 0, lost: 0, broken: 0, strangers: 0 }
  for (const organisation of ORGANISATIONS)
    for (let n = 0; n < PROJECTS; n++) {
      const project = `${organisation}-${n}`
      const journal = store.journal({ organisation, project })
      const { position } = await journal.head()
      const outcomes = await journal.read({ types: ['outcome-recorded'], limit: position })
      const there = new Set(outcomes.map(({ run }) => run))
      found.events += position
      found.lost += [...(recorded.get(project) ?? [])].filter((run) => !there.has(run)).length
      const look = await new VerifiedChain().whole(journal, Date.now())
      if (look.found.problems.length > 0) found.broken++
    }
  await store.close()
  const sql = administrator(url)
  for (const [at, organisation] of ORGANISATIONS.entries())
    await sql.begin(async (one) => {
      await one`SELECT set_config('mettle.organisation', ${organisation}, true), set_config('mettle.project', ${`${organisation}-0`}, true)`
      const other = ORGANISATIONS[1 - at]!
      const [row] = await one`SELECT count(*)::int AS n FROM ${one(SCHEMA)}.event WHERE organisation = ${other}`
      found.strangers += Number(row?.n)
    })
  await sql.end()
  return found
}

/** A call without an answer within a minute counts as failed. */
async function timed<T>(call: string, samples: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const limit = new AbortController()
  const never = pause(LONGEST_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`no answer to ${call}`)
  })
  never.catch(() => undefined)
  const result = await Promise.race([work(), never]).finally(() => limit.abort())
  samples.push(performance.now() - start)
  return result
}

async function tried(seen: Seen, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    seen.failures.push(String(error))
    await pause(LOOK_MS)
  }
}

import '../scripts/quiet-pipe.mjs'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bar, barsOf, type Floors, floorsOf, LAW, nearMisses, undecided } from './bars.ts'
import { keptWorlds } from './keep-worlds.ts'
import type { PolicyName } from './policies/catalogue.ts'
import { type Job, playAll } from './pool.ts'
import { type Played, type Row, reportOf, type VariantReport } from './report.ts'
import { BadRequest, FURTHER, FURTHER_LESSONS, REPORTED, type Request, readRequest, USAGE } from './request.ts'
import { barLines, tableOf } from './table.ts'
import { hasMistakes, VARIANT_NAMES, type VariantName, variantOf } from './world/variants.ts'

const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'worker.js')
const RESULTS = resolve('bench', 'results', 'gym.json')
const OF_MISTAKES = resolve('bench', 'results', 'gym-relapses.json')
const MISTAKES = VARIANT_NAMES.filter(hasMistakes)
const PLAIN = VARIANT_NAMES.filter((variant) => !hasMistakes(variant))
const COMPARED: readonly PolicyName[] = ['none', 'bayes']

try {
  const request = readRequest(process.argv.slice(2))
  if (request === 'help') console.log(USAGE)
  else process.exitCode = await run(request)
} catch (error) {
  if (!(error instanceof BadRequest)) throw error
  console.error(`${error.message}\n\n${USAGE}`)
  process.exitCode = 2
}

async function run(request: Request): Promise<number> {
  const reports = reportOf(await playedFor(request))
  const [plain, ofMistakes] = [false, true].map((is) =>
    reports.filter(({ variant }) => hasMistakes(variant) === is),
  ) as [VariantReport[], VariantReport[]]
  const isWhole = request.isWhole && isPlayed(request, plain, PLAIN)
  const areMistakesKept = isReported(request, [...REPORTED, ...FURTHER]) && isPlayed(request, ofMistakes, MISTAKES)
  const further = isWhole ? await furtherReports(request, plain) : []
  const furtherMistakes = areMistakesKept ? await furtherReports(request, ofMistakes) : []
  const floors = keptFloors()
  const plainBars = barsOf(plain, further, isReported(request) ? floors : {})
  const mistakeBars = barsOf(ofMistakes, furtherMistakes)
  const bars = [...plainBars, ...mistakeBars]
  if (isWhole) keep(request, { bars: plainBars, floors, reports: plain, further })
  if (areMistakesKept) keepMistakes(request, { bars: mistakeBars, reports: ofMistakes, further: furtherMistakes })
  if (request.json) console.log(JSON.stringify({ reports, further: [...further, ...furtherMistakes], bars }, null, 2))
  else print([...reports, ...further, ...furtherMistakes], bars)
  return request.check && bars.some(({ met }) => !met) ? 1 : 0
}

/** The floors hold for worlds of full size that are reported. */
function isReported({ seeds, size }: Request, reported = REPORTED): boolean {
  return Object.keys(size).length === 0 && seeds.every((seed) => reported.includes(seed))
}

function keptFloors(): Floors {
  return existsSync(RESULTS) ? floorsOf(JSON.parse(readFileSync(RESULTS, 'utf8'))) : {}
}

/** What thirty worlds leave open is asked of many, and of the two policies that the bar compares. A run that was stopped plays its thirty first. */
async function furtherReports(request: Request, reports: readonly VariantReport[]): Promise<VariantReport[]> {
  const whole = reports.filter(({ rows }) => rows.some(isDefaultIn(request.seeds.length)))
  const byUplift = undecided(whole)
  const byLessons = nearMisses(whole).filter((variant) => !byUplift.includes(variant))
  return reportOf([...(await further(byUplift, FURTHER)), ...(await further(byLessons, FURTHER_LESSONS))])

  async function further(variants: readonly VariantName[], seeds: readonly number[]): Promise<Played[]> {
    return variants.length === 0 ? [] : playedFor({ ...request, variants, policies: COMPARED, seeds })
  }
}

/** The default law was in every world, and in as many as are reported. Else nothing is kept in the results: a few worlds would take the place of all. */
function isPlayed({ seeds }: Request, reports: readonly VariantReport[], variants: readonly VariantName[]): boolean {
  const worlds = Math.max(seeds.length, REPORTED.length)
  return reports.filter(({ rows }) => rows.some(isDefaultIn(worlds))).length === variants.length
}

function isDefaultIn(worlds: number): (row: Row) => boolean {
  return (row) => row.policy === 'bayes' && row.worlds === worlds
}

async function playedFor(request: Request): Promise<Played[]> {
  const kept = keptWorlds(WORKER)
  const jobs = jobsOf(request)
  const played = jobs.flatMap((job) => kept.find(job) ?? [])
  const waiting = jobs.filter((job) => kept.find(job) === undefined)
  const begun = performance.now()
  const before = played.length
  await playAll(waiting, {
    worker: WORKER,
    processes: request.processes,
    untilMs: begun + request.minutes * 60_000,
    onDone: (done) => {
      kept.keep(done)
      played.push(done)
      const each = (performance.now() - begun) / (played.length - before)
      progress(played.length, jobs.length, each)
    },
  })
  return played.map(({ job: { size: _, ...job }, scored }) => ({ ...job, scored }))
}

/** The base world first; then world by world, the default law before the formulas and those before the slow classic profile, so that a run that is stopped knows something of every variant. */
function jobsOf({ variants, policies, seeds, size }: Request): Job[] {
  const base = variants.filter((variant) => variant === 'base')
  const others = variants.filter((variant) => variant !== 'base')
  const formulas = policies.filter((policy) => policy !== 'classic' && !COMPARED.includes(policy))
  return [
    ...jobs(base, COMPARED),
    ...jobs(base, formulas),
    ...jobs(others, COMPARED),
    ...jobs(others, formulas),
    ...jobs(variants, ['classic']),
  ]

  function jobs(some: readonly VariantName[], by: readonly PolicyName[]): Job[] {
    const isPlayed = (variant: VariantName, policy: PolicyName) =>
      policies.includes(policy) && (!hasMistakes(variant) || COMPARED.includes(policy))
    return seeds.flatMap((seed) =>
      some.flatMap((variant) =>
        by.filter((policy) => isPlayed(variant, policy)).map((policy) => ({ variant, policy, seed, size })),
      ),
    )
  }
}

/** One line that is written over; in a pipe now and then a line of its own. */
function progress(done: number, all: number, eachMs: number): void {
  const left = Math.round((eachMs * (all - done)) / 1_000)
  const line = `${done} of ${all} worlds, about ${left} s left`
  if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(60)}${done === all ? '\n' : ''}`)
  else if (done % 200 === 0) process.stderr.write(`${line}\n`)
}

function print(reports: readonly VariantReport[], bars: readonly Bar[]): void {
  for (const line of reports.flatMap(tableOf)) console.log(line)
  console.log('')
  for (const line of barLines(bars)) console.log(line)
}

interface Figures {
  readonly bars: readonly Bar[]
  readonly floors: Floors
  readonly reports: readonly VariantReport[]
  readonly further: readonly VariantReport[]
}

function keep(request: Request, figures: Figures): void {
  const { runs, days, lessons, budgetTokens } = variantOf('base', request.size)
  const ends = (seeds: readonly number[]) => [seeds[0], seeds.at(-1)]
  const settings = {
    seeds: ends(request.seeds),
    furtherSeeds: ends(FURTHER),
    runs,
    days,
    lessons,
    budgetTokens,
  }
  const when = new Date().toISOString()
  writeFileSync(RESULTS, `${JSON.stringify({ name: 'gym', when, law: LAW, settings, ...figures }, rounded, 2)}\n`)
}

/** Of worlds with mistakes that come back, which are played by the law and by no memory alone; kept also where they are all that was asked for. */
function keepMistakes({ seeds }: Request, figures: Omit<Figures, 'floors'>): void {
  const { runs, lessons, holdoutShare } = variantOf(MISTAKES[0]!)
  const settings = { seeds: [seeds[0], seeds.at(-1)], runs, lessons, holdoutShare }
  const kept = { name: 'gym-relapses', when: new Date().toISOString(), law: LAW, settings, ...figures }
  writeFileSync(OF_MISTAKES, `${JSON.stringify(kept, rounded, 2)}\n`)
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value
}

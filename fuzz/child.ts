// One target in one process. Beats every second, ends with a line of figures (0), or with what was broken (1).

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../bench/world/random.ts'
import { Coverage } from './coverage.ts'
import { explore } from './explore.ts'
import { growing, growthProblem } from './growth.ts'
import type { Opened, Target } from './target.ts'
import { LONG_TARGET_NAMES, targetCalled } from './targets/catalogue.ts'

/** Of the time, so much goes into looking for slow growth. */
const GROWTH_SHARE = 0.3
const LONGEST = 262_144

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '1' },
    input: { type: 'string' },
  },
})
const seed = Number(values.seed)
const milliseconds = Number(values.seconds) * 1_000

const coverage = new Coverage()
const target = await targetCalled(values.target)
const opened = await target.open()
const current = join(values.folder, 'current')
const beat = beating()
process.exitCode = await (values.input === undefined ? run() : readOnce(values.input)).catch(told)
await opened.close?.()
process.exit()

async function readOnce(file: string): Promise<number> {
  const input = inputIn(file)
  keep(current, input)
  try {
    await opened.check(input)
    console.log('\nIt is read as it should be.')
    return 0
  } catch (error) {
    return told(error)
  }
}

async function run(): Promise<number> {
  const slow = await growth(target, opened)
  if (slow !== undefined) return told(new Error(`The work grows faster than the input. ${slow}`))
  const until = performance.now() + milliseconds * (1 - GROWTH_SHARE)
  const corpus = join(values.folder, 'corpus')
  mkdirSync(corpus, { recursive: true })
  const count = { read: 0, kept: 0 }
  const failure = await explore(target, opened, {
    seed,
    known: readdirSync(corpus).map((name) => inputIn(join(corpus, name))),
    covered: () => coverage.taken(),
    keep: (input) => keep(join(corpus, nameOf(input)), input),
    before: (input) => {
      beat()
      keep(current, input)
    },
    goesOn: (read, kept) => {
      Object.assign(count, { read, kept })
      return performance.now() < until
    },
  })
  if (failure !== undefined) return told(failure.error)
  console.log(`\n${count.read} inputs, ${count.kept} of them new`)
  return 0
}

async function growth(target: Target, opened: Opened): Promise<string | undefined> {
  if (!LONG_TARGET_NAMES.includes(target.name)) return undefined
  const random = seeded(seed)
  for (const until = performance.now() + milliseconds * GROWTH_SHARE; performance.now() < until; ) {
    const long = growing(target, random)
    beat()
    keep(current, long.make(LONGEST))
    const problem = await growthProblem(opened, long, LONGEST)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** As JSON, which keeps every text as it is: a half of a pair would not survive in a file. */
function keep(file: string, input: string): void {
  writeFileSync(file, JSON.stringify(input))
}

function inputIn(file: string): string {
  return JSON.parse(readFileSync(file, 'utf8')) as string
}

function nameOf(input: string): string {
  return createHash('sha256').update(input).digest('hex').slice(0, 16)
}

function told(error: unknown): number {
  console.log(`\n${error instanceof Error ? error.stack : String(error)}`)
  return 1
}

/** A sign of life, at most one a second. */
function beating(): () => void {
  let last = performance.now()
  return () => {
    if (performance.now() - last < 1_000) return
    last = performance.now()
    process.stdout.write('.')
  }
}

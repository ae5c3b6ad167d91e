import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Figure, rounded } from './measure.ts'
import { QUICK_SIZES, SIZES } from './sizes.ts'
import { Journals } from './world/journals.ts'

/** A benchmark's target, and its result. */
export interface Goal {
  readonly goal: string
  readonly limit: number
  readonly measured: number
  readonly met: boolean
}

export interface Findings {
  /** What was measured, and its size. */
  readonly settings: Readonly<Record<string, number | string | boolean>>
  readonly results: readonly Figure[]
  readonly goals: readonly Goal[]
}

/** A benchmark's context. Its files go into `folder`, which is removed afterwards. */
export interface Bench {
  readonly folder: string
  readonly quick: boolean
  readonly sizes: typeof SIZES
  /** Shared by all benchmarks of one run. */
  readonly journals: Journals
  /** A folder with external data, if given. */
  readonly data: string | undefined
  /** The duration, for benchmarks that run as long as requested. */
  readonly minutes: number | undefined
  readonly log: (line: string) => void
}

export interface Benchmark {
  readonly name: string
  /** The results, or why there was nothing to measure. */
  run(bench: Bench): Promise<Findings | { readonly skipped: string }>
}

/** The content of `bench/results/<name>.json`. README.md in this folder explains each field. */
export interface ResultFile extends Findings {
  readonly name: string
  readonly when: string
  readonly machine: { readonly cores: number; readonly node: string; readonly platform: string }
}

const RESULTS = resolve('bench', 'results')

/** Runs benchmarks in sequence and stores their results. A quick run is only a trial, and is not stored. */
export async function runAll(
  benchmarks: readonly Benchmark[],
  { quick, data, minutes }: Pick<Bench, 'quick' | 'data' | 'minutes'>,
  show: (file: ResultFile) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-bench-'))
  const journals = new Journals(folder)
  const log = (line: string) => process.stderr.write(`  ${line}\n`)
  try {
    for (const benchmark of benchmarks) {
      const own = mkdtempSync(join(folder, `${benchmark.name}-`))
      const sizes = quick ? QUICK_SIZES : SIZES
      const findings = await benchmark.run({ folder: own, quick, sizes, journals, data, minutes, log })
      rmSync(own, { recursive: true, force: true, maxRetries: 10 })
      if ('skipped' in findings) {
        log(`${benchmark.name}: skipped, ${findings.skipped}`)
        continue
      }
      const file = { name: benchmark.name, when: new Date().toISOString(), machine: machine(), ...findings }
      if (!quick) keep(file)
      show(file)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

function keep(file: ResultFile): void {
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, `${file.name}.json`), `${JSON.stringify(file, null, 2)}\n`)
}

function machine(): ResultFile['machine'] {
  return {
    cores: availableParallelism(),
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
  }
}

export function atMost(goal: string, limit: number, measured: number): Goal {
  return { goal, limit, measured: rounded(measured), met: measured <= limit }
}

export function atLeast(goal: string, limit: number, measured: number): Goal {
  return { goal, limit, measured: rounded(measured), met: measured >= limit }
}

/** The median of a case; throws if it was not measured. */
export function p50(results: readonly Figure[], name: string): number {
  const found = results.find((result) => result.case === name)
  if (found === undefined) throw new Error(`no case '${name}' was measured`)
  return found.p50
}

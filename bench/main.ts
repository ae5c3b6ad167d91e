import '../scripts/quiet-pipe.mjs'
import { parseArgs } from 'node:util'
import { append } from './benchmarks/append.ts'
import { backtest } from './benchmarks/backtest.ts'
import { coldStart } from './benchmarks/cold-start.ts'
import { dashboard } from './benchmarks/dashboard.ts'
import { disk } from './benchmarks/disk.ts'
import { hookParts } from './benchmarks/hook-parts.ts'
import { hooks } from './benchmarks/hooks.ts'
import { inject } from './benchmarks/inject.ts'
import { large } from './benchmarks/large.ts'
import { locomo } from './benchmarks/locomo.ts'
import { outcomes } from './benchmarks/outcomes.ts'
import { postgresql } from './benchmarks/postgres.ts'
import { rebuild } from './benchmarks/rebuild.ts'
import { relapse } from './benchmarks/relapse.ts'
import { tasks } from './benchmarks/tasks.ts'
import { team } from './benchmarks/team.ts'
import { undo } from './benchmarks/undo.ts'
import { warnings } from './benchmarks/warnings.ts'
import { type Benchmark, type ResultFile, runAll } from './harness.ts'

const BENCHMARKS: readonly Benchmark[] = [
  append,
  disk,
  postgresql,
  team,
  outcomes,
  rebuild,
  undo,
  inject,
  coldStart,
  hooks,
  hookParts,
  dashboard,
  large,
  backtest,
  tasks,
  locomo,
  warnings,
  relapse,
]

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    data: { type: 'string' },
    minutes: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(
    `npm run bench -- [NAME...] [--quick] [--data FOLDER] [--minutes N]\n\nThere are: ${BENCHMARKS.map(({ name }) => name).join(', ')}. bench/README.md explains each.`,
  )
  process.exit(0)
}
const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name))
if (unknown.length > 0) {
  console.error(`No benchmark '${unknown[0]}'; there are ${BENCHMARKS.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const start = performance.now()
const chosen = BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name))
await runAll(
  chosen,
  {
    quick: values.quick,
    data: values.data,
    minutes: values.minutes === undefined ? undefined : Number(values.minutes),
  },
  print,
)

function print({ name: benchmark, results, goals }: ResultFile): void {
  console.log(`${benchmark} (after ${((performance.now() - start) / 1_000).toFixed(0)} s)`)
  for (const { case: name, unit, p50, p95, samples } of results)
    console.log(`  ${name.padEnd(58)} ${String(p50).padStart(9)} ${unit}  (p95 ${p95}, n ${samples})`)
  for (const { goal, limit, measured, met } of goals)
    console.log(`  ${met ? 'met   ' : 'MISSED'} ${goal}: ${measured} (limit ${limit})`)
}

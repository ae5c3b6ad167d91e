// Runs the benchmarks.
import { runCompiled } from './run-compiled.mjs'

runCompiled('bench', [
  'bench/main.ts',
  'bench/benchmarks/rebuild-child.ts',
  'bench/benchmarks/postgres-child.ts',
  'bench/benchmarks/undo-child.ts',
  'bench/benchmarks/inject-child.ts',
])

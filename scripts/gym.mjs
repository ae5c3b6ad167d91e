// Runs the gym compiled, as the package runs: it lives through hundreds of worlds.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const outdir = join(root, '.cache', 'gym')

buildSync({
  entryPoints: ['gym/main.ts', 'gym/worker.ts'],
  entryNames: '[name]',
  outdir,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  absWorkingDir: root,
  logLevel: 'warning',
})
const main = [join(outdir, 'main.js'), ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, main, { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)

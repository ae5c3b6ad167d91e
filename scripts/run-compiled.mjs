import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/**
 * Compiles entry points into a folder of the cache and runs the one called `main`, with the arguments of this process, as the package runs: what
 * compiles on the fly keeps the name of every function by a call of its own each time one is made, and a verb makes thousands.
 */
export function runCompiled(name, entryPoints) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const outdir = join(root, '.cache', name)
  buildSync({
    entryPoints,
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
}

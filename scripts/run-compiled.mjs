import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/**
 * Compiles entry points into a cache folder and runs `main` with this process's arguments, like the package: on-the-fly compilers add a call to
 * keep the name of every function created, and a verb creates thousands.
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

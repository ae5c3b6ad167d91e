import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ROOT } from '../architecture/source-files.ts'

export const run = promisify(execFile)

/** Builds the package unless it has been built, so that the test can be run by itself. */
export async function ensureBuilt(): Promise<void> {
  if (!existsSync(join(ROOT, 'dist', 'index.js')))
    await run(process.execPath, [join(ROOT, 'scripts/build.mjs')], { cwd: ROOT })
}

/**
 * The package as it is packed, installed without development dependencies in a folder that was empty: once for all files of
 * a run, in the folder that the global setup made. What is installed there stays as it is.
 */
export async function installPacked(): Promise<string> {
  const folder = process.env.INSTALLED_PACKAGE!
  const app = join(folder, 'app')
  const [isFirst, ready] = [
    await mkdir(app).then(
      () => true,
      () => false,
    ),
    join(folder, 'ready'),
  ]
  if (!isFirst) {
    while (!existsSync(ready)) await sleep(100)
    return app
  }
  await run('npm', ['pack', '--pack-destination', folder, '--ignore-scripts'], { cwd: ROOT })
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!
  await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }))
  await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', join(folder, tarball)], { cwd: app })
  await writeFile(ready, '')
  return app
}

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../architecture/source-files.ts'

export const run = promisify(execFile)

/** Builds the package unless it has been built, so that the test can be run by itself. */
export async function ensureBuilt(): Promise<void> {
  if (!existsSync(join(ROOT, 'dist', 'index.js')))
    await run(process.execPath, [join(ROOT, 'scripts/build.mjs')], { cwd: ROOT })
}

/** Packs the package and installs it, without development dependencies, into an empty folder. */
export async function installPacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mettle-package-'))
  const app = join(folder, 'app')
  await mkdir(app)
  await run('npm', ['pack', '--pack-destination', folder, '--ignore-scripts'], { cwd: ROOT })
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!
  await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }))
  await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', join(folder, tarball)], { cwd: app })
  return app
}

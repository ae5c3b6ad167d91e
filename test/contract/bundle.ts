import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A script of this folder as one file that plain Node starts quickly; it still finds the repository's packages. */
export async function bundle(script: string): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mettle-bundle-'))
  const file = join(folder, 'script.mjs')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await build({
    entryPoints: [join(root, 'test', 'contract', script)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  })
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A copy of the plugins of this package, with the probe in the place of the hook. */
export async function probePackage(folder: string): Promise<string> {
  for (const part of ['.claude-plugin', 'plugins'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const plugin of ['mettle', 'gemini'])
    await build({
      entryPoints: [join(root, 'test', 'clients', 'probe-hook.mts')],
      outfile: join(folder, 'plugins', plugin, 'dist', 'hook.cjs'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      logLevel: 'error',
    })
  return folder
}

import { join } from 'node:path'
import { build } from 'esbuild'
import { pluginPackage, ROOT } from './plugin-package.ts'

/** A copy of the plugins of this package, with the probe in the place of the hook. */
export async function probePackage(folder: string): Promise<string> {
  pluginPackage(folder)
  for (const plugin of ['mettle', 'gemini'])
    await build({
      entryPoints: [join(ROOT, 'test', 'clients', 'probe-hook.mts')],
      outfile: join(folder, 'plugins', plugin, 'dist', 'hook.cjs'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      logLevel: 'error',
    })
  return folder
}

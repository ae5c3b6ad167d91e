import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A copy of the plugins of this package as they are built, without the package around them. */
export function pluginPackage(folder: string): string {
  for (const part of ['.claude-plugin', 'plugins']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  return folder
}

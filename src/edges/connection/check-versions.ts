import type { Client } from '../../domain/values/session.ts'
import { profileOf } from './client-profile.ts'
import { type ClientWorld, type Finding, settingsAt } from './client-world.ts'
import { executablePath, pathOn } from './machine.ts'

/** A client that is older than what the hooks were proved with may call them in another way, or not at all. */
export function versionFindings(client: Client, world: ClientWorld): Finding[] {
  const { executable, package: name, provedWith, label } = profileOf(client)
  const version = installedVersion(executable, name, world)
  if (version === undefined || compareVersions(version, provedWith) >= 0) return []
  return [
    {
      name: label,
      verdict: 'warning',
      detail: `version ${version} is older than ${provedWith}, with which its hooks were proved`,
      mend: `Update ${executable}: npm install --global ${name}`,
    },
  ]
}

/** By the manifest around the program, or by the name of the folder or file that it is installed under. */
export function installedVersion(executable: string, name: string, world: ClientWorld): string | undefined {
  const found = executablePath(executable, world.machine)
  if (found === undefined) return undefined
  const parts = world.realPath(found).split(/[\\/]/)
  for (let depth = parts.length - 1; depth > 0; depth--) {
    const manifest = settingsAt(
      world,
      pathOn(world.machine, parts.slice(0, depth).join('/') || '/', 'package.json'),
    )
    if (manifest.name === name && typeof manifest.version === 'string') return manifest.version
  }
  return parts.findLast((part) => /^\d+\.\d+\.\d+$/.test(part))
}

/** By number, part by part; what follows a hyphen does not count. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('-')[0]!.split('.').map(Number))
  for (let i = 0; i < 3; i++) {
    const difference = (left![i] ?? 0) - (right![i] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}

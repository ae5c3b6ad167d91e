import { type Finding, warning } from '../../domain/values/session.ts'
import { type ClientWorld, executablePath, inProject, pathOn, settingsAt } from './client-world.ts'
import type { ClientSettings } from './wanted-files.ts'

/** A client that is older than what the hooks were proved with may call them in another way, or not at all. */
export function versionFindings(settings: ClientSettings, world: ClientWorld): Finding[] {
  const { executable, package: name, provedWith, label } = settings
  const version = installedVersion(executable, name, world)
  if (version === undefined || compareVersions(version, provedWith) >= 0) return []
  const detail = `version ${version} is older than ${provedWith}, the version that the hooks were tested with`
  return [warning(label, detail, `Update ${executable}: npm install --global ${name}`)]
}

/** By the manifest around the program, or by the name of the folder or file that it is installed under. */
export function installedVersion(executable: string, name: string, world: ClientWorld): string | undefined {
  const found = executablePath(executable, world.machine)
  if (found === undefined) return undefined
  const parts = world.realPath(found).split(/[\\/]/)
  for (let depth = parts.length - 1; depth > 0; depth--) {
    const manifest = settingsAt(world, pathOn(world.machine, parts.slice(0, depth).join('/') || '/', 'package.json'))
    if (manifest.name === name && typeof manifest.version === 'string') return manifest.version
  }
  return parts.findLast((part) => /^\d+\.\d+\.\d+$/.test(part))
}

/** By number, part by part; what follows a hyphen does not count, and a part that is missing is 0. */
export function compareVersions(a: string, b: string): number {
  const [left = '', right = ''] = [a, b].map((version) => `${version.split('-')[0]}.0.0`.split('.', 3).join('.'))
  return new Intl.Collator('en', { numeric: true }).compare(left, right)
}

/** This Mettle, and what hooks were told of it. */
export interface Installation {
  readonly version: string
  readonly hook: string
  /** What `init` left for hooks; absent where it never ran. */
  readonly told?: { readonly node: string; readonly cli: string; readonly version: string }
  /** Whether hooks call Mettle by its name, as those of a project do. */
  readonly isByName: boolean
  readonly isDependency: boolean
}

/** Whether a hook that is called finds this Mettle, and starts the worker of this one. */
export function installationFindings(installation: Installation, world: ClientWorld): Finding[] {
  const problems = [...bundle(installation, world), ...worker(installation, world), ...command(installation, world)]
  return problems.map((problem): Finding => ({ name: 'hooks', verdict: 'warning', ...problem }))
}

type Problem = { readonly verdict?: 'broken'; readonly detail: string; readonly fix: string }

function bundle({ hook }: Installation, { machine }: ClientWorld): Problem[] {
  if (machine.has(hook)) return []
  const fix = 'npm run build in your clone of Mettle'
  return [{ verdict: 'broken', detail: `the hook itself is missing: ${hook}`, fix }]
}

/** The hook starts what learns from a session with the paths that init wrote down. */
function worker({ told, version }: Installation, { machine }: ClientWorld): Problem[] {
  const fix = 'mettle init'
  if (told === undefined)
    return [{ detail: 'hooks do not know where Mettle is, so nothing is learned from sessions', fix }]
  const gone = [told.node, told.cli].filter((path) => !machine.has(path))
  if (gone.length > 0) return [{ detail: `the program that hooks start is missing: ${gone.join(', ')}`, fix }]
  if (told.version === version) return []
  return [{ detail: `hooks were connected by version ${told.version}, Mettle is ${version}`, fix }]
}

function command({ isByName, isDependency, version }: Installation, world: ClientWorld): Problem[] {
  if (!isByName) return []
  if (isDependency) {
    const bin = inProject(world, 'node_modules', '.bin', 'mettle')
    if (world.machine.has(bin)) return []
    return [{ detail: `hooks look for ${bin}, which is missing`, fix: 'npm install' }]
  }
  const path = executablePath('mettle', world.machine)
  if (path === undefined)
    return [{ detail: 'hooks call the command mettle, which is not on PATH', fix: 'npm link in your clone of Mettle' }]
  const other = installedVersion('mettle', 'mettle', world)
  if (other === undefined || other === version) return []
  return [
    {
      detail: `hooks call ${path} of version ${other}, this is ${version}`,
      fix: `npm link in your clone of Mettle ${version}`,
    },
  ]
}

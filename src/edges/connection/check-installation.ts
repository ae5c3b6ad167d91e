import { type Finding, warning } from '../../domain/values/session.ts'
import { type ClientWorld, executablePath, inProject, pathOn, settingsAt } from './client-world.ts'
import type { ClientSettings } from './wanted-files.ts'

/** A client older than the tested version may call hooks differently, or not at all. */
export function versionFindings(settings: ClientSettings, world: ClientWorld): Finding[] {
  const { executable, package: name, provedWith, label } = settings
  const version = installedVersion(executable, name, world)
  if (version === undefined || compareVersions(version, provedWith) >= 0) return []
  const detail = `version ${version} is older than ${provedWith}, the version that the hooks were tested with`
  return [warning(label, detail, `Update ${executable}: npm install --global ${name}`)]
}

/** The version from the package manifest around the program, or from the name of its folder or file. */
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

/** Compares versions numerically, part by part; anything after a hyphen is ignored, and a missing part is 0. */
export function compareVersions(a: string, b: string): number {
  const [left = '', right = ''] = [a, b].map((version) => `${version.split('-')[0]}.0.0`.split('.', 3).join('.'))
  return new Intl.Collator('en', { numeric: true }).compare(left, right)
}

/** This installation of Mettle, and the one that hooks know. */
export interface Installation {
  readonly version: string
  readonly hook: string
  /** What `init` left for hooks; absent where it never ran. */
  readonly told?: { readonly node: string; readonly cli: string; readonly version: string }
  /** Whether hooks call Mettle by name, as a project's hooks do. */
  readonly isByName: boolean
  readonly isDependency: boolean
}

/** Checks that hooks find this installation and start its worker. */
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

/** The hook starts the learning worker from the paths that init recorded. */
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

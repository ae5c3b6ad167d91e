import { installedVersion } from './check-versions.ts'
import { type ClientWorld, type Finding, inProject } from './client-world.ts'
import { executablePath } from './machine.ts'

/** This Mettle, and what hooks were told of it. */
export interface Installation {
  readonly version: string
  /** The bundled hook of this package. */
  readonly hook: string
  /** What `init` left for hooks; absent where it never ran. */
  readonly told?: { readonly node: string; readonly cli: string; readonly version: string }
  /** Whether hooks call Mettle by its name, as those of a project do. */
  readonly isByName: boolean
  readonly isDependency: boolean
}

/** Whether a hook that is called finds this Mettle, and starts the worker of this one. */
export function installationFindings(installation: Installation, world: ClientWorld): Finding[] {
  const problems = [
    ...bundle(installation, world),
    ...worker(installation, world),
    ...command(installation, world),
  ]
  return problems.map((problem): Finding => ({ name: 'hooks', verdict: 'warning', ...problem }))
}

type Problem = { readonly verdict?: 'broken'; readonly detail: string; readonly mend: string }

function bundle({ hook }: Installation, { machine }: ClientWorld): Problem[] {
  if (machine.has(hook)) return []
  const mend = 'npm install --global mettle, or npm run build in a clone'
  return [{ verdict: 'broken', detail: `the hook itself is missing: ${hook}`, mend }]
}

/** The hook starts what learns from a session with the paths that init wrote down. */
function worker({ told, version }: Installation, { machine }: ClientWorld): Problem[] {
  const mend = 'mettle init'
  if (told === undefined)
    return [{ detail: 'nothing tells hooks where Mettle is, so sessions are not settled', mend }]
  const gone = [told.node, told.cli].filter((path) => !machine.has(path))
  if (gone.length > 0) return [{ detail: `what hooks start is gone: ${gone.join(', ')}`, mend }]
  if (told.version === version) return []
  return [{ detail: `hooks were connected by version ${told.version}, Mettle is ${version}`, mend }]
}

function command({ isByName, isDependency, version }: Installation, world: ClientWorld): Problem[] {
  if (!isByName) return []
  if (isDependency) {
    const bin = inProject(world, 'node_modules', '.bin', 'mettle')
    if (world.machine.has(bin)) return []
    return [{ detail: `hooks look for ${bin}, which is missing`, mend: 'npm install' }]
  }
  const path = executablePath('mettle', world.machine)
  if (path === undefined)
    return [
      {
        detail: 'hooks call the command mettle, which is not on PATH',
        mend: 'npm install --global mettle, or npm link in a clone',
      },
    ]
  const other = installedVersion('mettle', 'mettle', world)
  if (other === undefined || other === version) return []
  return [
    {
      detail: `hooks call ${path} of version ${other}, this is ${version}`,
      mend: `npm install --global mettle@${version}`,
    },
  ]
}

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../domain/user-error.ts'

/** Where the pieces of this installation are that others start or copy. */
export interface PackageFiles {
  readonly root: string
  readonly cli: string
  readonly hook: string
  readonly opencodePlugin: string
}

/** Found upwards from the file that runs, be the code in src or in dist. */
export function packageFiles(from: string = dirname(fileURLToPath(import.meta.url))): PackageFiles {
  if (!existsSync(join(from, 'package.json')) && dirname(from) !== from) return packageFiles(dirname(from))
  return {
    root: from,
    cli: join(from, 'dist', 'cli', 'bin.js'),
    hook: join(from, 'dist', 'hook', 'hook.cjs'),
    opencodePlugin: join(from, 'plugins', 'opencode', 'mettle.js'),
  }
}

/** Whether the repository names Mettle among its own packages. */
export function isDependencyOf(root: string): boolean {
  try {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return [manifest.dependencies, manifest.devDependencies].some((list) => list?.mettle !== undefined)
  } catch {
    return false
  }
}

/** By name: one that was read is kept, whatever becomes of its file. */
const read = new Map<string, string>()

/** The text of a skill that comes with the package, without its head. */
export function skillText(name: string): string {
  const text = read.get(name) ?? textIn(name)
  read.set(name, text)
  return text
}

/** Found upwards from the file that runs. */
function textIn(name: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, 'plugins', 'mettle', 'skills', name, 'SKILL.md')
    if (existsSync(path)) return readFileSync(path, 'utf8').replace(/^---\n[\s\S]*?\n---\n+/, '')
    if (dirname(folder) === folder)
      throw new UserError('package', `The skill ${name} is not in the package.`, 'Install it again.')
  }
}

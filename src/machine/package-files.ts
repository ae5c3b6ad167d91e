import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../domain/user-error.ts'

/** The paths of installation files that others start or copy. Searched upwards from the running file, for both src and dist. */
export function packageFiles(from: string = dirname(fileURLToPath(import.meta.url))) {
  let root = from
  while (!existsSync(join(root, 'plugins')) && dirname(root) !== root) root = dirname(root)
  return {
    root,
    cli: join(root, 'dist', 'cli', 'bin.js'),
    hook: join(root, 'dist', 'hook', 'hook.cjs'),
    opencodePlugin: join(root, 'plugins', 'opencode', 'mettle.js'),
    model: join(root, 'models', 'mettle-embed-v1.bin'),
    skills: join(root, 'plugins', 'mettle', 'skills'),
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

/** Texts by name; a loaded one is kept, whatever becomes of its file. */
const read = new Map<string, string>()

/** The text of one of the package's skills, without its front matter. */
export function skillText(name: string): string {
  const path = join(packageFiles().skills, name, 'SKILL.md')
  if (!read.has(name) && !existsSync(path))
    throw new UserError('package', `The skill ${name} is not in the package.`, 'Install it again.')
  const text = read.get(name) ?? readFileSync(path, 'utf8').replace(/^---\n[\s\S]*?\n---\n+/, '')
  read.set(name, text)
  return text
}

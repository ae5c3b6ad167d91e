import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../domain/user-error.ts'

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

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../domain/user-error.ts'

/** The text of a skill that comes with the package, without its head; found upwards from the file that runs. */
export function skillText(name: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, 'plugins', 'mettle', 'skills', name, 'SKILL.md')
    if (existsSync(path)) return readFileSync(path, 'utf8').replace(/^---\n[\s\S]*?\n---\n+/, '')
    if (dirname(folder) === folder)
      throw new UserError('package', `The skill ${name} is not in the package.`, 'Install it again.')
  }
}

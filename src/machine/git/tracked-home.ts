import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { orElse } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Workspace } from '../files/workspace.ts'
import { gitNow, nulSeparated } from './git.ts'

/** From this index version on, a path is stored as its difference from the previous one. */
const SHORTENED = 4

/** Refuses to read `.mettle` while git tracks any of it: the author of a commit could have written it. */
export function checkUntracked(workspace: Workspace): void {
  const { gitDirectory, home } = workspace
  if (gitDirectory === undefined || dirname(home) === gitDirectory || !mayTrack(gitDirectory)) return
  const list = ['ls-files', '-z', '--', '.mettle']
  const [first, ...others] = orElse(() => nulSeparated(gitNow(dirname(home), list)), ['.mettle'])
  if (first === undefined) return
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  throw new UserError(
    'tracked',
    `Git tracks ${first}${more}: it came with a commit, and Mettle does not trust what a commit brings.`,
    'Untrack it, remove what you did not write, and start again: git rm -r --cached .mettle && rm -r .mettle && mettle init',
  )
}

/** Whether the index could contain such a file; this excludes nearly all without starting git. */
function mayTrack(gitDirectory: string): boolean {
  try {
    const index = readFileSync(join(gitDirectory, 'index'))
    if (index.length > 7 && index[7] === SHORTENED) return true
    return index.includes('.mettle') || readdirSync(gitDirectory).some((name) => name.startsWith('sharedindex.'))
  } catch {
    return false
  }
}

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { changedLines, type LineRange } from '../../engine/text/code-citations.ts'
import type { Change, Unavailable } from '../../loop/learning/project-access.ts'
import type { Workspace } from '../files/workspace.ts'
import { git, nulSeparated } from './git.ts'

const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--no-renames', '--no-color']
const WHOLE_FILE: readonly LineRange[] = [{ from: 1, to: Number.MAX_SAFE_INTEGER }]
const OURS = /^\.(?:mettle|learnings)\//

/** Changes since a commit: committed, uncommitted, and untracked. */
export async function gitChange(
  workspace: Workspace,
  since: { readonly commit?: string; readonly at: number },
): Promise<Change | Unavailable> {
  if (workspace.gitDirectory === undefined) return { unavailable: 'this folder is not a git repository' }
  const { root } = workspace
  try {
    const base = await baseOf(root, since)
    const tracked = nulSeparated(await git(root, ['diff', '--name-only', '-z', ...PLAIN_DIFF, base, '--']))
    const untracked = nulSeparated(await git(root, ['ls-files', '--others', '--exclude-standard', '-z']))
    const isNew = new Set(untracked)
    return {
      base,
      files: [...new Set([...tracked, ...untracked])].filter((file) => !OURS.test(file)).sort(),
      linesOf: async (file) => {
        if (!(lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile() ?? false)) return undefined
        if (isNew.has(file)) return WHOLE_FILE
        return changedLines(await git(root, ['diff', '-U0', ...PLAIN_DIFF, base, '--', file]))
      },
    }
  } catch (error) {
    return { unavailable: `git cannot tell what changed: ${(error as Error).message.split('\n')[0]}` }
  }
}

export async function headCommit({ root, gitDirectory }: Workspace): Promise<string | undefined> {
  if (gitDirectory === undefined) return undefined
  return (await git(root, ['rev-parse', '--verify', '--quiet', 'HEAD']).catch(() => '')).trim() || undefined
}

export async function worktreeRoots({ root, gitDirectory }: Workspace): Promise<string[]> {
  if (gitDirectory === undefined) return []
  const listed = await git(root, ['worktree', 'list', '--porcelain', '-z']).catch(() => '')
  return nulSeparated(listed).flatMap((line) => (line.startsWith('worktree ') ? [line.slice('worktree '.length)] : []))
}

/** The commit that was named, else the last one before the time, else the empty tree from which every history begins. */
async function baseOf(root: string, { commit, at }: { commit?: string; at: number }): Promise<string> {
  if (commit !== undefined && /^[0-9a-f]{7,64}$/i.test(commit)) {
    const named = await git(root, ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]).catch(() => '')
    if (named.trim() !== '') return named.trim()
  }
  const before = `--before=${new Date(at).toISOString()}`
  const last = await git(root, ['rev-list', '-1', before, 'HEAD']).catch(() => '')
  return last.trim() || (await git(root, ['hash-object', '-t', 'tree', '--stdin'])).trim()
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { orElse } from '../../domain/sets.ts'
import { readableText } from '../files/regular-file.ts'
import type { Workspace } from '../files/workspace.ts'
import { gitNow } from './git.ts'

/** The id shared by all clones and worktrees of a repository: from the root commit, or, if the history is shallow or empty, from the remote. */
export function repositoryIdentity(workspace: Workspace): string | undefined {
  if (workspace.gitDirectory === undefined) return undefined
  const isShallow = existsSync(join(workspace.gitDirectory, 'shallow'))
  const root = isShallow ? undefined : git(workspace, ['rev-list', '--max-parents=0', 'HEAD'])?.split('\n').sort()[0]
  const origin = root ?? remoteOf(workspace)
  return origin === undefined ? undefined : `repo-${createHash('sha256').update(origin).digest('hex').slice(0, 20)}`
}

/** The repository's public name: the last part of its remote, else the name of its main folder, which all worktrees share. */
export function repositoryName(workspace: Workspace): string {
  return basename(remoteOf(workspace) ?? dirname(workspace.home)).replace(/\.git$/, '')
}

/** Git is asked only where the settings of the repository name a remote or other files of settings: most commands need this name, and starting git takes longer than they do. */
function remoteOf(workspace: Workspace): string | undefined {
  const settings = workspace.gitDirectory && readableText(join(workspace.gitDirectory, 'config'))
  if (!/\[(?:remote|include)|worktreeconfig/i.test(settings ?? '')) return undefined
  // `git@host:a/b.git` and `https://user@host/a/b` are the same place.
  return git(workspace, ['config', '--get', 'remote.origin.url'])
    ?.replace(/^[a-z+]+:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(/^([^/:]+):(?!\d+\/)/, '$1/')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase()
}

function git({ root }: Workspace, args: readonly string[]): string | undefined {
  return orElse(() => gitNow(root, args).trim() || undefined, undefined)
}

import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { orElse } from '../../domain/sets.ts'
import type { Workspace } from '../files/workspace.ts'
import { gitNow } from './git.ts'

/** The id that all clones and worktrees of one repository share: from the root commit, or where the history is cut short or empty, from the remote. */
export function repositoryIdentity(workspace: Workspace): string | undefined {
  if (workspace.gitDirectory === undefined) return undefined
  const isShallow = git(workspace, ['rev-parse', '--is-shallow-repository']) === 'true'
  const root = isShallow ? undefined : git(workspace, ['rev-list', '--max-parents=0', 'HEAD'])?.split('\n').sort()[0]
  const origin = root ?? normalizedRemote(git(workspace, ['config', '--get', 'remote.origin.url']))
  return origin === undefined ? undefined : `repo-${createHash('sha256').update(origin).digest('hex').slice(0, 20)}`
}

/** What others call this repository: the last part of its remote, else the name of its main folder, which all worktrees share. */
export function repositoryName(workspace: Workspace): string {
  const remote =
    workspace.gitDirectory === undefined
      ? undefined
      : normalizedRemote(git(workspace, ['config', '--get', 'remote.origin.url']))
  return basename(remote ?? dirname(workspace.home)).replace(/\.git$/, '')
}

/** `git@host:a/b.git` and `https://user@host/a/b` are the same place. */
function normalizedRemote(url: string | undefined): string | undefined {
  return url
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

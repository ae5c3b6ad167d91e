import { dirname, isAbsolute, join, resolve } from 'node:path'
import { readableText } from '../../machine/files/regular-file.ts'
import type { Workspace } from '../../machine/files/workspace.ts'

/** The commit that is checked out, read from the files of git; undefined where there is none. */
export function currentCommit({ root, gitDirectory }: Workspace): string | undefined {
  if (gitDirectory === undefined) return undefined
  const own = ownDirectory(join(root, '.git')) ?? gitDirectory
  const head = lineIn(join(own, 'HEAD'))
  const reference = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined
  const commit = reference === undefined ? head : resolved(gitDirectory, reference)
  return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined
}

const MOST_LINES = 20

/** Whether a commit was reverted since a time, according to git's reflog of HEAD. */
export function revertedSince({ root, gitDirectory }: Workspace, since: number): boolean {
  if (gitDirectory === undefined) return false
  const log = readableText(join(ownDirectory(join(root, '.git')) ?? gitDirectory, 'logs', 'HEAD')) ?? ''
  return log
    .trimEnd()
    .split('\n')
    .slice(-MOST_LINES)
    .some((line) => Number(/> (\d+) [+-]\d{4}\trevert: /.exec(line)?.[1]) * 1_000 >= since)
}

/** In a worktree `.git` is a file that leads to its own directory. */
function ownDirectory(dotGit: string): string | undefined {
  const pointer = lineIn(dotGit)
  if (!pointer?.startsWith('gitdir: ')) return undefined
  const path = pointer.slice('gitdir: '.length)
  return isAbsolute(path) ? path : resolve(dirname(dotGit), path)
}

function resolved(gitDirectory: string, reference: string): string | undefined {
  const loose = lineIn(join(gitDirectory, reference))
  if (loose !== undefined) return loose
  const packed = readableText(join(gitDirectory, 'packed-refs')) ?? ''
  return packed
    .split('\n')
    .find((line) => line.endsWith(` ${reference}`))
    ?.split(' ')[0]
}

function lineIn(path: string): string | undefined {
  return readableText(path)?.split('\n')[0]?.trim()
}

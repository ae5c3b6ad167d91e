import type { HistoryCommit } from '../../engine/governance/late-truth.ts'
import type { History, Unavailable } from '../../loop/learning/project-access.ts'
import type { Workspace } from '../files/workspace.ts'
import { git, nulSeparated } from './git.ts'

const MOST_COMMITS = 10_000
const FORMAT = '--format=%H%n%ct%n%at%n%P%n%B'
const LIKELY = 'refs/remotes/origin/HEAD refs/remotes/origin/main refs/remotes/origin/master main master HEAD'.split(
  ' ',
)

/** The commits of a branch since a time, newest first. Without a name it is the one that work is merged into. */
export async function gitHistory(
  workspace: Workspace,
  { branch, since }: { readonly branch?: string; readonly since: number },
): Promise<History | Unavailable> {
  return asked(workspace, async (root) => {
    const tip = await branchTip(root, branch)
    const range = [`--since=${new Date(since).toISOString()}`, `--max-count=${MOST_COMMITS}`, tip.commit]
    return { branch: tip.branch, commits: await log(root, range) }
  })
}

/** A commit by any name that git knows; for a merge, all the commits it brought. */
export async function gitCommits(workspace: Workspace, name: string): Promise<History | Unavailable> {
  return asked(workspace, async (root) => {
    const commit = await commitNamed(root, name)
    if (commit === undefined) throw new Error(`there is no commit '${name}'`)
    const [one] = await log(root, ['--max-count=1', commit])
    const [first, ...others] = one?.parents ?? []
    const isMerge = first !== undefined && others.length > 0
    const brought = isMerge ? await log(root, [`--max-count=${MOST_COMMITS}`, commit, `^${first}`]).catch(() => []) : []
    return { branch: name, commits: brought.length > 0 ? brought : one === undefined ? [] : [one] }
  })
}

/** Reflog entries of commits made here, as opposed to fetched or checked out. */
const MADE = /^(?:commit|cherry-pick|revert|am|rebase)\b(?!.*\((?:start|finish|abort)\))|^merge .*: Merge made/
const MOST_MOVES = 500

/** The commits made in this checkout since a time, according to the reflog of HEAD, oldest first. `at` is when they were made here. */
export async function gitMade(workspace: Workspace, since: number): Promise<History | Unavailable> {
  return asked(workspace, async (root) => {
    const moves = ['log', '-g', '-z', '--no-color', '--date=unix', '--format=%H%n%gd%n%at%n%gs%n%s']
    const printed = await git(root, [...moves, `--max-count=${MOST_MOVES}`, 'HEAD', '--'])
    const heads = nulSeparated(printed).map((text) => text.split('\n'))
    const commits = heads.flatMap(([id = '', place = '', authored = '', how = '', message = ''], index) => {
      const at = Number(/\{(\d+)\}/.exec(place)?.[1]) * 1_000
      if (!MADE.test(how) || !(at >= since)) return []
      const amends = how.startsWith('commit (amend)') ? heads[index + 1]?.[0] : undefined
      return [{ id, at, authoredAt: Number(authored) * 1_000, amends, parents: [], message }]
    })
    return { branch: 'HEAD', commits: commits.reverse() }
  })
}

async function asked({ root, gitDirectory }: Workspace, ask: (root: string) => Promise<History>) {
  if (gitDirectory === undefined) return { unavailable: 'this folder is not a git repository' }
  try {
    return await ask(root)
  } catch (error) {
    return { unavailable: `git cannot tell the history: ${(error as Error).message.split('\n')[0]}` }
  }
}

async function branchTip(root: string, branch: string | undefined) {
  for (const name of branch === undefined ? LIKELY : [branch]) {
    const commit = await commitNamed(root, name)
    if (commit !== undefined) return { branch: name.replace('refs/remotes/', ''), commit }
  }
  throw new Error(branch === undefined ? 'there is no commit yet' : `there is no branch '${branch}'`)
}

async function commitNamed(root: string, name: string): Promise<string | undefined> {
  const named = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
  return (await git(root, named).catch(() => '')).trim() || undefined
}

async function log(root: string, range: readonly string[]): Promise<HistoryCommit[]> {
  const printed = await git(root, ['log', '-z', '--no-color', FORMAT, ...range, '--'])
  return nulSeparated(printed).flatMap((text) => {
    const [id = '', at = '', authored = '', parents = '', ...message] = text.split('\n')
    const times = { at: Number(at) * 1_000, authoredAt: Number(authored) * 1_000 }
    const commit = { id, ...times, parents: parents.split(' ').filter(Boolean) }
    return /^[0-9a-f]{40,64}$/.test(id) ? [{ ...commit, message: message.join('\n') }] : []
  })
}

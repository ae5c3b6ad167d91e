import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { git, newRepository, temporaryFolder } from '../../../test/repositories/repository.ts'
import { findWorkspace } from '../files/workspace.ts'
import { repositoryIdentity, repositoryName } from './project-identity.ts'

const identityOf = (folder: string) => repositoryIdentity(findWorkspace(folder))

function cloneOf(repository: string, ...options: string[]): string {
  const folder = temporaryFolder()
  git(folder, 'clone', '-q', ...options, repository, 'clone')
  return join(folder, 'clone')
}

/** A repository without commits that has a remote. */
function emptyWithRemote(url: string): string {
  const root = temporaryFolder()
  git(root, 'init', '-q')
  git(root, 'remote', 'add', 'origin', url)
  return root
}

afterEach(() => vi.unstubAllEnvs())

describe('repositoryIdentity', () => {
  it('is the same in a clone, a worktree and a bare clone', () => {
    const root = newRepository()
    const tree = join(temporaryFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', tree)
    expect(identityOf(root)).toMatch(/^repo-[0-9a-f]{20}$/)
    expect(identityOf(cloneOf(root))).toBe(identityOf(root))
    expect(identityOf(tree)).toBe(identityOf(root))
    expect(identityOf(cloneOf(root, '--bare'))).toBe(identityOf(root))
  })

  it('differs between repositories', () => {
    expect(identityOf(newRepository())).not.toBe(identityOf(newRepository()))
  })

  it('follows from the remote where the history is cut short', () => {
    const root = newRepository()
    git(root, 'commit', '-q', '--allow-empty', '-m', 'second')
    const shallow = cloneOf(`file://${root}`, '--depth', '1')
    git(shallow, 'remote', 'set-url', 'origin', 'https://example.com/team/project.git')
    expect(identityOf(shallow)).toBe(identityOf(emptyWithRemote('https://example.com/team/project.git')))
  })

  it.each([
    'git@example.com:team/project.git',
    'ssh://git@example.com/team/project',
    'https://someone:token@example.com/team/project.git',
    'https://EXAMPLE.com/Team/Project/',
  ])('knows %s as one place', (url) => {
    expect(identityOf(emptyWithRemote(url))).toBe(identityOf(emptyWithRemote('https://example.com/team/project')))
  })

  it('is not led astray by the variables that git sets for its hooks', () => {
    const root = newRepository()
    const expected = identityOf(root)
    vi.stubEnv('GIT_DIR', join(newRepository(), '.git'))
    expect(identityOf(root)).toBe(expected)
  })

  it('is unknown without a repository, and without commits or a remote', () => {
    expect(identityOf(temporaryFolder())).toBeUndefined()
    const root = temporaryFolder()
    git(root, 'init', '-q')
    expect(identityOf(root)).toBeUndefined()
  })
})

describe('repositoryName', () => {
  const nameOf = (folder: string) => repositoryName(findWorkspace(folder))

  it('is the last part of the remote, in the repository and its worktrees', () => {
    const root = newRepository()
    const tree = join(temporaryFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', tree)
    expect([nameOf(root), nameOf(tree)]).toEqual([basename(root), basename(root)])
    git(root, 'remote', 'add', 'origin', 'git@example.com:team/Shop.git')
    expect([nameOf(root), nameOf(tree)]).toEqual(['shop', 'shop'])
  })

  it('is found in a file that the settings include, and in those of one worktree', () => {
    const including = newRepository()
    const shared = join(temporaryFolder(), 'shared')
    writeFileSync(shared, '[remote "origin"]\n\turl = https://example.com/team/market.git\n')
    git(including, 'config', 'include.path', shared)
    expect(nameOf(including)).toBe('market')
    const own = newRepository()
    git(own, 'config', 'extensions.worktreeConfig', 'true')
    git(own, 'config', '--worktree', 'remote.origin.url', 'https://example.com/team/stall.git')
    expect(nameOf(own)).toBe('stall')
  })

  it('is the name of the folder where there is no repository', () => {
    const folder = temporaryFolder()
    expect(nameOf(folder)).toBe(basename(folder))
  })

  it('does not show that a repository is bare', () => {
    const folder = temporaryFolder()
    git(folder, 'init', '-q', '--bare', 'shop.git')
    expect(nameOf(join(folder, 'shop.git'))).toBe('shop')
  })
})

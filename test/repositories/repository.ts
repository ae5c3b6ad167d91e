import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own for the running test; it is gone when the test has ended. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The real git, with an author and without the settings of whoever runs the tests. */
export function git(cwd: string, ...args: string[]): string {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, ...environment } = process.env
  const person = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.com']
  return execFileSync('git', [...person, '-c', 'init.defaultBranch=main', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  }).trim()
}

/** What `git init` leaves in a folder, without the samples of hooks. Starting git would take twenty times as long. */
export function initRepository(root: string): void {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    mkdirSync(join(root, '.git', folder), { recursive: true })
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  const settings = ['repositoryformatversion = 0', 'filemode = true', 'bare = false', 'logallrefupdates = true']
  writeFileSync(join(root, '.git', 'config'), ['[core]', ...settings, ''].join('\n\t'))
}

/** A repository with one commit; each has a history of its own. */
export function newRepository(): string {
  const root = temporaryFolder()
  initRepository(root)
  writeFileSync(join(root, 'name.txt'), root)
  git(root, 'add', '.')
  git(root, 'commit', '-q', '-m', 'begin')
  return root
}

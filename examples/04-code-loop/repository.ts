import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The real git, with an author and without anybody's settings. */
export function git(cwd: string, ...args: string[]): void {
  const person = ['-c', 'user.name=An Agent', '-c', 'user.email=agent@example.com']
  execFileSync('git', [...person, '-c', 'init.defaultBranch=main', ...args], {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  })
}

export function write(root: string, path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A repository with one commit. */
export function newRepository(root: string): string {
  mkdirSync(root, { recursive: true })
  git(root, 'init', '-q')
  write(root, 'src/session.ts', 'export const session = {}\n')
  commit(root, 'begin')
  return root
}

export function commit(root: string, message: string): void {
  git(root, 'add', '-A')
  git(root, 'commit', '-q', '-m', message)
}

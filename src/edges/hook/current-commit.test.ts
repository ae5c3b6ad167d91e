import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Workspace } from '../../machine/files/workspace.ts'
import { currentCommit } from './current-commit.ts'

const [ONE, TWO, THREE] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string]
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function commitIn(files: Record<string, string>, root = '.') {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-head-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return currentCommit({ root: join(folder, root), gitDirectory: join(folder, '.git') } as Workspace)
}

describe('the commit that is checked out', () => {
  it('is the one of its branch, loose before packed', () => {
    const packed = `# pack-refs with: peeled fully-peeled sorted\n${TWO} refs/heads/a/main\n${THREE} refs/heads/main\n`
    const head = { '.git/HEAD': 'ref: refs/heads/main\n' }
    expect(commitIn({ ...head, '.git/refs/heads/main': `${ONE}\n`, '.git/packed-refs': packed })).toBe(ONE)
    expect(commitIn({ ...head, '.git/packed-refs': packed })).toBe(THREE)
  })

  it('is named by itself where no branch is', () => {
    expect(commitIn({ '.git/HEAD': `${ONE}\n` })).toBe(ONE)
  })

  it('is that of the worktree, which a file leads to', () => {
    const files = {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/refs/heads/main': ONE,
      '.git/refs/heads/other': TWO,
      '.git/worktrees/other/HEAD': 'ref: refs/heads/other\n',
    }
    expect(commitIn({ ...files, 'other/.git': 'gitdir: ../.git/worktrees/other\n' }, 'other')).toBe(TWO)
    expect(commitIn({ ...files, 'other/.git': 'see gitdir: ../.git/worktrees/other\n' }, 'other')).toBe(ONE)
  })

  it('is none before the first, in a broken repository and outside of any', () => {
    expect(commitIn({ '.git/HEAD': 'ref: refs/heads/main\n' })).toBeUndefined()
    expect(commitIn({ '.git/HEAD': 'not a commit\n' })).toBeUndefined()
    expect(commitIn({})).toBeUndefined()
    expect(currentCommit({ root: tmpdir() } as Workspace)).toBeUndefined()
  })
})

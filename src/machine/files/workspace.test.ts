import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { git, newRepository, temporaryFolder } from '../../../test/repositories/repository.ts'
import { findWorkspace } from './workspace.ts'

describe('findWorkspace', () => {
  it('takes a plain folder for itself', () => {
    const folder = temporaryFolder()
    expect(findWorkspace(folder)).toEqual({
      root: folder,
      home: join(folder, '.mettle'),
      hooks: join(folder, '.mettle'),
    })
  })

  it('finds a folder that was made a project from below it', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, '.mettle'))
    writeFileSync(join(folder, '.mettle', 'project.json'), '{}')
    mkdirSync(join(folder, 'a', 'b'), { recursive: true })
    expect(findWorkspace(join(folder, 'a', 'b')).root).toBe(folder)
  })

  it('finds a repository from below it, and from inside its .git', () => {
    const root = newRepository()
    mkdirSync(join(root, 'src', 'deep'), { recursive: true })
    const gitDirectory = join(root, '.git')
    const expected = { root, home: join(root, '.mettle'), hooks: join(gitDirectory, 'mettle'), gitDirectory }
    expect(findWorkspace(join(root, 'src', 'deep'))).toEqual(expected)
    expect(findWorkspace(join(root, '.git', 'hooks'))).toEqual(expected)
  })

  it('gives all worktrees of a repository one home', () => {
    const root = newRepository()
    const tree = join(temporaryFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', tree)
    const found = findWorkspace(tree)
    expect(found.root).toBe(tree)
    expect(found.home).toBe(join(root, '.mettle'))
    expect(found.hooks).toBe(join(root, '.git', 'mettle'))
  })

  it('keeps the journal of a bare repository inside it, for its worktrees too', () => {
    const folder = temporaryFolder()
    const bare = join(folder, 'project.git')
    git(folder, 'clone', '-q', '--bare', newRepository(), bare)
    const tree = join(folder, 'tree')
    git(bare, 'worktree', 'add', '-q', tree)
    expect(findWorkspace(bare)).toEqual({
      root: bare,
      home: join(bare, '.mettle'),
      hooks: join(bare, 'mettle'),
      gitDirectory: bare,
    })
    expect(findWorkspace(tree).home).toBe(join(bare, '.mettle'))
  })

  it('keeps the journal of a submodule apart from that of the repository around it', () => {
    const inner = newRepository()
    const outer = newRepository()
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'inner')
    const found = findWorkspace(join(outer, 'inner'))
    expect(found.root).toBe(join(outer, 'inner'))
    expect(found.home).toBe(join(outer, '.git', 'modules', 'inner', '.mettle'))
  })

  it('passes over a .git file that leads nowhere', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.git'), 'not a pointer')
    expect(findWorkspace(folder)).toEqual({
      root: folder,
      home: join(folder, '.mettle'),
      hooks: join(folder, '.mettle'),
    })
  })
})

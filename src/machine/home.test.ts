import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { git, newRepository, temporaryFolder } from '../../test/repositories/repository.ts'
import { findWorkspace } from './files/workspace.ts'
import { repositoryIdentity } from './git/project-identity.ts'
import { makeHome, readProjectFile } from './home.ts'

describe('makeHome', () => {
  it("takes the repository's identity and stays out of its history", () => {
    const root = newRepository()
    const workspace = findWorkspace(root)
    expect(makeHome(workspace)).toEqual({ project: repositoryIdentity(workspace), created: true })
    expect(git(root, 'status', '--porcelain')).toBe('')
  })

  it('gives a plain folder an identity once', () => {
    const workspace = findWorkspace(temporaryFolder())
    const first = makeHome(workspace)
    expect(first.project).toMatch(/^folder-[0-9a-f]{20}$/)
    expect(makeHome(workspace)).toEqual({ project: first.project, created: false })
    expect(readProjectFile(workspace)).toEqual({ project: first.project })
  })

  it('leaves nothing half-written behind', () => {
    const workspace = findWorkspace(temporaryFolder())
    makeHome(workspace)
    expect(readdirSync(workspace.home).sort()).toEqual(['.gitignore', 'project.json'])
  })

  it('keeps a .gitignore that someone changed', () => {
    const workspace = findWorkspace(temporaryFolder())
    makeHome(workspace)
    writeFileSync(join(workspace.home, '.gitignore'), '*.db\n')
    makeHome(workspace)
    expect(readFileSync(join(workspace.home, '.gitignore'), 'utf8')).toBe('*.db\n')
  })
})

describe('readProjectFile', () => {
  it('knows no project where none was made', () => {
    expect(readProjectFile(findWorkspace(temporaryFolder()))).toBeUndefined()
  })

  it.each(['', '{', '[]', '{"project": 3}', '{"project": "../up"}'])('says how to fix %j', (text) => {
    const workspace = findWorkspace(temporaryFolder())
    makeHome(workspace)
    writeFileSync(join(workspace.home, 'project.json'), text)
    expect(() => readProjectFile(workspace)).toThrow(/project\.json does not name a project/)
  })
})

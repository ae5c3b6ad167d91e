import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { git, newRepository } from '../../../test/repositories/repository.ts'
import { findWorkspace } from '../files/workspace.ts'
import { checkUntracked } from './tracked-home.ts'

afterEach(() => vi.unstubAllEnvs())

function withTrackedHome(): string {
  const root = newRepository()
  mkdirSync(join(root, '.mettle'))
  writeFileSync(join(root, '.mettle', 'project.json'), '{"project":"repo-of-somebody-else"}')
  git(root, 'add', '--force', '.mettle')
  return root
}

it('lets a repository pass that tracks nothing of ours', () => {
  expect(() => checkUntracked(findWorkspace(newRepository()))).not.toThrow()
})

it('names what is tracked', () => {
  expect(() => checkUntracked(findWorkspace(withTrackedHome()))).toThrow('Git tracks .mettle/project.json')
})

it('looks at the repository around the folder, though a git hook names another', () => {
  const root = withTrackedHome()
  vi.stubEnv('GIT_DIR', join(newRepository(), '.git'))
  expect(() => checkUntracked(findWorkspace(root))).toThrow('Git tracks .mettle/project.json')
})

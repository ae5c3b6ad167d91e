import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'

function newProject() {
  const cwd = newRepository()
  const environment = { METTLE_HOME: temporaryFolder() }
  return { cwd, mettle: (...words: string[]) => runCli(words, { cwd, environment }) }
}

async function projectThatLearned() {
  const project = newProject()
  await project.mettle('init')
  await project.mettle('learning', 'record', '--lesson', LESSON)
  await project.mettle('learn')
  return project
}

describe('mettle backup', () => {
  it('copies a journal that can be put back: the same facts, and the same of what follows', async () => {
    const { mettle } = await projectThatLearned()
    const copy = join(temporaryFolder(), 'kept', 'copy.db')
    expect(await mettle('backup', '--out', copy)).toMatchObject({ exitCode: 0, stderr: '' })
    const before = (await mettle('pattern', 'list', '--json')).stdout
    await mettle('learning', 'record', '--lesson', 'Never push to main on a Friday, since nobody is there')
    await mettle('learn')

    expect((await mettle('restore', copy)).exitCode).toBe(0)
    expect((await mettle('pattern', 'list', '--json')).stdout).toBe(before)
    expect(await mettle('replay', '--verify')).toMatchObject({ exitCode: 0 })
  })

  it('belongs to its project in a clone that has nothing else of it', async () => {
    const { mettle } = await projectThatLearned()
    const copy = join(temporaryFolder(), 'copy.db')
    await mettle('backup', '--out', copy)
    const clone = newProject()
    mkdirSync(join(clone.cwd, '.mettle'))
    cpSync(copy, join(clone.cwd, '.mettle', 'journal.db'))
    await clone.mettle('init')
    expect((await clone.mettle('pattern', 'list')).stdout).toContain(LESSON)
  })

  it('replaces nothing, and leaves nothing half written', async () => {
    const { mettle } = await projectThatLearned()
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'taken.db'), 'mine')
    const refused = await mettle('backup', '--out', join(folder, 'taken.db'))
    expect(refused.exitCode).toBe(1)
    expect(refused.stderr).toContain('exists already, and a backup never replaces a file')
    const inAFile = await mettle('backup', '--out', join(folder, 'taken.db', 'copy.db'))
    expect(inAFile.exitCode).toBe(1)
    expect(inAFile.stderr).toContain('cannot be written')
    expect(readdirSync(folder)).toEqual(['taken.db'])
    expect(readFileSync(join(folder, 'taken.db'), 'utf8')).toBe('mine')
  })
})

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt, run } from './packed.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-kept-cli-'))
const CLI = join(ROOT, 'dist', 'cli', 'bin.js')
const KEPT = join(folder, 'home', 'cache', 'cli')

beforeAll(ensureBuilt, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const mettle = async (...words: string[]) => {
  const env = { ...process.env, METTLE_HOME: join(folder, 'home') }
  return (await run(process.execPath, [CLI, ...words], { cwd: ROOT, env })).stdout
}

it('a command leaves its compiled code for the next call of it, readable for nobody else', async () => {
  const said = await mettle('compute', '--list')
  const times = () => readdirSync(KEPT).map((name) => [name, statSync(join(KEPT, name)).mtimeMs])
  const before = times()
  expect(before.map(([name]) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^start.*-compute$/)]))
  expect(readdirSync(KEPT).filter((name) => (statSync(join(KEPT, name)).mode & 0o077) !== 0)).toEqual([])
  expect(await mettle('compute', '--list')).toBe(said)
  expect(times()).toEqual(before)
})

it('learn takes its code back under the option that it sets', async () => {
  const project = mkdtempSync(join(folder, 'project-'))
  const learn = () => mettle('learn', '--set', `store.path=${join(project, 'journal.db')}`)
  await mettle('init', '--client', 'none', '--set', `store.path=${join(project, 'journal.db')}`).catch(() => undefined)
  await learn()
  const times = () => {
    const names = readdirSync(KEPT).filter((name) => name.endsWith('-learn'))
    return names.map((name) => [name, statSync(join(KEPT, name)).mtimeMs])
  }
  const before = times()
  expect(before.length).toBeGreaterThan(5)
  await learn()
  expect(times()).toEqual(before)
})

it('a command that fails leaves none', async () => {
  await expect(mettle('lern')).rejects.toThrow('lern')
  expect(readdirSync(KEPT).filter((name) => name.endsWith('-lern'))).toEqual([])
})

import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
const journal = () => join(cwd, '.mettle', 'journal.db')

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder(), METTLE_INJECT_DEADLINE_MS: '120' }
  await mettle('init')
  await mettle('learning', 'record', '--lesson', LESSON)
  await mettle('learn')
})

const faults: [string, () => () => void][] = [
  [
    'locked',
    () => {
      const Database = sqliteEngine()
      const holder = new Database(journal(), { timeout: 0 })
      holder.exec('BEGIN EXCLUSIVE')
      return () => holder.close()
    },
  ],
  [
    'corrupt',
    () => {
      for (const suffix of ['-wal', '-shm']) rmSync(`${journal()}${suffix}`, { force: true })
      writeFileSync(journal(), 'this is not a database, not even nearly'.repeat(100))
      return () => rmSync(journal())
    },
  ],
  [
    'a folder',
    () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${journal()}${suffix}`, { force: true })
      mkdirSync(journal())
      return () => rmSync(journal(), { recursive: true })
    },
  ],
]

describe.each(faults)('with a journal that is %s', (_name, breakIt) => {
  it('inject prints nothing, exits 0, and the failure is counted and shown', async () => {
    const fix = breakIt()
    const { exitCode, stdout, stderr } = await mettle('inject', '--role', 'builder')
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
    expect(stderr).toContain('Nothing this time: ')
    expect((await mettle('inject', '--role', 'builder', '--json')).stdout).toMatch(
      /^\{"block":"","items":\[\],"failure":\{"code":"store-/,
    )
    fix()
    await mettle('init')
    const { failures, lastFailure } = JSON.parse((await mettle('status', '--json')).stdout)
    expect(failures).toBe(2)
    expect(lastFailure.code).toMatch(/^store-/)
    expect((await mettle('doctor')).stdout).toMatch(/warning {2}failures: 2 recorded, the last in inject: /)
  })
})

describe('without a journal', () => {
  it('inject lets the agent go on', async () => {
    rmSync(join(cwd, '.mettle'), { recursive: true })
    const { exitCode, stdout, stderr } = await mettle('inject')
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
    expect(stderr).toContain('There is no journal in ')
    expect(stderr).toContain('mettle init')
    await mettle('init')
    expect(JSON.parse((await mettle('status', '--json')).stdout).failures).toBe(0)
  })
})

describe('inject', () => {
  it('still refuses a call that is wrong in itself', async () => {
    expect((await mettle('inject', '--budget', 'much')).exitCode).toBe(2)
    expect((await mettle('inject', '--run', '../x')).exitCode).toBe(1)
  })

  it('leaves failures that cannot be recorded yet for later, and readers go on meanwhile', async () => {
    const free = faults[0]![1]()
    await mettle('inject')
    free()
    const Database = sqliteEngine()
    const writer = new Database(journal(), { timeout: 0 })
    writer.exec('BEGIN IMMEDIATE')
    const held = await mettle('status', '--json', '--set', 'store.waitMs=20')
    writer.close()
    expect(JSON.parse(held.stdout)).toMatchObject({ failures: 0 })
    expect(JSON.parse((await mettle('status', '--json')).stdout)).toMatchObject({ failures: 1 })
  })

  it('counts a failure once, though the line behind it was torn', async () => {
    const holder = faults[0]![1]()
    await mettle('inject')
    holder()
    const folder = join(environment.METTLE_HOME!, 'failures')
    const [name] = (await import('node:fs')).readdirSync(folder)
    writeFileSync(join(folder, name!), '{"id":"torn', { flag: 'a' })
    for (let i = 0; i < 3; i++) await mettle('status')
    expect(JSON.parse((await mettle('status', '--json')).stdout).failures).toBe(1)
    truncateSync(journal(), 0)
  })

  it('shows everything to the first runs of a project, and withholds after', async () => {
    environment = { ...environment, METTLE_HOLDOUT_SHARE: '0.5', METTLE_HOLDOUT_AFTER_RUNS: '5' }
    const blocks: string[] = []
    for (let run = 0; run < 40; run++) blocks.push((await mettle('inject', '--run', `run-${run}`)).stdout)
    expect(blocks.slice(0, 4).every((block) => block.includes(LESSON))).toBe(true)
    expect(blocks.slice(5).some((block) => block === '')).toBe(true)
    expect((await mettle('inject', '--run', 'run-0')).stdout).toContain(LESSON)
  })
})

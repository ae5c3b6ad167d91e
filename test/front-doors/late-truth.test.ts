import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { git, newRepository, temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const DAY_MS = 86_400_000
/** The command line from its source, so that the test needs no build. */
const SOURCE = ['--import', 'tsx', join(import.meta.dirname, '..', '..', 'src', 'cli', 'bin.ts')]
const LESSON = 'Check that the token has not expired before each request'

let cwd = ''
let environment: Record<string, string> = {}
let pattern = ''
/** Days after which it is looked at what became of the work. */
let later = 2
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment, now: Date.now() + later * DAY_MS })
const watch = async (...argv: string[]) => {
  const { stdout, exitCode, stderr } = await mettle('outcome', 'watch', '--once', '--json', ...argv)
  expect([exitCode, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** A run that was shown the lesson and applied it. */
async function run(name: string): Promise<void> {
  await mettle('inject', '--role', 'builder', '--run', name, '--set', 'holdout.share=0')
  const used = ['--applied', `${pattern}@name.txt:1`, '--file', 'name.txt']
  expect((await mettle('outcome', 'record', '--run', name, '--result', 'success', ...used)).exitCode).toBe(0)
}

function commit(file: string, ...trailer: string[]): string {
  writeFileSync(join(cwd, file), `${file} ${Math.random()}`)
  git(cwd, 'add', file)
  git(cwd, 'commit', '-q', '-m', `change ${file}`, ...trailer)
  return git(cwd, 'rev-parse', 'HEAD')
}

const by = (name: string) => ['--trailer', `Mettle-Run: ${name}`]
const evidence = async () => JSON.parse((await mettle('pattern', 'show', pattern, '--json')).stdout).evidence

beforeEach(async () => {
  later = 2
  cwd = newRepository()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle('init')
  await mettle('learning', 'record', '--agent', 'builder', '--lesson', LESSON)
  await mettle('learn')
  pattern = JSON.parse((await mettle('pattern', 'list', '--json')).stdout).patterns[0].pattern.id
})

describe('mettle outcome watch', () => {
  it('finds that work was kept once it has stayed, and that once', async () => {
    await run('run-1')
    const id = commit('a.txt', ...by('run-1'))
    later = 0
    expect(await watch()).toMatchObject({ branch: 'main', news: [] })
    later = 2
    const found = await watch()
    expect(found.news).toMatchObject([
      { run: 'run-1', kept: true, commit: id, graded: [{ pattern, tier: 'applied' }] },
    ])
    expect((await evidence()).successes).toBe(1)
    expect((await watch()).news).toEqual([])
    expect((await evidence()).successes).toBe(1)
  })

  it('finds that work was taken back, also after it was kept', async () => {
    await run('run-1')
    const id = commit('a.txt', ...by('run-1'))
    await watch()
    git(cwd, 'revert', '--no-edit', id)
    expect((await watch()).news).toMatchObject([{ run: 'run-1', kept: false }])
    expect(await evidence()).toMatchObject({ successes: 0, ignoreWeight: expect.any(Number) })
    expect((await watch()).news).toEqual([])
  })

  it('takes back what a reverted merge had brought', async () => {
    await run('run-1')
    git(cwd, 'checkout', '-q', '-b', 'topic')
    commit('a.txt', ...by('run-1'))
    git(cwd, 'checkout', '-q', 'main')
    expect((await watch()).news).toEqual([])
    git(cwd, 'merge', '-q', '--no-ff', '-m', 'merge topic', 'topic')
    git(cwd, 'revert', '--no-edit', '-m', '1', 'HEAD')
    expect((await watch()).news).toMatchObject([{ run: 'run-1', kept: false }])
  })

  it('says what is missing outside of a repository', async () => {
    cwd = temporaryFolder()
    await mettle('init')
    const { stderr, exitCode } = await mettle('outcome', 'watch', '--once')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('this folder is no git repository')])
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends on %s and leaves nothing behind',
    async (signal) => {
      const before = readdirSync(join(cwd, '.mettle'))
      const env = { ...process.env, ...environment }
      const child = spawn(process.execPath, [...SOURCE, 'outcome', 'watch', '--cwd', cwd], { env })
      const [chunk] = await once(child.stderr, 'data')
      expect(String(chunk)).toContain('on main')
      child.kill(signal)
      const [code] = await once(child, 'exit')
      expect(code).toBe(0)
      expect(readdirSync(join(cwd, '.mettle'))).toEqual(before)
    },
  )
})

describe('mettle outcome ci', () => {
  it('grades the run whose work the commit is, and the last word holds', async () => {
    await mettle('inject', '--role', 'builder', '--run', 'run-1', '--set', 'holdout.share=0')
    commit('a.txt', ...by('run-1'))
    const ci = async (...argv: string[]) =>
      JSON.parse((await mettle('outcome', 'ci', '--json', ...argv)).stdout)
    const ended = async () => JSON.parse((await mettle('run', 'show', 'run-1', '--json')).stdout)
    expect((await ci('--result', 'failure')).runs).toEqual([{ run: 'run-1', duplicate: false }])
    expect(await ended()).toMatchObject({ result: 'failure', observedBy: 'ci' })
    expect((await ci('--result', 'failure')).runs).toEqual([{ run: 'run-1', duplicate: true }])
    await ci('--result', 'success')
    expect(await ended()).toMatchObject({ result: 'success', observedBy: 'ci' })
  })

  it('grades all that a merge brought', async () => {
    for (const name of ['run-1', 'run-2'])
      await mettle('inject', '--role', 'builder', '--run', name, '--set', 'holdout.share=0')
    git(cwd, 'checkout', '-q', '-b', 'topic')
    commit('a.txt', ...by('run-1'))
    commit('b.txt', ...by('run-2'))
    git(cwd, 'checkout', '-q', 'main')
    git(cwd, 'merge', '-q', '--no-ff', '-m', 'merge topic', 'topic')
    const { stdout } = await mettle('outcome', 'ci', '--result', 'success', '--json')
    expect(JSON.parse(stdout).runs.map((one: { run: string }) => one.run)).toEqual(['run-1', 'run-2'])
  })

  it('fails no job for what it cannot grade', async () => {
    const own = await mettle('outcome', 'ci', '--result', 'success')
    expect([own.exitCode, own.stdout]).toEqual([0, expect.stringContaining('the work of no run on record')])
    const cancelled = await mettle('outcome', 'ci', '--result', 'cancelled')
    expect([cancelled.exitCode, cancelled.stdout]).toEqual([
      0,
      expect.stringContaining('nothing is recorded'),
    ])
  })
})

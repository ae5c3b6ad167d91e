import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { git, newRepository, temporaryFolder } from '../repositories/repository.ts'
import { compiledCli } from '../servers/cli-from-source.ts'
import { runCli } from './run-cli.ts'

const DAY_MS = 86_400_000
const LESSON = 'Check that the token has not expired before each request'

let cwd = ''
let environment: Record<string, string> = {}
let pattern = ''
/** Days after which it is looked at what became of the work. */
let later = 2
const after = (days: number, argv: readonly string[]) =>
  runCli(argv, { cwd, environment, now: Date.now() + days * DAY_MS })
const mettle = (...argv: string[]) => after(later, argv)
const watch = async (...argv: string[]) => {
  const { stdout, exitCode, stderr } = await mettle('outcome', 'watch', '--once', '--json', ...argv)
  expect([exitCode, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** A run that was shown the lesson and applied it, before its work is committed. */
async function run(name: string): Promise<void> {
  await after(0, ['inject', '--role', 'builder', '--run', name, '--set', 'holdout.share=0'])
  const used = ['--applied', `${pattern}@name.txt:1`, '--file', 'name.txt']
  const recorded = await after(0, ['outcome', 'record', '--run', name, '--result', 'success', ...used])
  expect(recorded.exitCode).toBe(0)
}

function commit(file: string, ...trailer: string[]): string {
  writeFileSync(join(cwd, file), `${file} ${Math.random()}`)
  git(cwd, 'add', file)
  git(cwd, 'commit', '-q', '-m', `change ${file}`, ...trailer)
  return git(cwd, 'rev-parse', 'HEAD')
}

/** Somebody changes the work once more, and says of which commit it was. */
function mendedBy(...argv: string[]): string {
  writeFileSync(join(cwd, 'a.txt'), `fixed ${Math.random()}`)
  git(cwd, 'add', 'a.txt')
  git(cwd, '-c', 'core.editor=true', 'commit', '-q', ...argv)
  return git(cwd, 'rev-parse', 'HEAD')
}

const by = (name: string) => ['--trailer', `Mettle-Run: ${name}`]
const evidence = async () =>
  JSON.parse((await mettle('pattern', 'show', pattern, '--axes', '--json')).stdout).axes.evidence

beforeEach(async () => {
  later = 0
  cwd = newRepository()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle('init')
  await mettle('learning', 'record', '--agent', 'builder', '--lesson', LESSON)
  await mettle('learn')
  pattern = JSON.parse((await mettle('pattern', 'list', '--json')).stdout).items[0].pattern.id
  later = 2
})

describe('mettle outcome watch', () => {
  it('finds that work was kept once it has stayed, and that once', async () => {
    await run('run-1')
    const id = commit('a.txt', ...by('run-1'))
    later = 0
    expect(await watch()).toMatchObject({ branch: 'main', news: [] })
    later = 2
    const found = await watch()
    expect(found.news).toMatchObject([{ run: 'run-1', kept: true, commit: id, graded: [{ pattern, tier: 'applied' }] }])
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

  it.each([
    ['fixup!', (id: string) => ['--fixup', id]],
    ['squash!', (id: string) => ['--squash', id, '--no-edit']],
    ['amend!', () => ['-m', 'amend! change a.txt', '-m', 'change a.txt and close it']],
    ['a trailer', (id: string) => ['-m', 'close it', '--trailer', `Fixes: ${id.slice(0, 12)} ("change a.txt")`]],
  ])('finds by %s that others had to fix the work', async (_, fixing) => {
    await run('run-1')
    const id = commit('a.txt', ...by('run-1'))
    await watch()
    const commitOf = mendedBy(...fixing(id))
    expect((await watch()).news).toMatchObject([
      { run: 'run-1', commit: commitOf, mends: id, graded: [{ pattern, tier: 'applied' }] },
    ])
    expect(await evidence()).toMatchObject({ successes: 0, ignoreWeight: 0 })
    expect((await watch()).news).toEqual([])
    const why = (await mettle('pattern', 'why', pattern, '--details')).stdout
    expect(why).toContain(`others fixed the run’s work: ${commitOf.slice(0, 12)} fixes ${id.slice(0, 12)}`)
    expect((await mettle('run', 'show', 'run-1')).stdout).toContain('Its work was reworked')
    expect((await mettle('outcome', 'list')).stdout).toMatch(/run-1 +success +reworked/)
  })

  it('finds none in what names the run as its own, in what comes late, and in what is not certain', async () => {
    for (const name of ['run-1', 'run-2']) await run(name)
    const first = commit('a.txt', ...by('run-1'))
    mendedBy('--fixup', first, ...by('run-1'))
    mendedBy('--fixup', `amend:${first}`)
    mendedBy('-m', 'close it', '--trailer', 'Fixes: ffffffffffff ("gone")')
    const reworked = async (...argv: string[]) =>
      (await watch(...argv)).news.filter(({ mends }: { mends?: string }) => mends !== undefined)
    expect(await reworked()).toEqual([])
    vi.stubEnv('GIT_COMMITTER_DATE', new Date(Date.now() - 16 * DAY_MS).toISOString())
    const second = commit('a.txt', ...by('run-2'))
    vi.unstubAllEnvs()
    mendedBy('--fixup', second)
    expect(await reworked('--rework-within', '20')).toEqual([])
    mendedBy('-m', 'close it', '--trailer', `Fixes: ${second}`)
    expect(await reworked()).toEqual([])
    expect(await reworked('--rework-within', '20')).toMatchObject([{ run: 'run-2', mends: second }])
  })

  it('says what is missing outside of a repository', async () => {
    cwd = temporaryFolder()
    await mettle('init')
    const { stderr, exitCode } = await mettle('outcome', 'watch', '--once')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('this folder is not a git repository')])
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends on %s and leaves nothing behind', async (signal) => {
    const before = readdirSync(join(cwd, '.mettle'))
    const env = { ...process.env, ...environment }
    const child = spawn(process.execPath, [compiledCli(), 'outcome', 'watch', '--cwd', cwd], { env })
    const [chunk] = await once(child.stderr, 'data')
    expect(String(chunk)).toContain('on main')
    child.kill(signal)
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    expect(readdirSync(join(cwd, '.mettle')).filter((file) => !before.includes(file))).toEqual([])
  })
})

describe('mettle outcome ci', () => {
  it('grades the run whose work the commit is, and the last word holds', async () => {
    await mettle('inject', '--role', 'builder', '--run', 'run-1', '--set', 'holdout.share=0')
    commit('a.txt', ...by('run-1'))
    const ci = async (...argv: string[]) => JSON.parse((await mettle('outcome', 'ci', '--json', ...argv)).stdout)
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
    expect([cancelled.exitCode, cancelled.stdout]).toEqual([0, expect.stringContaining('nothing is recorded')])
  })
})

describe('mettle outcome review', () => {
  const review = (result: string, ...argv: string[]) =>
    mettle('outcome', 'review', '--result', result, '--reviewer', 'ann', '--key', '80', ...argv)

  it('says that the work of a run needed changes, until the review is dismissed', async () => {
    await run('run-1')
    const id = commit('a.txt', ...by('run-1'))
    await watch()
    expect((await evidence()).successes).toBe(1)
    const asked = await review('changes_requested', '--commit', id)
    expect([asked.exitCode, asked.stdout]).toEqual([
      0,
      `${id.slice(0, 12)}: changes requested, recorded for 1 run.\n  run-1\n`,
    ])
    expect((await evidence()).successes).toBe(0)
    expect((await review('changes_requested')).stdout).toContain('changes requested, already known for 1 run.')
    const why = (await mettle('pattern', 'why', pattern, '--details')).stdout
    expect(why).toContain(`ann asked for changes to the run’s work (${id.slice(0, 12)}, review 80)`)
    await review('dismissed')
    expect((await evidence()).successes).toBe(1)
    expect((await mettle('run', 'show', 'run-1')).stdout).toContain('Its work was kept')
  })

  it('brings back what was before when it is undone', async () => {
    await run('run-1')
    commit('a.txt', ...by('run-1'))
    await watch()
    const before = await evidence()
    await review('changes_requested')
    const { timeline } = JSON.parse((await mettle('run', 'show', 'run-1', '--json')).stdout)
    await mettle('undo', timeline[0].id, '--reason', 'it was another pull request', '--by', 'ann')
    expect(await evidence()).toEqual(before)
  })

  it('fails no job for what asks for nothing, or is nobody’s work', async () => {
    for (const result of ['approved', 'commented'])
      expect(await review(result)).toMatchObject({
        exitCode: 0,
        stdout: `'${result}' asks for no changes; nothing is recorded.\n`,
      })
    const own = await review('changes_requested')
    expect([own.exitCode, own.stdout]).toEqual([0, expect.stringContaining('the work of no run on record')])
    const wrong = await mettle('outcome', 'review', '--result', 'CHANGES')
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('changes_requested')])
  })
})

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
const home = (name: string) => join(cwd, '.mettle', name)

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle('init')
  await mettle('learning', 'record', '--lesson', LESSON)
  await mettle('learn')
})

/** A new file: SQLite's stand-in holds the old one until its statements are collected, which is long after the command that used it. */
function putEmptyFile(path: string): void {
  rmSync(path)
  writeFileSync(path, '')
}

describe('a journal that is lost', () => {
  it.each([
    ['removed', () => rmSync(home('journal.db'))],
    ['empty', () => putEmptyFile(home('journal.db'))],
  ])('is told when it is %s, and nothing takes its place unasked', async (_how, lose) => {
    for (const suffix of ['-wal', '-shm']) rmSync(home(`journal.db${suffix}`), { force: true })
    lose()
    for (const command of [['status'], ['learn'], ['pattern', 'list']]) {
      const { exitCode, stderr } = await mettle(...command)
      expect(exitCode).toBe(1)
      expect(stderr).toContain('is gone or empty, though this project had one')
    }
    expect((await mettle('doctor')).stdout).toMatch(/^broken .*store: The journal at .* is gone or empty/)
    await mettle('gate', 'github')
    await mettle('inject')
    const { stdout } = await mettle('init')
    expect(stdout).toMatch(_how === 'removed' ? /^Created a journal: / : /^The journal exists: /)
    expect((await mettle('status')).exitCode).toBe(0)
  })

  it('is found again by init when only its project file is lost', async () => {
    const before = readFileSync(home('project.json'), 'utf8')
    rmSync(home('project.json'))
    expect((await mettle('init')).stdout).toContain('The journal exists')
    expect(readFileSync(home('project.json'), 'utf8')).toBe(before)
    expect((await mettle('pattern', 'list')).stdout).toContain(LESSON)
  })
})

describe('what cannot work', () => {
  it.each(['foo', 'foo/bar', 'pattern/'])('is the timeline of %s, which is no kind and id', async (thing) => {
    const { exitCode, stderr } = await mettle('timeline', '--about', thing)
    const kinds = 'pattern, adapter, task, error, approval, criterion, score, deliberation, review, verdict'
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `--about: '${thing}' is not KIND/ID, where KIND is ${kinds}.\nmettle timeline --about adapter/github\n`,
    })
  })

  it.each(['gate', 'undo', 'restore', 'undo --run r1'])('is `mettle %s`, which asks no person first', async (line) => {
    const confirm = async () => expect.unreachable('a person was asked to confirm a line that cannot work')
    expect((await runCli(line.split(' '), { cwd, environment, person: { confirm } })).exitCode).toBe(2)
  })

  it('is a policy file that cannot be used, which is said before an outcome is recorded', async () => {
    writeFileSync(join(cwd, 'mettle.policy.json'), '{ nope')
    const record = { runId: 'r1', result: 'success', retryCount: 0, qualityScore: 0.9, adaptersUsed: ['npm'] }
    const { exitCode, stderr } = await mettle('compat', 'ck-outcome', JSON.stringify(record))
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('cannot be used:') })
    expect((await mettle('outcome', 'list')).stdout).toBe('No outcomes match.\n')
  })

  it('is a watch over a folder that is not there', async () => {
    const { exitCode, stderr } = await mettle('deliberation', 'record', '--watch', 'nowhere')
    expect(exitCode).toBe(2)
    expect(stderr).toBe("--watch: 'nowhere' is not a folder.\nGive the path of a folder that exists.\n")
  })

  it('is told without a stack where .mettle is a file', async () => {
    rmSync(join(cwd, '.mettle'), { recursive: true })
    writeFileSync(join(cwd, '.mettle'), 'x')
    const { exitCode, stderr } = await mettle('init')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/The folder .*\.mettle cannot be made/)
  })

  it('is told without a stack when the address of the database is none', async () => {
    environment = { ...environment, METTLE_DATABASE_URL: 'garbage' }
    const { exitCode, stderr } = await mettle('status')
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('METTLE_DATABASE_URL is not a URL'),
    })
  })

  it('names the file to correct when a setting is wrong', async () => {
    writeFileSync(join(cwd, 'mettle.config.json'), '{"holdout":{"shere":0.2}}')
    const { stderr } = await mettle('status')
    expect(stderr).toContain("Did you mean 'holdout.share'?")
    expect(stderr).toMatch(/Correct it in .*mettle\.config\.json/)
  })

  it.each(['db/index.ts:notaline', 'foo:-1', 'foo:0', ':3'])('refuses %s as a place', async (place) => {
    const { exitCode, stderr } = await mettle('learning', 'record', '--lesson', LESSON, '--at', place)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`'${place}' is not a place in a file.`)
  })

  it('says how long a text may be, and records nothing', async () => {
    const { exitCode, stderr } = await mettle('learning', 'record', '--lesson', 'long '.repeat(600))
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^lesson: .*2000 characters/)
    expect(stderr).toContain('nothing was recorded')
  })
})

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'
/** Everything but the newest run is old, and nothing counts as under way. */
const STRICT = ['--set', 'retention.maxRuns=1', '--set', 'retention.protectedWindowMinutes=0']

let cwd = ''
let environment: Record<string, string> = {}
let now = Date.parse('2026-01-01T00:00:00Z')
const mettle = (...argv: string[]) => {
  now += 60_000
  return runCli(argv, { cwd, environment, now })
}
const archives = () => {
  const folder = join(cwd, '.mettle', 'archive')
  const [journal] = readdirSync(folder)
  return readdirSync(join(folder, journal!)).map((file) => join(folder, journal!, file))
}

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle('init')
  await mettle('learning', 'record', '--lesson', LESSON, '--run', 'run-1')
  await mettle('learn')
  for (const run of ['run-2', 'run-3']) {
    await mettle('inject', '--role', 'builder', '--run', run)
    await mettle('outcome', 'record', '--run', run, '--result', 'success')
  }
})

describe('forget', () => {
  it('shows what would go, moves it, and brings it back', async () => {
    const listed = (await mettle('pattern', 'list')).stdout
    const plan = (await mettle('forget', '--dry-run', ...STRICT)).stdout
    expect(plan).toMatch(/^Would archive the content of 5 events of 2 runs; \d events stay in the journal\.\n/)
    expect(plan).toContain('Nothing was changed.')
    expect((await mettle('forget', ...STRICT)).stdout).toMatch(/^Archived the content of 5 events/)
    expect(gunzipSync(readFileSync(archives()[0]!)).toString()).toContain(LESSON)
    expect((await mettle('status')).stdout).toContain('content of events up to 5')
    expect((await mettle('doctor')).stdout).toContain('fine     archive: the words of events up to 5 are archived')
    await mettle('rebuild')
    const text = (list: string) => list.replace(/\d+ minutes| /g, '')
    expect(text((await mettle('pattern', 'list')).stdout)).toBe(text(listed))
    expect((await mettle('forget', '--restore')).stdout).toBe('Restored the content of 5 events from 1 archive.\n')
    expect((await mettle('forget', '--restore')).stdout).toBe('Nothing is archived.\n')
  })

  it('touches nothing that is recent', async () => {
    expect((await mettle('forget')).stdout).toMatch(/^Nothing to remove: all \d events are recent\./)
  })

  it('refuses an archive that is damaged, and says what to do', async () => {
    await mettle('forget', ...STRICT)
    const [path] = archives()
    writeFileSync(path!, 'not an archive')
    const { exitCode, stderr } = await mettle('forget', '--restore')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('cannot be read')
    expect(stderr).toContain('Use an undamaged copy')
    expect((await mettle('pattern', 'list')).stdout).toContain(LESSON)
  })

  it('asks for a reason before it erases', async () => {
    const { exitCode, stderr } = await mettle('forget', '--event', 'x1')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('mettle forget --event x1 --reason')
  })
})

describe('forget, in .learnings', () => {
  const DAY = 86_400_000
  const at = (path: string) => join(cwd, '.learnings', path)
  /** A file, and the folder that it lies in, so many days old. */
  const leave = (path: string, days: number, text = '{}') => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
    const then = new Date(now - days * DAY)
    for (const old of [at(path), dirname(at(path))]) utimesSync(old, then, then)
  }
  const sessionFile = (run: string) => `sessions/run-${run}/iter-1.json`

  it('lists what is no longer kept, removes it, and nothing else', async () => {
    for (const [run, days] of [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ] as const)
      leave(sessionFile(run), days)
    leave('pending/archived/builder-a1.json', 31)
    leave('pending/archived/builder-a2.json', 29)
    leave('pending/builder-a3.json', 90)
    leave('.lock', 1, `run_id=dead|pid=999999999|started=${new Date(now - DAY).toISOString()}`)
    const keep = ['--set', 'retention.maxSessions=2']
    const { stdout } = await mettle('forget', '--dry-run', ...keep)
    expect(stdout).toContain('Would remove from .learnings:')
    expect(stdout).toMatch(/sessions\/run-a +not among the newest 2/)
    expect(stdout).toMatch(/archived\/builder-a1.json +written 31 days ago; 30 are kept/)
    expect(stdout).toMatch(/\.lock +of a run that died; taken 24 hours ago/)
    expect(existsSync(at(sessionFile('a')))).toBe(true)
    expect((await mettle('forget', ...keep)).stdout).toContain('Removed from .learnings:')
    expect(readdirSync(at('sessions'))).toEqual(['run-b', 'run-c'])
    expect(readdirSync(at('pending/archived'))).toEqual(['builder-a2.json'])
    expect(existsSync(at('pending/builder-a3.json'))).toBe(true)
    expect(existsSync(at('.lock'))).toBe(false)
    expect((await mettle('forget', ...keep)).stdout).not.toContain('.learnings')
  })

  it('leaves alone the session of a run that is under way', async () => {
    leave(sessionFile('3'), 9)
    for (const run of ['y', 'z']) leave(sessionFile(run), 1)
    await mettle('forget', '--set', 'retention.maxSessions=1')
    expect(readdirSync(at('sessions'))).toEqual(['run-3', expect.stringMatching(/^run-[yz]$/)])
  })

  it('removes nothing while a run holds the lock, and says so', async () => {
    leave(sessionFile('x'), 8)
    leave('.lock', 2, `run_id=x|pid=${process.pid}|started=${new Date(now - 2 * DAY).toISOString()}`)
    for (const run of ['y', 'z']) leave(sessionFile(run), 1)
    const { stdout } = await mettle('forget', '--set', 'retention.maxSessions=1')
    expect(stdout).toContain('Nothing is removed from .learnings while x holds its lock.')
    expect(readdirSync(at('sessions'))).toEqual(['run-x', 'run-y', 'run-z'])
    expect(existsSync(at('.lock'))).toBe(true)
  })

  it('follows no link, neither to a folder nor to a file', async () => {
    const outside = temporaryFolder()
    mkdirSync(join(outside, 'run-old'))
    writeFileSync(join(outside, 'run-old', 'mine.txt'), 'mine')
    mkdirSync(at('pending'), { recursive: true })
    symlinkSync(outside, at('sessions'))
    symlinkSync(join(outside, 'run-old'), at('pending/archived'))
    const strict = ['retention.maxSessions=1', 'retention.maxArchiveAgeDays=0', 'retention.protectedWindowMinutes=0']
    now += 400 * DAY
    await mettle('forget', ...strict.flatMap((setting) => ['--set', setting]))
    expect(readFileSync(join(outside, 'run-old', 'mine.txt'), 'utf8')).toBe('mine')
    expect(existsSync(at('sessions'))).toBe(true)
  })

  it('takes retention.yaml where nobody set anything, and says which holds', async () => {
    for (const [run, days] of [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ] as const)
      leave(sessionFile(run), days)
    leave('retention.yaml', 0, 'max_sessions: 1\nmax_archive_age_days: 5\n')
    const { stdout } = await mettle('forget', '--dry-run', '--set', 'retention.maxArchiveAgeDays=90')
    expect(stdout).toContain('retention.maxSessions is 1 by .learnings/retention.yaml.')
    expect(stdout).toContain(
      'retention.maxArchiveAgeDays is 90 by the settings, not 5 as .learnings/retention.yaml says.',
    )
    await mettle('forget')
    expect(readdirSync(at('sessions'))).toEqual(['run-c'])
  })

  it('removes nothing by a retention.yaml that is wrong', async () => {
    for (const [run, days] of [
      ['a', 3],
      ['b', 2],
    ] as const)
      leave(sessionFile(run), days)
    leave('retention.yaml', 0, 'max_sessions: 0\n')
    const { exitCode, stderr } = await mettle('forget')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('.learnings/retention.yaml: max_sessions: must be at least 1')
    expect(readdirSync(at('sessions'))).toHaveLength(2)
  })
})

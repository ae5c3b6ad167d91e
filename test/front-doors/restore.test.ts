import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UserError } from '../../src/domain/user-error.ts'
import { swapOptions, watchingAs } from '../../src/open-store.ts'
import { bundle } from '../contract/bundle.ts'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { closedFiles } from '../worlds/closed-files.ts'
import { runCli } from './run-cli.ts'

const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'
const LATER = 'Never push to main on a Friday, since nobody is there'

let script: Awaited<ReturnType<typeof bundle>>
beforeAll(async () => {
  script = await bundle('../front-doors/record-and-stop.mts')
})
afterAll(() => script.remove())

function newProject(home = temporaryFolder()) {
  const cwd = newRepository()
  const environment = { METTLE_HOME: home, METTLE_HOLDOUT_SHARE: '0' }
  return {
    cwd,
    home,
    journal: join(cwd, '.mettle', 'journal.db'),
    mettle: (...argv: string[]) => runCli(argv, { cwd, environment }),
    /** In a process of its own, which leaves nothing open. */
    record(outcomes: number) {
      const args = [script.file, cwd, home, String(outcomes), 'end']
      expect(spawnSync(process.execPath, args, { encoding: 'utf8', input: 'end\n' }).status).toBe(0)
    },
  }
}

/** A project with a backup, and something that was learned after it. */
async function projectWithBackup() {
  const project = newProject()
  const { mettle } = project
  await mettle('init')
  await mettle('learning', 'record', '--lesson', LESSON)
  await mettle('learn')
  const backup = join(temporaryFolder(), 'backup.db')
  expect(await mettle('backup', '--out', backup)).toMatchObject({ exitCode: 0, stderr: '' })
  const patterns = (await mettle('pattern', 'list', '--json')).stdout
  await mettle('learning', 'record', '--lesson', LATER)
  await mettle('learn')
  return { ...project, backup, patterns }
}

type Project = Awaited<ReturnType<typeof projectWithBackup>>

async function expectHealthy({ mettle }: Pick<Project, 'mettle'>): Promise<string> {
  const { stdout, exitCode } = await mettle('doctor')
  expect(stdout).not.toMatch(/^broken/m)
  expect(exitCode).toBe(0)
  expect(await mettle('replay', '--verify')).toMatchObject({ exitCode: 0 })
  return stdout
}

describe('mettle restore FILE', () => {
  it('puts a backup back, keeps what was there, and can be taken back in the same way', async () => {
    const project = await projectWithBackup()
    const { mettle, backup, patterns, cwd } = project
    const later = (await mettle('pattern', 'list', '--json')).stdout
    const plan = await mettle('restore', backup, '--dry-run', '--json')
    expect(JSON.parse(plan.stdout)).toMatchObject({
      restored: false,
      events: 3,
      eventsNow: 6,
      lost: 3,
      isSameHistory: true,
      isKnownHere: true,
    })
    expect((await mettle('pattern', 'list', '--json')).stdout).toBe(later)

    const restored = await mettle('restore', backup)
    expect(restored).toMatchObject({ exitCode: 0 })
    expect(restored.stderr).toContain('the newest 3 events')
    expect((await mettle('pattern', 'list', '--json')).stdout).toBe(patterns)
    expect(await expectHealthy(project)).toMatch(/seal: holds up to event 3; known since a restore of backup.db/)

    const kept = /mettle restore (\S+)/.exec(restored.stdout)![1]!
    expect(statSync(join(cwd, kept)).mode & 0o777).toBe(0o600)
    expect(await mettle('restore', kept)).toMatchObject({ exitCode: 0 })
    expect((await mettle('pattern', 'list', '--json')).stdout).toBe(later)
    await expectHealthy(project)
    expect(readdirSync(join(cwd, '.mettle')).filter((name) => /fresh|work|swap/.test(name))).toEqual([])
  })

  it('is refused without a person, and changes nothing', async () => {
    const { backup, cwd, home, journal } = await projectWithBackup()
    const before = readFileSync(journal)
    const environment = { METTLE_HOME: home }
    const nobody = { confirm: () => Promise.reject(new UserError('person', 'nobody is here', '')) }
    const refused = await runCli(['restore', backup], { cwd, environment, person: nobody })
    expect(refused).toMatchObject({ exitCode: 1 })
    expect(readFileSync(journal)).toEqual(before)
  })

  it.each<[string, (project: Project) => void]>([
    ['gone', ({ journal }) => ['', '-wal', '-shm'].forEach((end) => void rmSync(journal + end, { force: true }))],
    ['garbage', ({ journal }) => writeFileSync(journal, 'no journal '.repeat(1_000))],
    ['empty', ({ journal }) => writeFileSync(journal, '')],
  ])('works where the journal is %s', async (_how, damage) => {
    const project = await projectWithBackup()
    damage(project)
    expect(await project.mettle('status')).toMatchObject({ exitCode: 1 })
    expect(await project.mettle('restore', project.backup)).toMatchObject({ exitCode: 0 })
    expect((await project.mettle('pattern', 'list', '--json')).stdout).toBe(project.patterns)
    await expectHealthy(project)
  })

  it('refuses a backup that is damaged or was altered, and says how to take what is left of it', async () => {
    const { mettle, backup, journal, cwd } = await projectWithBackup()
    const before = readFileSync(journal)
    const bytes = readFileSync(backup)
    bytes.fill(7, 4_096 * 3, 4_096 * 4)
    writeFileSync(backup, bytes)
    const refused = await mettle('restore', backup)
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/is damaged: /) })
    expect(refused.stderr).toContain(`mettle restore ${backup} --accept-loss`)
    expect(readFileSync(journal)).toEqual(before)
    expect(readdirSync(join(cwd, '.mettle')).filter((name) => /fresh|work|swap/.test(name))).toEqual([])
    expect(await mettle('restore', backup, '--accept-loss')).toMatchObject({ exitCode: 0 })
  })

  it('belongs to its project in a clone on a machine with another key, and says what cannot be known there', async () => {
    const { backup, patterns } = await projectWithBackup()
    const clone = newProject()
    const restored = await clone.mettle('restore', backup)
    expect(restored).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/this machine has no seal of it/),
    })
    expect((await clone.mettle('pattern', 'list', '--json')).stdout).toBe(patterns)
    await expectHealthy(clone)
  })

  it('refuses the journal of another project', async () => {
    const [project, other] = [await projectWithBackup(), await projectWithBackup()]
    expect(await project.mettle('restore', other.backup)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/nothing of this project/),
    })
    expect(await project.mettle('restore', join(project.cwd, 'nowhere.db'))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/There is no file/),
    })
  })
})

it('has put the backup back or changed nothing, whenever it is killed', async () => {
  const project = await projectWithBackup()
  const { cwd, home, backup, mettle } = project
  const restoring = await bundle('../front-doors/restore-when-told.mts')
  for (let round = 0; round < 8; round++) {
    const child = spawn(process.execPath, [restoring.file, cwd, home, backup])
    // Asked for before the restore starts: a quick one ends before it can be killed.
    const ended = once(child, 'exit')
    await once(child.stdout!, 'data')
    await closedFiles()
    child.stdin!.write('go\n')
    await sleep(round * 3)
    child.kill('SIGKILL')
    await ended
    const status = await mettle('status', '--json')
    expect(status).toMatchObject({ exitCode: 0 })
    const { events } = JSON.parse(status.stdout) as { events: number }
    expect([3, 6]).toContain(events)
    if (events === 3) {
      await mettle('learning', 'record', '--lesson', LATER)
      await mettle('learn')
    }
  }
  await restoring.remove()
  await expectHealthy(project)
  // Copies that killed restores had prepared go with the next one, and what each replaced is still there.
  expect(await mettle('restore', backup)).toMatchObject({ exitCode: 0 })
  const left = readdirSync(join(cwd, '.mettle'))
  expect(left.filter((name) => /fresh|work|swap/.test(name))).toEqual([])
  const kept = left.filter((name) => /^journal-.*\.db$/.test(name)).length
  expect(await mettle('restore', backup)).toMatchObject({ exitCode: 0 })
  expect(readdirSync(join(cwd, '.mettle')).filter((name) => /^journal-.*\.db$/.test(name))).toHaveLength(kept + 1)
}, 120_000)

it('leaves no seal beyond what was restored, whoever finishes the restore', async () => {
  const { cwd, home, journal, mettle } = await projectWithBackup()
  const sealed = readdirSync(join(home, 'seals')).map((name) => name.replace('.json', ''))
  expect(sealed).toHaveLength(1)
  const scope = { organisation: 'local', project: 'p' }
  const watching = watchingAs(scope, { METTLE_HOME: home }, Date.now)
  const { onPlaced } = swapOptions(journal, watching, 1_000)
  const mark = { scope, journal: sealed[0]!, hash: 'h', at: 0, isOnDisk: true }
  const { position } = watching.seals.last(sealed[0]!)!
  onPlaced({ marks: [{ ...mark, position }] })
  expect(watching.seals.last(sealed[0]!)).toBeDefined()
  onPlaced({ marks: [{ ...mark, position: position - 1 }] })
  expect(watching.seals.last(sealed[0]!)).toBeUndefined()
  await mettle('learning', 'record', '--lesson', 'Keep the lock file in git, since builds read it')
  await mettle('learn')
  expect(watching.seals.last(sealed[0]!)).toBeDefined()
  onPlaced({ marks: [{ ...mark, position: 1_000 }], unsealed: sealed })
  expect(watching.seals.last(sealed[0]!)).toBeUndefined()
  expect(existsSync(join(cwd, '.mettle', 'journal.db'))).toBe(true)
})

it('waits for no restore that was killed in the middle of its swap, also where the clock was set back', async () => {
  const { cwd, mettle, backup } = await projectWithBackup()
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const lock = join(cwd, '.mettle', 'journal.db.swap-lock')
  for (const text of [
    `run_id=a|pid=${dead}|started=2026-01-01T00:00:00.000Z|host=${hostname()}\n`,
    `run_id=a|pid=${process.pid}|started=2027-01-01T00:00:00.000Z|host=elsewhere\n`,
    '',
  ]) {
    writeFileSync(lock, text)
    const start = performance.now()
    expect(await mettle('restore', backup)).toMatchObject({ exitCode: 0, stderr: expect.anything() })
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(existsSync(lock)).toBe(false)
  }
}, 60_000)

describe('mettle restore --accept-loss', () => {
  it('goes on with a journal that lost its end', async () => {
    const project = newProject()
    await project.mettle('init')
    project.record(2)
    const older = join(temporaryFolder(), 'older.db')
    copyFileSync(project.journal, older)
    project.record(4)
    for (const end of ['', '-wal', '-shm']) rmSync(project.journal + end, { force: true })
    copyFileSync(older, project.journal)
    expect(await project.mettle('status')).toMatchObject({ exitCode: 1 })
    const accepted = await project.mettle('restore', '--accept-loss')
    expect(accepted).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/lost +the newest \d+ events/),
    })
    expect((await project.mettle('outcome', 'list', '--json')).stdout).toContain('run-1')
    await expectHealthy(project)
  })

  it('takes every event that can be read, wherever the damage is, and keeps the damaged file', async () => {
    const project = newProject()
    await project.mettle('init')
    project.record(40)
    const whole = readFileSync(project.journal)
    const total = JSON.parse((await project.mettle('status', '--json')).stdout).events as number
    const pages = whole.length / 4_096
    const kept: number[] = []
    for (const page of [0, 1, 2, 3, 5, 8, Math.floor(pages / 2), pages - 1]) {
      for (const name of readdirSync(join(project.cwd, '.mettle')).filter((each) => each.startsWith('journal')))
        rmSync(join(project.cwd, '.mettle', name))
      const damaged = Buffer.from(whole)
      damaged.fill(7, page * 4_096, (page + 1) * 4_096)
      writeFileSync(project.journal, damaged)
      const accepted = await project.mettle('restore', '--accept-loss', '--json')
      expect({ page, ...accepted }).toMatchObject({ page, exitCode: 0 })
      const { events, kept: beside } = JSON.parse(accepted.stdout) as { events: number; kept: string }
      expect(readFileSync(beside)).toEqual(damaged)
      kept.push(events)
      await expectHealthy(project)
    }
    expect(Math.max(...kept)).toBe(total)
    expect(Math.min(...kept)).toBeGreaterThan(total / 2)
  }, 60_000)

  it('says when nothing is left', async () => {
    const project = await projectWithBackup()
    writeFileSync(project.journal, Buffer.alloc(40_960, 7))
    for (const end of ['-wal', '-shm']) rmSync(project.journal + end, { force: true })
    expect(await project.mettle('restore', '--accept-loss')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/Nothing in .* can be read as an event/),
    })
    expect(existsSync(project.journal)).toBe(true)
  })
})

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from '../contract/bundle.ts'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { closedFiles } from '../worlds/closed-files.ts'
import { runCli } from './run-cli.ts'

let script: Awaited<ReturnType<typeof bundle>>
beforeAll(async () => {
  script = await bundle('../front-doors/record-and-stop.mts')
})
afterAll(() => script.remove())

const REMEDY = 'mettle restore --accept-loss'

interface Project {
  readonly cwd: string
  readonly home: string
  readonly journal: string
  mettle(...argv: string[]): ReturnType<typeof runCli>
}

async function newProject(): Promise<Project> {
  const cwd = newRepository()
  const home = temporaryFolder()
  const environment = { METTLE_HOME: home, METTLE_HOLDOUT_SHARE: '0' }
  const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
  await mettle('init')
  return { cwd, home, journal: join(cwd, '.mettle', 'journal.db'), mettle }
}

/** Records outcomes in a process that is killed, so that they are in the write-ahead log and nowhere else. */
function recordAndDie({ cwd, home }: Project, outcomes: number): void {
  const args = [script.file, cwd, home, String(outcomes), 'die']
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).signal).toBe('SIGKILL')
}

/** Records outcomes in a process that ends as it should, and leaves one file. */
function recordAndEnd({ cwd, home, journal }: Project, outcomes: number): void {
  const args = [script.file, cwd, home, String(outcomes), 'end']
  expect(spawnSync(process.execPath, args, { encoding: 'utf8', input: 'end\n' }).status).toBe(0)
  for (const end of ['-wal', '-shm']) rmSync(journal + end, { force: true })
}

async function recordAndStay({ cwd, home }: Project, outcomes: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script.file, cwd, home, String(outcomes), 'stay'])
  await once(child.stdout!, 'data')
  return child
}

/** A project whose last outcomes nobody has sealed: they were recorded after the last `learn`. */
async function projectWithLog(): Promise<Project> {
  const project = await newProject()
  await project.mettle('learning', 'record', '--lesson', 'Always run the migrations before the tests')
  await project.mettle('learn')
  await closedFiles()
  recordAndDie(project, 5)
  expect(statSync(`${project.journal}-wal`).size).toBeGreaterThan(0)
  return project
}

function overwrite(path: string, from: number, bytes: Buffer): void {
  const content = readFileSync(path)
  bytes.copy(content, from)
  writeFileSync(path, content)
}

/** What anybody who opens the journal and the doctor say; and neither may change a byte of it. */
async function expectReported({ mettle, journal }: Project, found: RegExp): Promise<void> {
  const bytes = () => ['', '-wal'].map((end) => existsSync(journal + end) && readFileSync(journal + end))
  const before = bytes()
  const status = await mettle('status')
  expect(status).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(found) })
  expect(status.stderr).toContain(REMEDY)
  const written = await mettle('learning', 'record', '--lesson', 'Never push to main on a Friday')
  // An agent that records between its steps goes on; the person reads why nothing was recorded.
  expect(written).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(found) })
  expect(written.stderr).toMatch(/^Nothing was recorded: /)
  const doctor = await mettle('doctor')
  expect(doctor).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(found) })
  expect(doctor.stdout).toContain(REMEDY)
  const inject = await mettle('inject', '--role', 'builder')
  expect(inject).toMatchObject({ exitCode: 0, stdout: '' })
  const after = bytes()
  if (before[1] !== false && (before[1] as Buffer).length > 0) expect(after).toEqual(before)
  else expect(after[0]).toEqual(before[0])
}

describe('a write-ahead log that was', () => {
  it.each<[string, RegExp, (log: string) => void]>([
    ['deleted', /is gone, and it held \d+ pages/, (log) => rmSync(log)],
    ['emptied', /is gone, and it held \d+ pages/, (log) => truncateSync(log, 0)],
    ['cut in half', /was cut/, (log) => truncateSync(log, Math.floor(statSync(log).size / 2))],
    ['given another header', /is not the one|is damaged from page 1/, (log) => overwrite(log, 0, Buffer.alloc(32, 7))],
    [
      'garbled in the middle',
      /is damaged from page \d+/,
      (log) => overwrite(log, Math.floor(statSync(log).size / 2), Buffer.alloc(64, 7)),
    ],
    [
      'zeroed at its end',
      /is damaged from page \d+/,
      (log) => overwrite(log, statSync(log).size - 512, Buffer.alloc(512, 0)),
    ],
  ])('%s is reported by opening and by the doctor', async (_how, found, damage) => {
    const project = await projectWithLog()
    damage(`${project.journal}-wal`)
    await expectReported(project, found)
  })

  it('deleted with the index beside it is known by the last commit', async () => {
    const project = await newProject()
    recordAndEnd(project, 2)
    const whole = join(temporaryFolder(), 'whole.db')
    renameSync(project.journal, whole)
    copyFileSync(whole, project.journal)
    recordAndDie(project, 5)
    for (const end of ['-wal', '-shm']) rmSync(project.journal + end)
    await expectReported(project, /its newest \d+ events are gone: it reached event \d+/)
  })

  it('deleted under a process that has the journal open is whole again once that process ends', async () => {
    const project = await newProject()
    const child = await recordAndStay(project, 5)
    rmSync(`${project.journal}-wal`)
    const status = await project.mettle('status')
    expect(status).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/end them first/) })
    child.stdin!.write('end\n')
    await once(child, 'exit')
    expect(await project.mettle('status')).toMatchObject({ exitCode: 0 })
    expect((await project.mettle('outcome', 'list', '--json')).stdout).toContain('run-4')
  })
})

describe('another file in the place of the journal', () => {
  it('is reported when it is an older copy', async () => {
    const project = await newProject()
    recordAndEnd(project, 1)
    const older = join(temporaryFolder(), 'older.db')
    copyFileSync(project.journal, older)
    recordAndEnd(project, 3)
    renameSync(older, project.journal)
    await expectReported(project, /its newest \d+ events are gone/)
  })

  it('is reported when it is an older copy that has grown again elsewhere', async () => {
    const project = await newProject()
    const older = join(temporaryFolder(), 'older')
    await project.mettle('outcome', 'record', '--run', 'r1', '--result', 'success')
    cpSync(join(project.cwd, '.mettle'), join(older, '.mettle'), { recursive: true })
    await project.mettle('outcome', 'record', '--run', 'r2', '--result', 'success')
    for (const run of ['x1', 'x2', 'x3'])
      await runCli(['outcome', 'record', '--run', run, '--result', 'success'], {
        cwd: older,
        environment: { METTLE_HOME: temporaryFolder() },
      })
    copyFileSync(join(older, '.mettle', 'journal.db'), project.journal)
    await expectReported(project, /event \d+ is not the one that was recorded there/)
  })

  it('is reported when it is the journal of another project', async () => {
    const [project, other] = [await newProject(), await newProject()]
    for (const each of [project, other]) await each.mettle('outcome', 'record', '--run', 'r1', '--result', 'success')
    copyFileSync(other.journal, project.journal)
    await expectReported(project, /it holds nothing of this project/)
  })

  it('is told to be gone, with how far it had reached, when there is none', async () => {
    const project = await newProject()
    await project.mettle('outcome', 'record', '--run', 'r1', '--result', 'success')
    rmSync(project.journal)
    const gone = /is gone or empty, though this project had one that reached event \d/
    expect(await project.mettle('status')).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(gone) })
    expect(await project.mettle('doctor')).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(gone) })
    await project.mettle('init')
    expect((await project.mettle('doctor')).stdout).toMatch(/^fine +seal: .*none yet|^fine +seal: /m)
    expect(await project.mettle('status')).toMatchObject({ exitCode: 0 })
  })
})

describe('a damaged page', () => {
  const PAGE = 4_096

  /** The same journal again and again, each time with another page of it damaged. */
  async function damagedPages(damage: (page: Buffer, at: number) => Buffer): Promise<string[]> {
    const project = await newProject()
    for (let i = 0; i < 3; i++)
      await project.mettle('learning', 'record', '--lesson', `Always close handle ${i} before the folder is removed`)
    await project.mettle('learn')
    recordAndDie(project, 30)
    await project.mettle('status')
    const whole = join(temporaryFolder(), 'whole.db')
    const kept = join(temporaryFolder(), 'copies')
    mkdirSync(kept)
    await project.mettle('backup', '--out', whole)
    const missed: string[] = []
    const pages = statSync(whole).size / PAGE
    expect(pages).toBeGreaterThan(30)
    for (let at = 0; at < pages; at++) {
      const content = readFileSync(whole)
      damage(content.subarray(at * PAGE, (at + 1) * PAGE), at).copy(content, at * PAGE)
      // A file of its own: SQLite's stand-in still holds those before.
      for (const name of readdirSync(join(project.cwd, '.mettle')).filter((each) => each.startsWith('journal.db')))
        renameSync(join(project.cwd, '.mettle', name), join(kept, `${at}-${name}`))
      writeFileSync(project.journal, content)
      const opened = await project.mettle('status')
      const doctor = await project.mettle('doctor')
      const isReported =
        opened.exitCode === 1 &&
        /damaged/.test(opened.stderr) &&
        doctor.exitCode === 1 &&
        /^broken.*damaged/m.test(doctor.stdout) &&
        [opened.stderr, doctor.stdout].every((text) => text.includes(REMEDY))
      if (!isReported) missed.push(`page ${at + 1}: ${opened.stderr} ${doctor.stdout.split('\n')[0]}`)
    }
    return missed
  }

  it('is reported wherever it is, when it is zeroed', async () => {
    expect(await damagedPages((page) => Buffer.alloc(page.length))).toEqual([])
  }, 120_000)

  it('is reported wherever it is, when it is overwritten', async () => {
    expect(await damagedPages((page, at) => Buffer.alloc(page.length, `garbage ${at}`))).toEqual([])
  }, 120_000)
})

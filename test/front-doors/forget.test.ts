import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
    expect(plan).toMatch(/^Would archive the words of 5 facts of 2 runs; \d facts stay at hand\.\n/)
    expect(plan).toContain('Nothing was changed.')
    expect((await mettle('forget', ...STRICT)).stdout).toMatch(/^Archived the words of 5 facts/)
    expect(gunzipSync(readFileSync(archives()[0]!)).toString()).toContain(LESSON)
    expect((await mettle('status')).stdout).toContain('words of events up to 5')
    expect((await mettle('doctor')).stdout).toContain(
      'fine     archive: the words of events up to 5 are archived',
    )
    await mettle('rebuild')
    const text = (list: string) => list.replace(/\d+ minutes| /g, '')
    expect(text((await mettle('pattern', 'list')).stdout)).toBe(text(listed))
    expect((await mettle('forget', '--restore')).stdout).toBe(
      'Brought the words of 5 facts back from 1 archive.\n',
    )
    expect((await mettle('forget', '--restore')).stdout).toBe('Nothing is archived.\n')
  })

  it('touches nothing that is recent', async () => {
    expect((await mettle('forget')).stdout).toMatch(/^Nothing goes: all \d facts are recent\./)
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

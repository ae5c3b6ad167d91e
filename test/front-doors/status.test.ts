import { expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const DAY_MS = 86_400_000
const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'

it('status raises the alarm over what fell quiet, and says where to look', async () => {
  const where = { cwd: temporaryFolder(), environment: { METTLE_HOME: temporaryFolder() } }
  const begun = Date.parse('2026-01-01T00:00:00Z')
  const mettle = async (day: number, ...argv: string[]) =>
    (await runCli(argv, { ...where, now: begun + day * DAY_MS })).stdout
  await mettle(0, 'init')
  expect(await mettle(30, 'status')).not.toContain('quiet')
  await mettle(30, 'learning', 'record', '--lesson', LESSON, '--run', 'run-1')
  await mettle(30, 'learn')
  expect(await mettle(31, 'status')).toMatch(/^last lesson +1 day ago$/m)
  expect(await mettle(31, 'status')).not.toContain('though runs are on record')
  expect(await mettle(44, 'status')).toMatch(/^last shown +never, though runs are on record; mettle doctor$/m)
  expect(await mettle(50, 'status')).toMatch(/^last lesson +2 weeks ago: quiet for more than 14 days; mettle doctor$/m)
})

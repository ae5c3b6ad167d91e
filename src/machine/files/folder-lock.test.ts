import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { withLock } from './folder-lock.ts'

const OPTIONS = { staleHours: 1, waitMs: 100, now: Date.now }

function textOf(pid: number): string {
  return `run_id=a|pid=${pid}|started=${new Date().toISOString()}|host=${hostname()}\n`
}

it('removes a stale lock that a killed process had moved out of the way, and none that is held', async () => {
  const lock = join(temporaryFolder(), 'journal.lock')
  writeFileSync(`${lock}.of-the-dead`, textOf(spawnSync(process.execPath, ['-e', '']).pid))
  writeFileSync(`${lock}.being-put-back`, textOf(process.pid))
  await withLock(lock, OPTIONS, () => expect(existsSync(lock)).toBe(true))
  expect(readdirSync(dirname(lock))).toEqual(['journal.lock.being-put-back'])
})

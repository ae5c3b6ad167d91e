import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openSharedFolder } from '../../src/machine/learnings/shared-folder.ts'
import { bundle } from '../contract/bundle.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { DAY_ZERO } from '../worlds/any-event.ts'

const run = promisify(execFile)
const WRITERS = ['a', 'b', 'c', 'd']
const PUTS = 15

it('four processes put patterns into one folder at once, and none is lost or doubled', async () => {
  const folder = temporaryFolder()
  const script = await bundle('../sharing/folder-writer.mts')
  try {
    await Promise.all(WRITERS.map((name) => run(process.execPath, [script.file, folder, name, String(PUTS)])))
  } finally {
    await script.remove()
  }
  const place = openSharedFolder(folder, { staleHours: 4, waitMs: 0, now: () => DAY_ZERO })
  const found = await place.read()
  expect(found.filter(({ problem }) => problem !== undefined)).toEqual([])
  const events = found.map(({ value }) => (value as { event: string }).event)
  expect(new Set(events).size).toBe(WRITERS.length * PUTS)
  expect(new Set(found.map(({ at }) => at)).size).toBe(WRITERS.length * PUTS)
  expect(found).toHaveLength(WRITERS.length * PUTS)
  expect(readdirSync(folder).sort()).toEqual(['org-patterns.json', 'sources.json'])
}, 60_000)

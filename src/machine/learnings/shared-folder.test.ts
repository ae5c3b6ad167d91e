import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { DAY_ZERO } from '../../../test/worlds/any-event.ts'
import { sharedBy } from '../../../test/worlds/shared.ts'
import { openSharedFolder } from './shared-folder.ts'

const HOUR_MS = 3_600_000
const options = { staleHours: 4, waitMs: 0, now: () => DAY_ZERO }
const lockOf = (startedAt: number) => `run_id=other|pid=1|started=${new Date(startedAt).toISOString()}\n`

describe('a shared folder', () => {
  it('is made when something is first put into it, and holds two files', async () => {
    const folder = join(temporaryFolder(), 'deep', 'shared')
    const place = openSharedFolder(folder, options)
    expect(await place.read()).toEqual([])
    await place.put([sharedBy()])
    expect(readdirSync(folder).sort()).toEqual(['org-patterns.json', 'sources.json'])
    expect(await place.read()).toMatchObject([{ at: 'P-001', value: sharedBy() }])
  })

  it('is written by many at once, and nothing is lost', async () => {
    const folder = temporaryFolder()
    const all = Array.from({ length: 12 }, (_, i) => sharedBy({ pattern: `p-${i}`, event: `push-${i}` }))
    await Promise.all(all.map((one) => openSharedFolder(folder, { ...options, waitMs: 5_000 }).put([one])))
    const found = await openSharedFolder(folder, options).read()
    expect(new Set(found.map(({ at }) => at)).size).toBe(12)
    expect(existsSync(join(folder, '.lock'))).toBe(false)
  })

  it('is left alone while another process holds its lock', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.lock'), lockOf(DAY_ZERO - 3.9 * HOUR_MS))
    await expect(openSharedFolder(folder, options).put([sharedBy()])).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining('run_id=other'),
    })
    expect(readdirSync(folder)).toEqual(['.lock'])
  })

  it('is free again when the lock is of a process that died long ago', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.lock'), lockOf(DAY_ZERO - 4 * HOUR_MS))
    await openSharedFolder(folder, options).put([sharedBy()])
    expect(readdirSync(folder).sort()).toEqual(['org-patterns.json', 'sources.json'])
  })

  it.each([
    ['half a file', '{"patterns": ['],
    ['a list', '[]'],
    ['the marks of a merge', '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> theirs\n'],
  ])('that holds %s is told, and not written over', async (_what, text) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'org-patterns.json'), text)
    const place = openSharedFolder(folder, options)
    await expect(place.read()).rejects.toMatchObject({ code: 'share-folder' })
    await expect(place.put([sharedBy()])).rejects.toMatchObject({ code: 'share-folder' })
    expect(readFileSync(join(folder, 'org-patterns.json'), 'utf8')).toBe(text)
    expect(readdirSync(folder)).toEqual(['org-patterns.json'])
  })
})

import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lossSince, type Watermark } from '../../loop/journal/watermark.ts'
import { openWatermarkFile, watermarkPath } from './watermark-file.ts'

const SCOPE = { organisation: 'local', project: 'p' }
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-marks-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => openWatermarkFile(folder, 'file:/p')
const file = () => watermarkPath(folder, 'file:/p')

function mark(position: number, more: Partial<Watermark> = {}): Watermark {
  return { scope: SCOPE, journal: 'j', position, hash: `h${position}`, at: 1_000, isOnDisk: true, ...more }
}

describe('what is known about a journal', () => {
  it('is the highest position, in whatever order processes note theirs', () => {
    for (const position of [1, 3, 2]) open().add(mark(position))
    expect(open().read(SCOPE)?.newest).toMatchObject({ position: 3, hash: 'h3' })
  })

  it('does not count a line that was torn, forged or copied from another place', () => {
    open().add(mark(1))
    open().add(mark(2))
    truncateSync(file(), statSync(file()).size - 10)
    expect(open().read(SCOPE)?.newest.position).toBe(1)
    appendFileSync(file(), `${JSON.stringify(mark(9))}\tforged\n`)
    openWatermarkFile(folder, 'file:/other').add(mark(8))
    appendFileSync(file(), readFileSync(watermarkPath(folder, 'file:/other')))
    expect(open().read(SCOPE)?.newest.position).toBe(1)
    open().add(mark(3))
    expect(open().read(SCOPE)?.newest.position).toBe(3)
  })

  it('begins again where a person says so, also for a process that has not noticed', () => {
    const late = open()
    late.add(mark(9))
    open().begin(mark(4, { since: 'a restore' }))
    late.add(mark(10))
    expect(open().read(SCOPE)).toMatchObject({ newest: { position: 4 }, since: 'a restore' })
    open().add(mark(5))
    expect(open().read(SCOPE)).toMatchObject({ newest: { position: 5 }, since: 'a restore' })
  })

  it('stays small over thousands of commits of several projects, and forgets none', () => {
    const keeper = open()
    keeper.begin(mark(1, { since: 'a restore', file: 'as it was left' }))
    keeper.add(mark(3, { scope: { ...SCOPE, project: 'q' } }))
    for (let position = 2; position < 1_000; position++) keeper.add(mark(position, { isOnDisk: position === 500 }))
    expect(statSync(file()).size).toBeLessThan(40_000)
    expect(open().read(SCOPE)).toMatchObject({
      newest: { position: 999 },
      onDisk: { position: 500 },
      since: 'a restore',
      file: 'as it was left',
    })
    expect(open().read({ ...SCOPE, project: 'q' })?.newest.position).toBe(3)
  })
})

describe('events that are gone', () => {
  const reached = { newest: mark(9, { isOnDisk: false }), onDisk: mark(7) }
  const ends = (position: number) => ({ journal: 'j', position, hash: `h${position}` })

  it('are a power failure where the machine started since, and none of them waited for the disk', () => {
    expect(lossSince(reached, ends(7), 2_000)).toMatchObject({ isPowerFailure: true })
    expect(lossSince(reached, ends(7), 500)).toMatchObject({ isPowerFailure: false })
    expect(lossSince(reached, ends(6), 2_000)).toMatchObject({ isPowerFailure: false })
  })

  it('are none where the journal went on from the event that is known', () => {
    expect(lossSince(reached, { journal: 'j', position: 20, hash: 'h9' }, 500)).toBeUndefined()
    expect(lossSince(reached, { journal: 'j', position: 20, hash: 'other' }, 500)?.detail).toContain('event 9')
  })
})

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Watermark } from '../../loop/journal/watermark.ts'
import { finishSwap, type Swap, swapFile } from './swap-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-swap-'))
  for (const end of ['', '-wal', '-shm']) writeFileSync(at(`journal.db${end}`), `old${end}`)
  writeFileSync(at('fresh'), 'new')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const swap = (): Swap => ({ fresh: at('fresh'), kept: at('kept.db'), marks: [{ position: 7 } as Watermark] })

function options(placed: number[] = []) {
  const onPlaced = ({ marks }: Pick<Swap, 'marks'>) => void placed.push(...marks.map(({ position }) => position))
  return { intent: at('outside/intent'), onPlaced, now: Date.now, waitMs: 1_000 }
}

function expectSwapped(): void {
  expect(readFileSync(at('journal.db'), 'utf8')).toBe('new')
  for (const end of ['', '-wal', '-shm']) expect(readFileSync(at(`kept.db${end}`), 'utf8')).toBe(`old${end}`)
  for (const end of ['-wal', '-shm']) expect(existsSync(at(`journal.db${end}`))).toBe(false)
  expect(existsSync(at('outside/intent'))).toBe(false)
  expect(existsSync(at('fresh'))).toBe(false)
}

describe('a swap of files', () => {
  it('moves the old file with what lies beside it, and says how far the new one reaches', async () => {
    const placed: number[] = []
    await swapFile(at('journal.db'), swap(), options(placed))
    expectSwapped()
    expect(placed).toEqual([7])
  })

  const MOVES: readonly [string, string][] = [
    ['journal.db-wal', 'kept.db-wal'],
    ['journal.db-shm', 'kept.db-shm'],
    ['journal.db', 'kept.db'],
    ['fresh', 'journal.db'],
  ]

  it.each([0, 1, 2, 3, 4])('is finished by whoever opens the file after %i of its moves', async (done) => {
    const placed: number[] = []
    mkdirSync(at('outside'))
    writeFileSync(options().intent, JSON.stringify(swap()))
    for (const [from, to] of MOVES.slice(0, done)) renameSync(at(from), at(to))
    await finishSwap(at('journal.db'), options(placed))
    expectSwapped()
    expect(placed).toEqual([7])
  })

  it('that was finished leaves a log that the new file has since begun', async () => {
    await swapFile(at('journal.db'), swap(), options())
    writeFileSync(at('journal.db-wal'), 'of the new file')
    writeFileSync(options().intent, JSON.stringify(swap()))
    await finishSwap(at('journal.db'), options())
    expect(readFileSync(at('journal.db-wal'), 'utf8')).toBe('of the new file')
    expect(readFileSync(at('kept.db-wal'), 'utf8')).toBe('old-wal')
  })
})

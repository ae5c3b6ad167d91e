import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeBackup } from './replace-file.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('leaves the copy alone behind, under its name', () => {
  const folder = newFolder()
  const path = join(folder, 'copy.db')
  expect(writeBackup(path, (to) => writeFileSync(to, 'whole'))).toEqual({ path, bytes: 5 })
  expect(readdirSync(folder)).toEqual(['copy.db'])
  expect(readFileSync(path, 'utf8')).toBe('whole')
})

it('leaves nothing behind when the copy fails halfway', () => {
  const folder = newFolder()
  const half = (to: string) => {
    writeFileSync(to, 'half')
    throw new Error('no room')
  }
  expect(() => writeBackup(join(folder, 'copy.db'), half)).toThrow('no room')
  expect(readdirSync(folder)).toEqual([])
})

it('copies nothing where a file is there already', () => {
  const path = join(newFolder(), 'copy.db')
  writeFileSync(path, 'mine')
  const copied: string[] = []
  expect(() => writeBackup(path, (to) => copied.push(to))).toThrow('exists already')
  expect(copied).toEqual([])
})

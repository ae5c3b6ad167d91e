import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { filesAt } from './transcript-places.ts'

it('finds the files of a place in folders of such names alone, and in the latest of them', () => {
  const folder = temporaryFolder()
  for (const path of ['2026/11/a-1.jsonl', '2026/12/a-2.jsonl', '2026/12/b-3.jsonl', 'notes/12/a-4.jsonl']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  const found = (most?: number) => filesAt(folder, [/^\d+$/, /^\d+$/, /^a-/], most)
  expect(found()).toEqual(['2026/12/a-2.jsonl', '2026/11/a-1.jsonl'].map((path) => join(folder, path)))
  expect(found(1)).toEqual([join(folder, '2026/12/a-2.jsonl')])
  expect(filesAt(folder, [/^\d+$/, '11', 'gone.jsonl'])).toEqual([join(folder, '2026/11/gone.jsonl')])
})

import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchivedPayload } from '../store/port.ts'
import { openArchiveKeeper } from './archive-keeper.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-archive-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* pages(...all: ArchivedPayload[][]) {
  yield* all
}

async function contentOf(keeper: ReturnType<typeof openArchiveKeeper>, name: string) {
  const all: ArchivedPayload[] = []
  for await (const page of keeper.read(name)) all.push(...page)
  return all
}

describe('archives', () => {
  it('gives back what it was given, byte for byte, however odd the text', async () => {
    const keeper = openArchiveKeeper(join(folder, 'deep'))
    const odd = ['{"a":"\\u2028 \\r\\n \\"}', 'line\u2028separator', '\u0000', '🦊'.repeat(10_000)]
    const payloads = odd.map((payload, i) => ({ id: `e${i}`, payload }))
    await keeper.write('1-4', pages(payloads.slice(0, 1), [], payloads.slice(1)))
    expect(await contentOf(keeper, '1-4')).toEqual(payloads)
    expect(keeper.list()).toMatchObject([{ name: '1-4' }])
  })

  it.skipIf(process.platform === 'win32')('is readable by its owner alone', async () => {
    const keeper = openArchiveKeeper(join(folder, 'own'))
    const { path } = await keeper.write('1-1', pages([{ id: 'e', payload: '{}' }]))
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(statSync(join(folder, 'own')).mode & 0o077).toBe(0)
  })

  it('leaves nothing behind when what is to be archived cannot be read', async () => {
    const keeper = openArchiveKeeper(folder)
    async function* broken() {
      yield [{ id: 'e', payload: '{}' }]
      throw new Error('the journal went away')
    }
    await expect(keeper.write('1-2', broken())).rejects.toThrow('went away')
    expect(keeper.list()).toEqual([])
  })

  it('tells a torn archive from a whole one', async () => {
    const keeper = openArchiveKeeper(folder)
    const many = Array.from({ length: 2_000 }, (_, i) => ({ id: `e${i}`, payload: `{"n":${Math.sqrt(i)}}` }))
    const { path, bytes } = await keeper.write('1-2000', pages(many))
    truncateSync(path, Math.floor(bytes / 2))
    await expect(contentOf(keeper, '1-2000')).rejects.toMatchObject({ code: 'archive-damaged' })
    writeFileSync(path, 'no archive at all')
    await expect(contentOf(keeper, '1-2000')).rejects.toMatchObject({ code: 'archive-damaged' })
  })
})

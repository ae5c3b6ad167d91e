import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTokenFile } from '../../src/machine/gate/token-file.ts'
import { bundle } from '../contract/bundle.ts'
import { temporaryFolder } from '../repositories/repository.ts'

const EACH = 20
const run = promisify(execFile)

let maker: Awaited<ReturnType<typeof bundle>>
beforeAll(async () => {
  maker = await bundle('../front-doors/make-tokens.mts')
})
afterAll(() => maker?.remove())

/** Processes that make tokens in one file at the same time; how many each was given. */
async function atOnce(path: string, names: readonly string[]): Promise<number[]> {
  const made = names.map((name) => run(process.execPath, [maker.file, path, name, String(EACH)]))
  return (await Promise.all(made)).map(({ stdout }) => Number(stdout))
}

describe('tokens that several processes make at once', () => {
  it('are all kept', async () => {
    const path = join(temporaryFolder(), 'tokens.json')
    expect(await atOnce(path, ['ann', 'bob', 'eve'])).toEqual([EACH, EACH, EACH])
    const kept = await openTokenFile(path, 'local', Date.now).list()
    expect(new Set(kept.map(({ name }) => name)).size).toBe(3 * EACH)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it('are one where they have one name', async () => {
    const path = join(temporaryFolder(), 'tokens.json')
    const given = await atOnce(path, ['ann', 'ann'])
    expect(given[0]! + given[1]!).toBe(EACH)
    expect(await openTokenFile(path, 'local', Date.now).list()).toHaveLength(EACH)
  })
})

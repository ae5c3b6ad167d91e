import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { freshScope, note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'

const SECRET = 'qqxsecretzz9'
const projector = notesProjector()

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-erased-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The files of the journal in which the secret can be read with bare eyes. */
async function filesWithSecret(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.endsWith('-shm'))
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
  return names.filter((_, i) => contents[i]!.includes(SECRET))
}

it.each([
  ['a few words', 1],
  ['pages of text', 3_000],
])('leaves no byte of an erased secret in the files, in %s', async (_, repeated) => {
  const store = await openSqliteStore({ path: join(folder, 'journal.db') })
  const journal = store.journal(freshScope())
  const around = (n: number) => Array.from({ length: 40 }, (_, i) => note(`t${n + i}`, { text: `plain ${i}` }))
  const secret = note('leak', { text: `the key is ${SECRET} `.repeat(repeated) })
  await journal.append([...around(0), secret, ...around(40)], projector)
  for (const event of around(0)) await journal.append([event], projector)
  expect(await filesWithSecret()).not.toEqual([])

  await journal.erase(secret.id)
  await journal.rebuild(projector)
  expect(await filesWithSecret()).toEqual([])
  expect(await journal.search('thing', 'plain', 100)).not.toEqual([])
  await store.close()
  expect(await filesWithSecret()).toEqual([])
})

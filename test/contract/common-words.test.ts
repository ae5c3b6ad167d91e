import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_WEIGHED } from '../../src/engine/search/search-words.ts'
import type { Journal, Store } from '../../src/store/port.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { freshScope, note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'

describe('a search among many documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-words-'))
  let store: Store
  let journal: Journal
  beforeAll(async () => {
    store = await openSqliteStore({ path: join(folder, 'journal.db'), durable: false })
    journal = store.journal(freshScope())
    const common = Array.from({ length: MOST_WEIGHED + 20 }, (_, n) => note(`n${n}`, { text: 'always test' }))
    const rare = note('rare', { text: 'always test the flux capacitor' })
    await journal.append([...common, rare], notesProjector())
  })
  afterAll(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const found = async (text: string, limit = 1_000) =>
    (await journal.search('thing', text, limit)).map(({ document }) => document.id)

  it('goes by the rare words of a question', async () => {
    expect(await found('always test the capacitors')).toEqual(['rare'])
  })

  it('goes by common words where there are no others', async () => {
    expect(await found('always test')).toHaveLength(MOST_WEIGHED + 21)
  })

  it('ranks by the words of its own project, whatever else is in the file', async () => {
    const scores = async () => (await journal.search('thing', 'the flux of tests', 5)).map(({ score }) => score)
    const before = await scores()
    const other = Array.from({ length: 30 }, (_, n) => note(`o${n}`, { text: 'flux of a test, and much more' }))
    await store.journal(freshScope()).append(other, notesProjector())
    expect(await scores()).toEqual(before)
  })

  it('finds nothing where no document holds a word', async () => {
    expect(await found('never seen')).toEqual([])
  })
})

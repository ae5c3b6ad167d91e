import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SqliteFile } from '../../../test/worlds/sqlite-file.ts'
import { LESSON, type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import type { Store } from '../../store/port.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'

const WORD = 'quokkazuq'
const SENTENCE = `Never give the name ${WORD} to a customer without asking first`

let file: SqliteFile
let store: Store
let loop: TestLoop

beforeEach(async () => {
  file = new SqliteFile()
  store = await openSqliteStore({ path: file.path, durable: false })
  loop = testLoop({ store })
})

afterEach(async () => {
  await store.close()
  file.remove()
})

const request = (event: string) => ({ event, by: 'ann', reason: 'asked to be forgotten' })

describe('erasing', () => {
  it('takes the words out of facts, documents and search, and leaves the rest', async () => {
    await taught(loop, SENTENCE)
    const kept = await taught(loop, LESSON)
    const [captured] = await loop.events('learning-captured')
    await loop.erase(request(captured!.id))
    const events = await loop.context.journal.read({ limit: 100 })
    expect(events.filter(({ payload }) => payload === null).map(({ type }) => type)).toEqual([
      'learning-captured.v1',
      'pattern-sighted.v1',
    ])
    expect(JSON.stringify(events)).not.toContain(WORD)
    expect(await loop.patterns({ search: WORD })).toEqual([])
    expect((await loop.patterns({ all: true })).map(({ pattern }) => pattern.id)).toEqual([kept])
    expect(await loop.status()).toMatchObject({ learnings: { pending: 0 } })
  })

  it('takes along the receipts that quote the words, and no others', async () => {
    await taught(loop, SENTENCE)
    await loop.inject({ role: 'builder', run: 'r1' })
    await taught(loop, LESSON)
    const [captured] = await loop.events('learning-captured')
    await loop.erase(request(captured!.id))
    await loop.inject({ role: 'builder', run: 'r2' })
    const events = await loop.context.journal.read({ limit: 100 })
    expect(JSON.stringify(events)).not.toContain(WORD)
    expect((await loop.events('pattern-injected')).map(({ run }) => run)).toEqual(['r2'])
    const [other] = (await loop.events('learning-captured')).filter(({ payload }) => payload.lesson === LESSON)
    expect(other).toBeDefined()
  })

  it('goes from the sighting back to the learning', async () => {
    await taught(loop, SENTENCE)
    const [seen] = await loop.events('pattern-sighted')
    await loop.erase(request(seen!.id))
    expect(JSON.stringify(await loop.context.journal.read({ limit: 100 }))).not.toContain(WORD)
  })

  it('is known at once to a process that keeps patterns in memory', async () => {
    await taught(loop, SENTENCE)
    const other = testLoop({ store, name: 'other' })
    expect((await other.inject({ role: 'builder', run: 'r1' })).block).toContain(WORD)
    const [captured] = await loop.events('learning-captured')
    await loop.erase(request(captured!.id))
    expect((await other.inject({ role: 'builder', run: 'r2' })).block).not.toContain(WORD)
  })

  it('says who asked for it and why, once', async () => {
    await taught(loop, SENTENCE)
    const [captured] = await loop.events('learning-captured')
    await loop.erase(request(captured!.id))
    await loop.erase({ ...request(captured!.id), reason: 'told again' })
    const erasures = await loop.events('payload-erased')
    expect(erasures.map(({ payload }) => payload.reason)).toEqual(Array(2).fill('asked to be forgotten'))
  })

  it('is refused for an event that there is not', async () => {
    await expect(loop.erase(request('nothing'))).rejects.toMatchObject({ code: 'not-found' })
  })

  it('leaves no byte of the words in any file of the journal', async () => {
    await taught(loop, SENTENCE)
    expect(file.holds(WORD)).toBe(true)
    const [captured] = await loop.events('learning-captured')
    await loop.erase(request(captured!.id))
    expect(file.holds(WORD)).toBe(false)
    await store.close()
    expect(file.holds(WORD)).toBe(false)
    store = await openSqliteStore({ path: file.path })
  })
})

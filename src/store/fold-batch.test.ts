import { expect, it } from 'vitest'
import type { Document, DocumentKey, DocumentReader, Projector } from '../domain/document.ts'
import type { JournalEvent } from '../domain/event.ts'
import { DocumentDesk } from './fold-batch.ts'

const EVENT = { position: 1 } as JournalEvent
const key = (id: string): DocumentKey => ({ kind: 'thing', id })
const thing = (id: string): Document => ({ ...key(id), state: '', rank: 0, text: '', body: {} })

/** A projector that reads `a`, and behind it `b`, and behind that `c`; how often it was asked, and what was looked for. */
async function prepared(stored: readonly string[]) {
  let asked = 0
  const loaded: string[] = []
  const needs = (_: JournalEvent, read: DocumentReader) => {
    asked += 1
    return [key('a'), ...(read.get('thing', 'a') ? [key('b')] : []), ...(read.get('thing', 'b') ? [key('c')] : [])]
  }
  const desk = new DocumentDesk({
    load: async (keys) => {
      loaded.push(...keys.map(({ id }) => id))
      return keys.filter(({ id }) => stored.includes(id)).map(({ id }) => thing(id))
    },
  })
  await desk.prepare([EVENT], { needs } as unknown as Projector)
  return { asked, loaded }
}

it('asks on for as long as something is found', async () => {
  expect((await prepared(['a', 'b', 'c'])).loaded).toEqual(['a', 'b', 'c'])
  expect((await prepared(['a'])).loaded).toEqual(['a', 'b'])
})

it('does not ask again where nothing is', async () => {
  expect(await prepared([])).toEqual({ asked: 1, loaded: ['a'] })
  expect(await prepared(['a'])).toEqual({ asked: 2, loaded: ['a', 'b'] })
})

it('asks a source that answers at once for what is read, and forgets what was not used between two writes', async () => {
  const found: string[] = []
  const source = {
    load: async () => [],
    find: ({ id }: DocumentKey) => {
      found.push(id)
      return id === 'a' ? thing(id) : undefined
    },
  }
  const desk = new DocumentDesk(source)
  const needs = () => expect.unreachable('the projector was asked')
  await desk.prepare([EVENT], { needs } as unknown as Projector)
  const read = ['a', 'b', 'a', 'b'].map((id) => desk.get('thing', id)?.id)
  expect([read, found]).toEqual([
    ['a', undefined, 'a', undefined],
    ['a', 'b'],
  ])
  desk.readFrom(source)
  desk.get('thing', 'a')
  desk.forgetUnused()
  expect(desk.size).toBe(2)
  desk.forgetUnused()
  expect(desk.size).toBe(1)
})

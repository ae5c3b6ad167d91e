import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import type { Journal, Store } from '../../store/port.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { appendFacts } from '../journal/append-facts.ts'
import { PatternCache } from '../views/pattern-cache.ts'

const LESSON = 'Rotate every signing certificate before its keystore expires'
const TASK = 'the keystore of a certificate'
const WORDS = 'socket buffer cursor ledger banner kernel parser shader router packet vector tensor'.split(' ')

/** The journal, with a count of what its own search was asked. */
function counted(journal: Journal): { journal: Journal; searches: () => number } {
  let searches = 0
  const search: Journal['search'] = (...asked) => {
    searches += 1
    return journal.search(...asked)
  }
  const get = (_: Journal, name: keyof Journal) =>
    name === 'search' ? search : typeof journal[name] === 'function' ? journal[name].bind(journal) : journal[name]
  return { journal: new Proxy(journal, { get: get as never }), searches: () => searches }
}

let folder: string
let stores: Store[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-words-'))
  stores = []
})
afterEach(async () => {
  for (const store of stores) await store.close()
  rmSync(folder, { recursive: true })
})

/** A process of its own on the same file. */
async function opened(name: string, project?: string): Promise<TestLoop> {
  const store = await openSqliteStore({ path: join(folder, 'journal.db'), durable: false })
  stores.push(store)
  return testLoop({ store, name, ...(project === undefined ? {} : { project }) })
}

async function asked(loop: TestLoop, task = TASK): Promise<string[]> {
  const { items } = await loop.inject({ role: 'builder', task, budgetTokens: 100_000 })
  return items.map(({ text }) => text)
}

/** Asks until the words are in memory. */
async function settled(loop: TestLoop): Promise<void> {
  for (let time = 0; time < 3; time += 1) await asked(loop)
}

async function remark(loop: TestLoop, count: number): Promise<void> {
  const word = (n: number) => WORDS[n % WORDS.length]
  const texts = Array.from({ length: count }, (_, n) => `Check the ${word(n)} and ${word(n * 5 + 1)}Item${n}`)
  const kind = { category: 'pattern', strength: 'observation', polarity: 'do', role: 'builder' } as const
  const joined = { method: 'new', similarity: 0 } as const
  await appendFacts(
    loop.context,
    texts.map((text, n) => ({
      type: 'pattern-sighted',
      payload: { ...kind, pattern: `n${n}`, text, textHash: textHash(text), appliesTo: ['*'], joined },
      stream: 'journal',
    })),
  )
}

describe('the words of patterns in memory', () => {
  it('are held for who asks a third time, and the store is searched no more', async () => {
    const { context } = await opened('a')
    const { journal, searches } = counted(context.journal)
    const cache = new PatternCache()
    const counts: number[] = []
    for (let time = 0; time < 5; time += 1) {
      await cache.refresh(journal, 'r')
      await cache.search(journal, TASK, 10)
      counts.push(searches())
    }
    expect(counts).toEqual([1, 2, 2, 2, 2])
  })

  it('lead to the same patterns as the store does', async () => {
    const loop = await opened('a')
    await remark(loop, 60)
    await settled(loop)
    for (const task of ['tensor routing', 'parsers for bannerItem30', 'kernl', 'shaderitem', 'nothing at all']) {
      const hits = await loop.context.journal.search('pattern', task, 48)
      const found = await loop.context.cache.search(loop.context.journal, task, 48)
      expect(found.map(({ cached }) => cached.id).sort()).toEqual(hits.map(({ document }) => document.id).sort())
    }
  })

  it.each(['the same process', 'another one'])('follow what %s learns, rewords and takes away', async (who) => {
    const loop = await opened('a')
    await settled(loop)
    const other = who === 'another one' ? await opened('b') : loop
    const id = await taught(other, LESSON)
    expect(await asked(loop)).toEqual([LESSON])
    await other.editPattern({
      pattern: id,
      by: 'ann',
      reason: 'clearer',
      text: 'Never keep a keystore in git',
    })
    expect(await asked(loop)).toEqual(['Never keep a keystore in git'])
    await other.deprecatePattern({ pattern: id, by: 'ann', reason: 'gone' })
    expect(await asked(loop)).toEqual([])
    await other.resetPattern({ pattern: id, by: 'ann', reason: 'back' })
    const twin = await taught(other, 'Ask the operations desk for a fresh keystore')
    await other.mergePatterns({ pattern: twin, into: id, by: 'ann', reason: 'the same' })
    expect(await asked(loop)).toEqual(['Never keep a keystore in git'])
  })

  it('follow the labels under which a pattern was seen', async () => {
    const loop = await opened('a')
    await remark(loop, 200)
    await settled(loop)
    const { context } = loop
    const before = await context.cache.search(context.journal, 'zeppelin', 10)
    await appendFacts(context, [
      {
        type: 'pattern-edited',
        payload: { pattern: 'n7', by: 'ann', reason: 'label', context: { labels: ['zeppelin'] } },
        stream: 'journal',
      },
    ])
    await context.cache.refresh(context.journal, 'r')
    const after = await context.cache.search(context.journal, 'zeppelin', 10)
    expect([before, after].map((all) => all.map(({ cached }) => cached.id))).toEqual([[], ['n7']])
  })

  it('are forgotten when a fact is erased or all is folded again', async () => {
    const loop = await opened('a')
    const other = await opened('b')
    await taught(loop, LESSON)
    await settled(other)
    const [captured] = await loop.events('learning-captured')
    await loop.erase({ event: captured!.id, by: 'ann', reason: 'private' })
    expect([await asked(other), await asked(loop)]).toEqual([[], []])
    await taught(loop, LESSON, { run: 'r9' })
    await settled(loop)
    await loop.rebuild()
    expect(await asked(loop)).toEqual([LESSON])
  })

  it('stay within their project', async () => {
    const [loop, neighbour] = [await opened('a'), await opened('b', 'neighbour')]
    await taught(neighbour, LESSON)
    await settled(loop)
    await settled(neighbour)
    expect([await asked(loop), await asked(neighbour)]).toEqual([[], [LESSON]])
  })
})

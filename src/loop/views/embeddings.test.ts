import { describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { Embedder } from '../../engine/search/static-embedder.ts'
import { tokenSet } from '../../engine/search/words.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { loadEmbedder } from '../../machine/load-embedder.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import type { Journal, Store } from '../../store/port.ts'
import { appendFacts } from '../journal/append-facts.ts'
import { PatternCache } from './pattern-cache.ts'

const model = loadEmbedder() as Embedder
const TASK = 'remove unused dependencies from the package manifest'
const MEANT = 'Delete libraries which nobody imports before releasing'
const PARTS = ['button', 'palette', 'tooltip', 'margin', 'icon', 'font', 'border', 'banner', 'slider', 'chart']

/** A model that counts what it is asked. */
function counting(id = model.id): Embedder & { asked: string[] } {
  const asked: string[] = []
  const embed = (text: string) => {
    asked.push(text)
    return model.embed(text)
  }
  return { ...model, id, asked, embed }
}

const sighted = (pattern: string, text: string): PayloadOf<'pattern-sighted'> => {
  const kind = { category: 'pattern', strength: 'observation', polarity: 'do' } as const
  const joined = { method: 'new', similarity: 0 } as const
  return { pattern, text, textHash: textHash(text), role: 'builder', ...kind, appliesTo: ['*'], joined }
}

async function know(loop: TestLoop, texts: readonly (readonly [string, string])[]): Promise<void> {
  for (let at = 0; at < texts.length; at += 500)
    await appendFacts(
      loop.context,
      texts
        .slice(at, at + 500)
        .map(([id, text]) => ({ type: 'pattern-sighted', payload: sighted(id, text), stream: 'journal' })),
    )
}

const remarks = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const part = (at: number) => PARTS[Math.floor(n / 10 ** at) % 10]
    return [`n${n}`, `Every ${part(0)} beside a ${part(1)} needs ${part(2)} number ${n}`] as const
  })

const first = async (loop: TestLoop, task: string) => (await loop.inject({ role: 'builder', task })).items[0]?.text

describe('a pattern is found by its meaning', () => {
  it('among 5,000 others, though it shares no word with the task and ranks last', async () => {
    const [asked, meant] = [tokenSet(TASK), tokenSet(MEANT)]
    expect([...asked].filter((word) => meant.has(word))).toEqual([])
    const loop = testLoop({ embedder: model })
    await know(loop, [['z-meant', MEANT]])
    loop.pass(2)
    await know(loop, remarks(5_000))
    expect(await first(loop, TASK)).toBe(MEANT)
  })

  it('and by its words alone without a model', async () => {
    const loop = testLoop()
    await know(loop, [['z-meant', MEANT], ...remarks(200)])
    const { items, block } = await loop.inject({ role: 'builder', task: TASK })
    expect(block).not.toBe('')
    expect(items[0]?.text).not.toBe(MEANT)
  })

  it('under the words that it has now', async () => {
    const loop = testLoop({ embedder: model })
    await know(loop, remarks(200))
    const id = await taught(loop, 'Colours of every chart must come from one palette')
    await loop.inject({ role: 'builder', task: TASK })
    await loop.editPattern({ pattern: id, by: 'ann', reason: 'clearer', text: MEANT })
    expect(await first(loop, TASK)).toBe(MEANT)
  })
})

describe('embeddings', () => {
  const known = async (store: Store) => {
    const loop = testLoop({ store, embedder: model })
    await know(loop, [['z-meant', MEANT], ...remarks(600)])
    return loop.inject({ role: 'builder', run: 'x', task: TASK })
  }
  const later = (store: Store, embedder: Embedder, name = 'later') =>
    testLoop({ store, embedder, name }).inject({ role: 'builder', run: 'x', task: TASK })

  it('are worked out once, for whoever asks after', async () => {
    const store = openMemoryStore()
    const { items } = await known(store)
    const other = counting()
    expect((await later(store, other)).items).toEqual(items)
    expect(other.asked).toEqual([TASK])
  })

  it('are kept up with the last block alone', async () => {
    const store = openMemoryStore()
    await known(store)
    const loop = testLoop({ store, name: 'learner' })
    await know(loop, [['late', 'Name each palette after the page that shows it']])
    const read: number[] = []
    const watched = new Proxy(loop.context.journal, {
      get(journal, name: keyof Journal) {
        const value = journal[name]
        if (name !== 'cached') return typeof value === 'function' ? value.bind(journal) : value
        return async (...asked: Parameters<Journal['cached']>) => {
          const found = await journal.cached(...asked)
          read.push(found.length)
          return found
        }
      },
    })
    const learner = counting()
    await new PatternCache().keepEmbeddings(watched, learner)
    expect(read).toEqual([1])
    expect(learner.asked).toEqual(['Name each palette after the page that shows it'])
    const other = counting()
    await later(store, other)
    expect(other.asked).toEqual([TASK])
  })

  it('of one embedder are nothing to another', async () => {
    const store = openMemoryStore()
    await known(store)
    const other = counting('another-model')
    await later(store, other)
    expect(other.asked).toHaveLength(602)
  })

  it.each(['{', '{}', '{"upTo":9,"rows":[["n1","h",1]],"bytes":""}', '{"upTo":"x","rows":[],"bytes":""}'])(
    'that are damaged (%s) are made again',
    async (value) => {
      const store = openMemoryStore()
      const { items } = await known(store)
      const { journal } = testLoop({ store }).context
      const kind = `meaning/${model.id}`
      const [, block] = await journal.cached(kind)
      expect(await journal.cache(kind, [{ id: block!.id, version: block!.version + 1, value }])).toBe(true)
      expect((await later(store, model)).items).toEqual(items)
      const healed = counting()
      expect((await later(store, healed, 'healed')).items).toEqual(items)
      expect(healed.asked).toEqual([TASK])
    },
  )

  it('come to the same when two processes keep them at once', async () => {
    const store = openMemoryStore()
    const loops = ['a', 'b'].map((name) => testLoop({ store, embedder: model, name }))
    await know(loops[0]!, remarks(300))
    await Promise.all(loops.map((loop) => first(loop, TASK)))
    await know(loops[1]!, [['z-meant', MEANT]])
    expect(await Promise.all(loops.map((loop) => first(loop, TASK)))).toEqual([MEANT, MEANT])
    const other = counting()
    await later(store, other, 'c')
    expect(other.asked).toEqual([TASK])
  })

  it('leave nothing behind of what was forgotten', async () => {
    const store = openMemoryStore()
    await known(store)
    const { journal, projector } = testLoop({ store }).context
    await journal.rebuild(projector)
    expect(await journal.cached(`meaning/${model.id}`)).toEqual([])
  })
})

import { expect, it } from 'vitest'
import type { Projector } from '../../../src/domain/document.ts'
import { WordIndex } from '../../../src/engine/search/word-index.ts'
import { fact, freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'

const projector = notesProjector()

export function documentsSuite(bench: UseBench): void {
  const fresh = () => bench().store.journal(freshScope())
  const ids = (documents: readonly { id: string }[]) => documents.map(({ id }) => id)

  it('gives documents in the order in which they are asked for, and leaves out what is not there', async () => {
    const journal = fresh()
    await journal.append([note('a', { pointTo: 'b' }), note('b')], projector)
    const key = (kind: string, id: string) => ({ kind, id })
    const keys = [key('thing', 'b'), key('pointer', 'a'), key('thing', 'none'), key('thing', 'a'), key('no', 'a')]
    expect((await journal.documents(keys)).map(({ kind, id }) => `${kind}/${id}`)).toEqual([
      'thing/b',
      'pointer/a',
      'thing/a',
    ])
    expect(await journal.documents([])).toEqual([])
  })

  it('lists a kind by id, page after page, in the order of code points', async () => {
    const journal = fresh()
    const names = ['b', 'a', '\u{1f600}', 'B', '\uffee', 'a-1']
    await journal.append(
      names.map((name) => note(name)),
      projector,
    )
    const listed: string[] = []
    for (let afterId: string | undefined = ''; afterId !== undefined; ) {
      const page = ids(await journal.list('thing', { limit: 2, afterId }))
      listed.push(...page)
      afterId = page.at(-1)
    }
    expect(listed).toEqual(['B', 'a', 'a-1', 'b', '\uffee', '\u{1f600}'])
    expect(await journal.list('nothing', { limit: 2, afterId: '' })).toEqual([])
  })

  it('lists a kind by rank, equal ranks by id, with states, limit and offset', async () => {
    const journal = fresh()
    const ranked = [
      note('low', { rank: -1.5, state: 'open' }),
      note('b', { rank: 2, state: 'shut' }),
      note('a', { rank: 2, state: 'open' }),
      note('B', { rank: 2, state: 'gone' }),
      note('top', { rank: 1e9, state: 'open' }),
    ]
    await journal.append(ranked, projector)
    expect(ids(await journal.list('thing', { limit: 10 }))).toEqual(['top', 'B', 'a', 'b', 'low'])
    expect(ids(await journal.list('thing', { limit: 2 }))).toEqual(['top', 'B'])
    expect(ids(await journal.list('thing', { limit: 2, offset: 3 }))).toEqual(['b', 'low'])
    expect(ids(await journal.list('thing', { limit: 9, states: ['open'] }))).toEqual(['top', 'a', 'low'])
    expect(ids(await journal.list('thing', { limit: 9, states: ['gone', 'shut'] }))).toEqual(['B', 'b'])
    expect(ids(await journal.list('thing', { limit: 9, states: [] }))).toEqual([])
    expect(ids(await journal.list('nothing', { limit: 9 }))).toEqual([])
  })

  it.each([
    ['nothing but the body', {}, ['b', 'a'], ['open'], 'first'],
    ['its rank', { rank: 9 }, ['a', 'b'], ['open'], 'first'],
    ['its state', { state: 'shut' }, ['b', 'a'], ['shut'], 'first'],
    ['its text', { text: 'second' }, ['b', 'a'], ['open'], 'second'],
  ])('keeps a document of which %s changes', async (_, change, order, states, word) => {
    const journal = fresh()
    const common = { rank: 1, state: 'open', text: 'first' }
    await journal.append([note('a', common), note('b', { ...common, rank: 2, text: 'other' })], projector)
    await journal.append([note('a', { ...common, ...change })], projector)
    await journal.append([note('a', { ...common, ...change })], projector)
    const [a] = await journal.documents([{ kind: 'thing', id: 'a' }])
    expect(a).toMatchObject({ ...common, ...change, body: { notes: 3 } })
    expect(ids(await journal.list('thing', { limit: 9 }))).toEqual(order)
    expect(ids(await journal.list('thing', { limit: 9, states }))).toContain('a')
    expect((await journal.search('thing', word, 9)).map(({ document }) => document.id)).toEqual(['a'])
    const folded = await bench().dump(journal.scope)
    await journal.rebuild(projector)
    expect(await bench().dump(journal.scope)).toEqual(folded)
  })

  it('orders ids of equal rank by code point', async () => {
    const journal = fresh()
    const names = ['\u{1f600}', '\ufb01', 'é', 'z', 'Z', 'a-b', 'ab']
    await journal.append(
      names.map((name) => note(name, { rank: 1 })),
      projector,
    )
    expect(ids(await journal.list('thing', { limit: 9 }))).toEqual(['Z', 'a-b', 'ab', 'z', 'é', '\ufb01', '\u{1f600}'])
  })

  it('counts by kind and state', async () => {
    const journal = fresh()
    await journal.append([note('a', { state: 'open' }), note('b', { state: 'shut' }), note('a')], projector)
    expect(await journal.count('thing')).toBe(2)
    expect(await journal.count('thing', ['shut'])).toBe(1)
    expect(await journal.count('thing', ['open', 'shut'])).toBe(2)
    expect(await journal.count('thing', [])).toBe(0)
    expect(await journal.count('nothing')).toBe(0)
  })

  it('finds documents by their words, nearest first', async () => {
    const journal = fresh()
    await journal.append(
      [
        note('both', { text: 'retry the upload after a timeout' }),
        note('one', { text: 'uploads need a token' }),
        note('none', { text: 'format the code' }),
        note('moved', { text: 'timeout upload retry' }),
        note('moved', { text: 'nothing of the kind' }),
      ],
      projector,
    )
    const found = await journal.search('thing', 'UPLOAD timeout, retry!', 10)
    expect(ids(found.map((hit) => hit.document))[0]).toBe('both')
    expect(ids(found.map((hit) => hit.document))).not.toContain('none')
    expect(ids(found.map((hit) => hit.document))).not.toContain('moved')
    expect(found.every((hit, i) => i === 0 || hit.score <= found[i - 1]!.score)).toBe(true)
    expect(await journal.search('thing', 'upload', 1)).toHaveLength(1)
    expect(await journal.search('pointer', 'upload', 9)).toEqual([])
    for (const empty of ['', '  ', '?!', '"', '%']) expect(await journal.search('thing', empty, 9)).toEqual([])
  })

  it.each(['retrying', 'uploads', 'flux of uploads', 'retry test', 'queues', 'user_id', 'capacitors by number'])(
    'finds and ranks as the word index does: %s',
    async (question) => {
      const texts = {
        path: 'See src/upload/retry.test.ts',
        often: 'Retry, retry and retry an upload',
        once: 'Retry an upload, and then wait for as long as it takes until all of its parts are there',
        rare: 'The flux capacitor of an upload',
        name: 'Set user_id=7 in the queue-worker@1.2',
        other: 'Nothing of the kind',
        ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`n${n}`, `Number ${n} is something else`])),
      }
      const [journal, index] = [fresh(), new WordIndex()]
      await journal.append(
        Object.entries(texts).map(([id, text]) => note(id, { text })),
        projector,
      )
      for (const [id, text] of Object.entries(texts)) index.put(id, text)
      const found = await journal.search('thing', question, 6)
      expect(ids(found.map(({ document }) => document))).toEqual(index.search(question, 6).map(({ id }) => id))
    },
  )

  it('finds a word by its letters when no document holds it', async () => {
    const journal = fresh()
    await journal.append(
      [
        note('token', { text: 'Call getUserToken before every request' }),
        note('retry', { text: 'Retrieve the lock before the upload' }),
        note('login', { text: 'Authentication must come first' }),
        note('moved', { text: 'getUserTokens is gone' }),
        note('moved', { text: 'nothing of the kind' }),
      ],
      projector,
    )
    const found = async (text: string) =>
      (await journal.search('thing', text, 9)).map(({ document, score, similar }) => [
        document.id,
        score > 0 ? 'word' : Number(similar.toFixed(3)),
      ])
    expect(await found('getUserTok')).toEqual([['token', 0.9]])
    expect(await found('userTok')).toEqual([['token', 0.714]])
    expect(await found('authentification')).toEqual([['login', 0.813]])
    expect(await found('retreive upload')).toEqual([['retry', 'word']])
    expect(await found('usr')).toEqual([])
    expect(await found('zeppelin hangars')).toEqual([])
    expect(await journal.search('pointer', 'getUserTok', 9)).toEqual([])
    const [both] = await journal.search('thing', 'retreive upload', 9)
    expect(both?.similar).toBeCloseTo(0.5)
  })

  it('keeps a quarter of the places for what is spelt alike, and gives it what is left', async () => {
    const journal = fresh()
    const common = Array.from({ length: 12 }, (_, n) => note(`n${n}`, { text: 'upload in parts' }))
    const names = Array.from({ length: 6 }, (_, n) => note(`m${n}`, { text: `call getUserToken${n}` }))
    await journal.append([...common, ...names], projector)
    const found = await journal.search('thing', 'upload getUserTok', 8)
    expect(found.map(({ score, similar }) => [score > 0, similar > 0])).toEqual([
      ...Array.from({ length: 6 }, () => [true, false]),
      ...Array.from({ length: 2 }, () => [false, true]),
    ])
    expect(await journal.search('thing', 'getUserTok', 4)).toHaveLength(4)
  })

  it('fetches in a second round what the first round names', async () => {
    const journal = fresh()
    await journal.append([note('a', { pointTo: 'b' }), note('b')], projector)
    await journal.append([fact({ type: 'pointer-followed.v1', payload: { thing: 'a' } })], projector)
    expect((await journal.documents([{ kind: 'thing', id: 'b' }]))[0]?.body).toMatchObject({ notes: 2 })
  })

  it('shows each event of a batch what the ones before it did', async () => {
    const journal = fresh()
    await journal.append([note('b'), note('b'), note('c')], projector)
    const follow = fact({ type: 'pointer-followed.v1', payload: { thing: 'a' } })
    await journal.append([note('a', { pointTo: 'b' }), follow, note('a', { pointTo: 'c' })], projector)
    const [b, c] = await journal.documents(['b', 'c'].map((id) => ({ kind: 'thing', id })))
    expect([b?.body, c?.body]).toMatchObject([{ notes: 3 }, { notes: 1 }])
  })

  it.each([
    ['a body that JSON cannot say', { body: { when: new Date(0) } }],
    ['a body with NaN', { body: { n: Number.NaN } }],
    ['a rank that is not a number', { rank: Number.NaN }],
    ['an id that no database holds', { id: 'a\u0000b' }],
  ])('refuses %s, and nothing is written', async (_, change) => {
    const journal = fresh()
    const broken: Projector = {
      ...projector,
      fold: (event, read) => {
        const { documents, subjects } = projector.fold(event, read)
        return { documents: documents.map((document) => ({ ...document, ...change })), subjects }
      },
    }
    await expect(journal.append([note('a')], broken)).rejects.toThrow()
    expect(await journal.read({ limit: 1 })).toEqual([])
    expect(await bench().dump(journal.scope)).toEqual([])
  })
}

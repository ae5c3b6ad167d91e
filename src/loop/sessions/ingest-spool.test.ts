import { describe, expect, it } from 'vitest'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, JOURNAL_STREAM } from '../journal/append-facts.ts'
import { ingestSpool } from './ingest-spool.ts'
import type { SpoolKeeper } from './spool.ts'

/** A spool in memory; `onRead` lets something happen between the reading of a file and what follows. */
class Spool implements SpoolKeeper {
  readonly files = new Map<string, string>()
  readonly aside: string[] = []
  onRead: (file: string) => void = () => undefined
  waiting = () => [...this.files.keys()].sort()
  read(file: string) {
    const text = this.files.get(file)
    this.onRead(file)
    return text
  }
  remove = (file: string) => void this.files.delete(file)
  refuse(file: string) {
    if (this.files.delete(file)) this.aside.push(file)
  }
  refused = () => this.aside.length
}

const line = (id: string, more: object = {}) =>
  `${JSON.stringify({ v: 1, id, at: 1_767_225_600_000, type: 'prompt-given.v1', run: 'r1', client: 'codex', payload: { text: `do ${id}` }, ...more })}\n`

const texts = async (loop: TestLoop) => (await loop.events('prompt-given')).map(({ payload }) => payload.text)

describe('what hooks left', () => {
  it('is taken in with its time, its run and its client, and removed', async () => {
    const [loop, spool] = [testLoop(), new Spool()]
    spool.files.set('1.jsonl', line('a') + line('b'))
    expect(await ingestSpool(loop.context, spool)).toEqual({ files: 1, facts: 2, refused: 0 })
    const [first] = await loop.events('prompt-given')
    expect(first).toMatchObject({
      run: 'r1',
      occurredAt: 1_767_225_600_000,
      origin: { surface: 'hook', client: 'codex' },
      provenance: { source: 'person' },
    })
    expect(spool.waiting()).toEqual([])
  })

  it('counts once when it was taken in and not removed', async () => {
    const [loop, spool] = [testLoop(), new Spool()]
    spool.files.set('1.jsonl', line('a'))
    await ingestSpool(loop.context, spool)
    spool.files.set('1.jsonl', line('a'))
    expect(await ingestSpool(loop.context, spool)).toEqual({ files: 1, facts: 0, refused: 0 })
    expect(await texts(loop)).toEqual(['do a'])
  })

  it('counts once when two take it in at the same time', async () => {
    const [loop, spool] = [testLoop(), new Spool()]
    for (let n = 10; n < 40; n++) spool.files.set(`${n}.jsonl`, line(`f${n}`))
    await Promise.all([ingestSpool(loop.context, spool), ingestSpool(loop.context, spool)])
    expect((await texts(loop)).sort()).toEqual(Array.from({ length: 30 }, (_, n) => `do f${n + 10}`))
  })

  it('goes before what is appended next', async () => {
    const [loop, spool] = [testLoop(), new Spool()]
    spool.files.set('1.jsonl', line('a'))
    const failed = { part: 'hook', code: 'x', message: 'y' } as const
    const draft = { type: 'loop-failed', payload: failed, stream: JOURNAL_STREAM } as const
    const ingest = (context: LoopContext) => ingestSpool(context, spool)
    await appendFacts({ ...loop.context, spool, ingest }, [draft])
    const [prompt] = await loop.events('prompt-given')
    const [failure] = await loop.events('loop-failed')
    expect(prompt!.position).toBeLessThan(failure!.position)
  })

  it.each([
    ['torn', line('a') + line('b').slice(0, 30)],
    ['without an end', line('a').trimEnd()],
    ['of another version', line('a', { v: 2 })],
    ['about something that hooks do not tell', line('a', { type: 'pattern-promoted.v1' })],
    ['with a payload that the event does not have', line('a', { payload: { text: 'x', more: 1 } })],
    ['of no run', line('a', { run: '../../x' })],
    ['of no time', line('a', { at: -5 })],
  ])('is set aside as a whole and counted where it is %s', async (_, text) => {
    const [loop, spool] = [testLoop(), new Spool()]
    spool.files.set('1.jsonl', text)
    spool.files.set('2.jsonl', line('good'))
    expect(await ingestSpool(loop.context, spool)).toEqual({ files: 1, facts: 1, refused: 1 })
    expect(spool.aside).toEqual(['1.jsonl'])
    expect(await texts(loop)).toEqual(['do good'])
    expect((await loop.events('loop-failed')).map(({ payload }) => payload.code)).toEqual(['spool'])
  })

  it('is set aside where it may not be read, and keeps no other file waiting', async () => {
    const [loop, spool] = [testLoop(), new Spool()]
    for (const name of ['1', '2']) spool.files.set(`${name}.jsonl`, line(name))
    spool.onRead = (file) => {
      if (file === '1.jsonl') throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    }
    expect(await ingestSpool(loop.context, spool)).toEqual({ files: 1, facts: 1, refused: 1 })
    expect(spool.aside).toEqual(['1.jsonl'])
  })

  it('is set aside where it says something else under the same id', async () => {
    const [loop, spool] = [testLoop(), new Spool()]
    spool.files.set('1.jsonl', line('a'))
    spool.files.set('2.jsonl', line('a', { payload: { text: 'something else' } }))
    spool.files.set('3.jsonl', line('c'))
    await ingestSpool(loop.context, spool)
    expect(spool.aside).toEqual(['2.jsonl'])
    expect(await texts(loop)).toEqual(['do a', 'do c'])
  })
})

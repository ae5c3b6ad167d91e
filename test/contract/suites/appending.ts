import { expect, it } from 'vitest'
import { fact, freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'
import { verifyChain } from '../verify-chain.ts'

const projector = notesProjector()

export function appendingSuite(bench: UseBench): void {
  const fresh = () => bench().store.journal(freshScope())

  it('gives an empty journal position 0 and no policy', async () => {
    const journal = fresh()
    expect(await journal.head()).toMatchObject({ position: 0, policyHash: '' })
    expect(await journal.append([], projector)).toEqual([])
    expect(await journal.read({ limit: 10 })).toEqual([])
  })

  it('stores and folds what was appended, and gives back what it stored', async () => {
    const journal = fresh()
    const event = note('a', {}, { run: 'R1' })
    const [appended] = await journal.append([event], projector)
    expect(appended).toMatchObject({ duplicate: false, event: { ...event, position: 1, version: 1 } })
    expect(await journal.event(event.id)).toEqual(appended!.event)
    expect(await journal.read({ limit: 10 })).toEqual([appended!.event])
    expect(await journal.count('thing')).toBe(1)
    expect(await journal.head()).toMatchObject({ position: 1, policyHash: 'policy-1' })
  })

  it('is seen by everybody at once though nobody waited for the disk', async () => {
    const journal = fresh()
    const event = note('a')
    const [appended] = await journal.append([event], projector, { waitsForDisk: false })
    const another = bench().store.journal(journal.scope)
    expect(await another.read({ limit: 10 })).toEqual([appended!.event])
    expect(await another.append([event], projector)).toMatchObject([{ duplicate: true }])
    expect(await verifyChain(another)).toHaveLength(1)
  })

  it('leaves nothing behind when the projector throws', async ({ skip }) => {
    skip(bench().foldsLater === true, 'folded-later.test.ts says what a reader gets')
    const journal = fresh()
    await journal.append([note('a')], projector)
    const before = await bench().dump(journal.scope)
    const batch = [note('a'), note('b'), fact({ type: 'fold-broken.v1', stream: 'other' })]
    await expect(journal.append(batch, projector)).rejects.toThrow('the projector broke')
    expect(await bench().dump(journal.scope)).toEqual(before)
    expect(await verifyChain(journal)).toHaveLength(1)
    await journal.append(batch.slice(0, 2), projector)
    expect(await verifyChain(journal)).toHaveLength(3)
  })

  it('takes the same fact twice as one', async () => {
    const journal = fresh()
    const event = note('a')
    const [first] = await journal.append([event], projector)
    const again = await journal.append([{ ...event, id: 'another-id', recordedAt: 9_999 }], projector)
    expect(again).toEqual([{ event: first!.event, duplicate: true }])
    expect((await journal.documents([{ kind: 'thing', id: 'a' }]))[0]?.body).toMatchObject({ notes: 1 })
  })

  it('takes a fact that is twice in one batch as one', async () => {
    const journal = fresh()
    const event = note('a')
    const appended = await journal.append([event, note('b'), { ...event, id: 'another-id' }], projector)
    expect(appended.map((item) => [item.event.position, item.duplicate])).toEqual([
      [1, false],
      [2, false],
      [1, true],
    ])
    expect(await verifyChain(journal)).toHaveLength(2)
  })

  it('refuses other content under a known key, and shows both', async () => {
    const journal = fresh()
    await journal.append([note('a', { text: 'first words' }, { key: 'k' })], projector)
    const other = note('a', { text: 'other words' }, { key: 'k' })
    for (const batch of [[other], [note('b'), other]])
      await expect(journal.append(batch, projector)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/'k' .*\n.*first words.*\n.*other words/),
      })
    await expect(
      journal.append([note('b', {}, { key: 'l' }), note('c', {}, { key: 'l' })], projector),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await verifyChain(journal)).toHaveLength(1)
  })

  it('refuses a fact of another type under a known key', async () => {
    const journal = fresh()
    const event = note('a')
    await journal.append([event], projector)
    const other = { ...event, id: 'another-id', type: 'note-dropped.v1' as const }
    await expect(journal.append([other], projector)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/note-taken\.v1(.|\n)*note-dropped\.v1/),
    })
  })

  it('refuses a known id under another key', async () => {
    const journal = fresh()
    const event = note('a', {}, { id: 'SAME' })
    await journal.append([event], projector)
    await expect(journal.append([{ ...event, key: 'other' }], projector)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('SAME'),
    })
    const twins = [note('b', {}, { id: 'TWIN' }), note('c', {}, { id: 'TWIN' })]
    await expect(journal.append(twins, projector)).rejects.toMatchObject({ code: 'conflict' })
    expect(await verifyChain(journal)).toHaveLength(1)
  })

  it('answers callers that append at the same time each by itself, and refuses one without the others', async () => {
    const journal = fresh()
    const taken = note('a', {}, { id: 'SAME', stream: 's' })
    await journal.append([taken], projector)
    const asked = [
      [note('a', {}, { stream: 's' }), note('b')],
      [{ ...taken, key: 'other' }],
      [note('b', {}, { stream: 's', expectedVersion: 7 })],
      [taken],
      bench().foldsLater ? [{ ...taken, key: 'third' }] : [{ ...note('broken'), type: 'fold-broken.v1' as const }],
      [note('a', {}, { stream: 's' })],
    ]
    const settled = await Promise.allSettled(asked.map((events) => journal.append(events, projector)))
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(settled[1]).toMatchObject({ reason: { code: 'conflict' } })
    expect(settled[2]).toMatchObject({ reason: { code: 'version-conflict' } })
    expect(settled[3]).toMatchObject({ value: [{ duplicate: true }] })
    if (!bench().foldsLater) expect(settled[4]).toMatchObject({ reason: { message: 'the projector broke' } })
    expect(await verifyChain(journal)).toHaveLength(4)
    const [thing] = await journal.documents([{ kind: 'thing', id: 'a' }])
    expect(thing).toMatchObject({ rank: 3 })
  })

  it('checks the expected version of a stream, also within a batch', async () => {
    const journal = fresh()
    const at = (expectedVersion: number) => note('a', {}, { stream: 's', expectedVersion })
    await journal.append([at(0), at(1)], projector)
    for (const wrong of [[at(0)], [at(3)], [at(2), at(2)]])
      await expect(journal.append(wrong, projector)).rejects.toMatchObject({
        code: 'version-conflict',
        message: expect.stringContaining("'s' is at version"),
      })
    await journal.append([at(2), note('b', {}, { stream: 't', expectedVersion: 0 })], projector)
    expect(await verifyChain(journal)).toHaveLength(4)
  })

  it('takes a repeated fact as one even if its stream has moved on since', async () => {
    const journal = fresh()
    const event = note('a', {}, { stream: 's', expectedVersion: 0 })
    await journal.append([event], projector)
    await journal.append([note('a', {}, { stream: 's' })], projector)
    expect(await journal.append([event], projector)).toMatchObject([{ duplicate: true }])
  })

  it('lets one of two writers win a version', async () => {
    const { store, another } = bench()
    const scope = freshScope()
    const other = await another()
    const bid = (thing: string) => [note(thing, {}, { stream: 's', expectedVersion: 0 })]
    const results = await Promise.allSettled([
      store.journal(scope).append(bid('a'), projector),
      other.journal(scope).append(bid('b'), projector),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await verifyChain(store.journal(scope))).toHaveLength(1)
    await other.close()
  })

  it('numbers events in commit order without a gap, in chains per stream', async () => {
    const { store, another } = bench()
    const scope = freshScope()
    const doors = [store, await another(), await another()]
    const acknowledged: number[] = []
    const write = async (door: number) => {
      for (let i = 0; i < 15; i++) {
        const batch = [note(`t${i % 4}`, {}, { stream: `s${i % 3}` }), note('all', {}, { stream: `door-${door}` })]
        const appended = await doors[door]!.journal(scope).append(batch, projector)
        acknowledged.push(...appended.map((item) => item.event.position))
      }
    }
    await Promise.all(doors.map((_, door) => write(door)))
    const events = await verifyChain(store.journal(scope))
    expect(acknowledged.sort((a, b) => a - b)).toEqual(events.map((event) => event.position))
    expect(events).toHaveLength(90)
    await Promise.all(doors.slice(1).map((door) => door.close()))
  })

  it('appends a batch of a thousand facts', async () => {
    const journal = fresh()
    const batch = Array.from({ length: 1_000 }, (_, i) => note(`t${i % 300}`, {}, { stream: `s${i % 7}` }))
    await journal.append(batch, projector)
    expect(await verifyChain(journal)).toHaveLength(1_000)
    expect(await journal.count('thing')).toBe(300)
  })

  it('names this copy of the journal, the same at every door', async () => {
    const { store, another } = bench()
    const scope = freshScope()
    await store.journal(scope).append([note('a')], projector)
    const { journal } = await store.journal(scope).head()
    const other = await another()
    expect(journal).not.toBe('')
    expect((await other.journal(scope).head()).journal).toBe(journal)
    await other.close()
  })
}

import { expect, it } from 'vitest'
import type { Journal } from '../../../src/store/port.ts'
import { freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'
import { verifyChain } from '../verify-chain.ts'

const projector = notesProjector()

/** What an archive would hold of a journal up to a position. */
async function payloadsOf(journal: Journal, upTo: number) {
  const events = await journal.read({ upTo, limit: 100_000 })
  return events.flatMap(({ id, payload }) => (payload === null ? [] : [{ id, payload }]))
}

export function compactingSuite(bench: UseBench): void {
  const fresh = () => bench().store.journal(freshScope())
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => note(`t${i % 7}`, { pointTo: `t${i % 3}`, text: `say ${i}` }))

  it('drops payloads and changes no document, link or chain, before and after a rebuild', async () => {
    const journal = fresh()
    await journal.append(many(40), projector)
    const before = await bench().dump(journal.scope)
    await journal.compact(25, projector)
    expect(await journal.head()).toMatchObject({ position: 40, checkpoint: 25, checkpointPolicy: 'policy-1' })
    expect(await bench().dump(journal.scope)).toEqual(before)
    await journal.rebuild(projector)
    expect(await bench().dump(journal.scope)).toEqual(before)
    const events = await verifyChain(journal)
    expect(events.filter((event) => event.archived).map((event) => event.position)).toEqual(
      Array.from({ length: 25 }, (_, i) => i + 1),
    )
    expect(await journal.search('thing', 'say', 9)).toHaveLength(7)
  })

  it('goes on from the checkpoint: what is appended later is folded onto it', async () => {
    const [journal, whole] = [fresh(), fresh()]
    const events = many(60)
    await whole.append(events, projector)
    await journal.append(events.slice(0, 20), projector)
    await journal.compact(15, projector)
    await journal.append(events.slice(20, 50), projector)
    await journal.compact(44, projector)
    await journal.append(events.slice(50), projector)
    await journal.rebuild(projector)
    expect(await bench().dump(journal.scope)).toEqual(await bench().dump(whole.scope))
  })

  it('still knows an archived fact when it comes again', async () => {
    const journal = fresh()
    const event = note('a')
    await journal.append([event], projector)
    await journal.compact(1, projector)
    expect(await journal.append([event], projector)).toMatchObject([{ duplicate: true }])
    await expect(journal.append([{ ...event, payload: '{"thing":"b"}' }], projector)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('(archived)'),
    })
  })

  it('takes everything back, and then has no checkpoint', async () => {
    const journal = fresh()
    await journal.append(many(30), projector)
    const erased = (await journal.read({ limit: 3 }))[2]!
    await journal.erase(erased.id)
    await journal.rebuild(projector)
    const before = [await verifyChain(journal), await bench().dump(journal.scope)]
    const archive = await payloadsOf(journal, 20)
    await journal.compact(20, projector)
    await journal.restore(archive.slice(0, 10))
    expect(await journal.closeCheckpoint()).toEqual({ missing: 9 })
    expect((await journal.head()).checkpoint).toBe(20)
    await journal.restore(archive.slice(5))
    expect(await journal.closeCheckpoint()).toEqual({ missing: 0 })
    expect(await journal.head()).toMatchObject({ checkpoint: 0, checkpointPolicy: '' })
    await journal.rebuild(projector)
    expect([await verifyChain(journal), await bench().dump(journal.scope)]).toEqual(before)
  })

  it('takes back nothing of a part in which one payload is another than was recorded', async () => {
    const journal = fresh()
    await journal.append(many(4), projector)
    const archive = await payloadsOf(journal, 4)
    await journal.compact(4, projector)
    const forged = archive.map((item, i) => (i === 2 ? { ...item, payload: '{"thing":"forged"}' } : item))
    await expect(journal.restore(forged)).rejects.toMatchObject({ code: 'archive-damaged' })
    expect(await journal.closeCheckpoint()).toEqual({ missing: 4 })
  })

  it('remembers that a checkpoint was folded under another policy', async () => {
    const journal = fresh()
    await journal.append(many(10), projector)
    await journal.compact(5, projector)
    await journal.compact(8, notesProjector('policy-2'))
    expect(['policy-1', 'policy-2']).not.toContain((await journal.head()).checkpointPolicy)
  })

  it('does nothing when there is nothing before the position', async () => {
    const journal = fresh()
    await journal.append(many(3), projector)
    await journal.compact(0, projector)
    expect((await journal.head()).checkpoint).toBe(0)
    await journal.compact(2, projector)
    await journal.compact(1, projector)
    expect((await journal.head()).checkpoint).toBe(2)
    expect(await journal.append(many(1), projector)).toHaveLength(1)
  })

  it('leaves the neighbours alone', async () => {
    const [journal, other] = [fresh(), fresh()]
    await journal.append(many(5), projector)
    await other.append(many(5), projector)
    await journal.compact(5, projector)
    expect(await payloadsOf(other, 5)).toHaveLength(5)
    expect((await other.head()).checkpoint).toBe(0)
    await other.rebuild(projector)
    expect(await other.count('thing')).toBe(5)
  })
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Journal } from '../../../src/store/port.ts'
import { freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'
import { verifyChain } from '../verify-chain.ts'

const projector = notesProjector()

export function undoingSuite(bench: UseBench, properties: number): void {
  const fresh = () => bench().store.journal(freshScope())
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => note(`t${i % 5}`, { pointTo: `t${i % 3}`, text: `say ${i}` }))
  const mark = (event: string, undone = true) => ({ event, undone })

  /** What a journal comes to in which the facts with these ids say nothing: erased ones do not. */
  async function without(events: readonly ReturnType<typeof note>[], ids: readonly string[]) {
    const journal = fresh()
    await journal.append(events, projector)
    for (const id of ids) await journal.erase(id)
    await journal.rebuild(projector)
    return bench().dump(journal.scope)
  }

  const undoneIn = async (journal: Journal) =>
    (await journal.read({ limit: 100_000 })).filter(({ undone }) => undone).map(({ id }) => id)

  it('lets nothing follow from an undone fact, and keeps the fact and the chain', async () => {
    const journal = fresh()
    const events = many(20)
    await journal.append(events, projector)
    const said = note('record', {}, { type: 'said.v1' })
    const [appended] = await journal.undo([said], [mark(events[4]!.id)], projector)
    expect(appended).toMatchObject({ duplicate: false, event: { position: 21 } })
    expect(await bench().dump(journal.scope)).toEqual(await without(events, [events[4]!.id]))
    expect(await undoneIn(journal)).toEqual([events[4]!.id])
    expect((await verifyChain(journal))[4]).toMatchObject({ payload: events[4]!.payload, undone: true })
    await journal.rebuild(projector)
    expect(await bench().dump(journal.scope)).toEqual(await without(events, [events[4]!.id]))
  })

  it('lets it count again, as if nothing had been', async () => {
    const journal = fresh()
    const events = many(12)
    await journal.append(events, projector)
    const before = await bench().dump(journal.scope)
    await journal.undo([], [mark(events[2]!.id), mark(events[7]!.id)], projector)
    await journal.undo([], [mark(events[2]!.id, false), mark(events[7]!.id, false)], projector)
    expect(await undoneIn(journal)).toEqual([])
    expect(await bench().dump(journal.scope)).toEqual(before)
  })

  it('is the same as never having counted them, whatever is undone and goes on after it', async () => {
    const whole = many(14)
    const anyIds = fc.subarray(whole.map(({ id }) => id))
    await fc.assert(
      fc.asyncProperty(anyIds, fc.integer({ min: 0, max: 14 }), async (ids, at) => {
        const early = ids.filter((id) => whole.findIndex((event) => event.id === id) < at)
        const journal = fresh()
        await journal.append(whole.slice(0, at), projector)
        await journal.undo(
          [],
          early.map((id) => mark(id)),
          projector,
        )
        await journal.append(whole.slice(at), projector)
        expect(await bench().dump(journal.scope)).toEqual(await without(whole, early))
      }),
      { numRuns: properties },
    )
  })

  it('folds what it appends onto the new documents', async () => {
    const journal = fresh()
    const [first, second, third] = [note('a'), note('a'), note('a')]
    await journal.append([first, second], projector)
    await journal.undo([third], [mark(first.id)], projector)
    expect((await journal.documents([{ kind: 'thing', id: 'a' }]))[0]?.body).toMatchObject({ notes: 2 })
  })

  it('changes nothing when what it appends is refused', async () => {
    const journal = fresh()
    const events = many(6)
    await journal.append(events, projector)
    const before = await bench().dump(journal.scope)
    const late = note('x', {}, { expectedVersion: 99 })
    await expect(journal.undo([late], [mark(events[0]!.id)], projector)).rejects.toMatchObject({
      code: 'version-conflict',
    })
    expect(await undoneIn(journal)).toEqual([])
    await journal.append([note('t0')], projector)
    expect((await journal.head()).position).toBe(7)
    await journal.rebuild(projector)
    expect((await bench().dump(journal.scope)).length).toBeGreaterThanOrEqual(before.length)
  })

  it('still knows an undone fact when it comes again', async () => {
    const journal = fresh()
    const event = note('a')
    await journal.append([event], projector)
    await journal.undo([], [mark(event.id)], projector)
    expect(await journal.append([event], projector)).toMatchObject([{ duplicate: true, event: { undone: true } }])
    expect(await journal.count('thing')).toBe(0)
  })

  it('refuses what is behind the checkpoint, and undoes what is after it', async () => {
    const journal = fresh()
    const events = many(10)
    await journal.append(events, projector)
    await journal.compact(6, projector)
    await expect(journal.undo([], [mark(events[5]!.id)], projector)).rejects.toMatchObject({
      code: 'archived',
    })
    await journal.undo([], [mark(events[6]!.id)], projector)
    expect(await bench().dump(journal.scope)).toEqual(await without(events, [events[6]!.id]))
  })

  it('leaves the neighbours alone', async () => {
    const [journal, other] = [fresh(), fresh()]
    const [mine, theirs] = [note('a'), note('a')]
    await journal.append([mine], projector)
    await other.append([{ ...theirs, id: mine.id }], projector)
    await journal.undo([], [mark(mine.id)], projector)
    expect(await other.count('thing')).toBe(1)
    expect(await undoneIn(other)).toEqual([])
  })
}

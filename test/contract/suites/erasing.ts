import { expect, it } from 'vitest'
import { freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'
import { verifyChain } from '../verify-chain.ts'

const projector = notesProjector()

export function erasingSuite(bench: UseBench): void {
  const fresh = () => bench().store.journal(freshScope())

  it('wipes the payload and keeps the chain', async () => {
    const journal = fresh()
    const events = ['a', 'b', 'c'].map((thing) => note(thing))
    const appended = await journal.append(events, projector)
    await journal.erase(events[1]!.id)
    const stored = await verifyChain(journal)
    expect(stored.map((event) => event.payload === null)).toEqual([false, true, false])
    expect(stored[1]).toEqual({ ...appended[1]!.event, payload: null })
    expect(await journal.event(events[1]!.id)).toMatchObject({ payload: null })
    await journal.append([note('a')], projector)
    await verifyChain(journal)
  })

  it('lets nothing follow from an erased fact once the documents are rebuilt', async () => {
    const journal = fresh()
    const secret = note('a', { text: 'hunter2' })
    await journal.append([note('a'), secret, note('b')], projector)
    await journal.erase(secret.id)
    await journal.rebuild(projector)
    expect((await bench().dump(journal.scope)).join()).not.toContain('hunter2')
    expect((await journal.documents([{ kind: 'thing', id: 'a' }]))[0]?.body).toMatchObject({ notes: 1 })
    expect(await journal.read({ subject: 'thing/a', limit: 9 })).toHaveLength(1)
    expect(await journal.search('thing', 'hunter2', 9)).toEqual([])
  })

  it('still knows an erased fact when it comes again', async () => {
    const journal = fresh()
    const event = note('a')
    await journal.append([event], projector)
    await journal.erase(event.id)
    expect(await journal.append([event], projector)).toMatchObject([{ duplicate: true, event: { payload: null } }])
    await expect(journal.append([{ ...event, payload: '{"thing":"other"}' }], projector)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('(erased)'),
    })
  })

  it('does nothing for an id that is not there', async () => {
    const journal = fresh()
    await journal.append([note('a')], projector)
    await journal.erase('E-none')
    expect((await verifyChain(journal))[0]?.payload).not.toBeNull()
  })
}

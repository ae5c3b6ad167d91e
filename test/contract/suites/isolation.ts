import { expect, it } from 'vitest'
import type { Scope } from '../../../src/domain/scope.ts'
import { freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'
import { verifyChain } from '../verify-chain.ts'

const projector = notesProjector()

export function isolationSuite(bench: UseBench): void {
  const neighbours = (): [string, Scope, Scope][] => {
    const [a, b] = [freshScope(), freshScope()]
    return [
      ['another project', a, { ...a, project: `${a.project}-2` }],
      ['another organisation', b, { ...b, organisation: `${b.organisation}-2` }],
      [
        'names that join to the same text',
        { organisation: 'a', project: 'b/c' },
        { organisation: 'a/b', project: 'c' },
      ],
    ]
  }

  it.each(neighbours())('shows nothing of %s', async (_, mine, theirs) => {
    const { store } = bench()
    const event = note('a', { pointTo: 'b', text: 'theirs alone' }, { id: 'SAME', key: 'same', stream: 'same' })
    const other = store.journal(theirs)
    await other.append([event, note('b')], projector)
    const journal = store.journal(mine)
    expect(await journal.read({ limit: 9 })).toEqual([])
    expect(await journal.event('SAME')).toBeUndefined()
    expect(await journal.list('thing', { limit: 9 })).toEqual([])
    expect(await journal.documents([{ kind: 'thing', id: 'a' }])).toEqual([])
    expect(await journal.count('thing')).toBe(0)
    expect(await journal.search('thing', 'theirs', 9)).toEqual([])
    expect(await journal.search('thing', 'theirz alonely', 9)).toEqual([])
    expect(await journal.streamHeads(9)).toEqual([])
    expect((await journal.head()).position).toBe(0)
  })

  it.each(neighbours())('touches nothing of %s', async (_, mine, theirs) => {
    const { store, dump } = bench()
    const event = note('a', {}, { id: 'SAME-2', key: 'same-2', stream: 'same-2' })
    const other = store.journal(theirs)
    await other.append([event], projector)
    const before = [await dump(theirs), await verifyChain(other)]
    const journal = store.journal(mine)
    const [appended] = await journal.append([{ ...event, payload: '{"thing":"a","text":"mine"}' }], projector)
    expect(appended?.duplicate).toBe(false)
    await journal.erase('SAME-2')
    await journal.rebuild(notesProjector('policy-2'))
    expect([await dump(theirs), await verifyChain(other)]).toEqual(before)
    expect((await other.head()).policyHash).toBe('policy-1')
  })

  it.each([
    { organisation: '', project: 'p' },
    { organisation: 'o', project: '' },
    { organisation: 'o\u0000', project: 'p' },
    { organisation: 'o', project: '\ud800' },
  ])('refuses the scope %o', (scope) => {
    expect(() => bench().store.journal(scope)).toThrow(expect.objectContaining({ code: 'usage' }))
  })
}

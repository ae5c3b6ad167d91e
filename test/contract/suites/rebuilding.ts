import { setImmediate as immediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Projector } from '../../../src/domain/document.ts'
import { fact, freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'
import { verifyChain } from '../verify-chain.ts'

const projector = notesProjector()

export function rebuildingSuite(bench: UseBench): void {
  const fresh = () => bench().store.journal(freshScope())
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => note(`t${i % 37}`, { pointTo: `t${i % 5}` }, { stream: `s${i % 9}` }))
  const follow = (thing: string) => fact({ type: 'pointer-followed.v1', payload: { thing } })

  it('gives the same bytes, document by document and link by link, twice', async () => {
    const journal = fresh()
    for (const event of many(60)) await journal.append([event, follow('t3')], projector)
    const before = await bench().dump(journal.scope)
    expect(before.length).toBeGreaterThan(100)
    for (let i = 0; i < 2; i++) {
      expect(await journal.rebuild(projector)).toEqual({ events: 120 })
      expect(await bench().dump(journal.scope)).toEqual(before)
    }
  })

  it('rebuilds an empty journal', async () => {
    const journal = fresh()
    expect(await journal.rebuild(projector)).toEqual({ events: 0 })
    await journal.append([note('a')], projector)
    expect(await journal.count('thing')).toBe(1)
  })

  it('tells how far it is', async () => {
    const journal = fresh()
    await journal.append(many(10), projector)
    const progress: number[][] = []
    await journal.rebuild(projector, { onProgress: (done, total) => progress.push([done, total]) })
    expect(progress.at(-1)).toEqual([10, 10])
  })

  it('folds under another policy and carries its hash', async () => {
    const journal = fresh()
    await journal.append([note('a')], projector)
    await journal.rebuild(notesProjector('policy-2'))
    expect((await journal.head()).policyHash).toBe('policy-2')
    expect((await journal.documents([{ kind: 'thing', id: 'a' }]))[0]?.body).toMatchObject({
      policy: 'policy-2',
    })
  })

  it('does not claim one policy for documents that two have folded, until they are rebuilt', async () => {
    const journal = fresh()
    const next = notesProjector('policy-2')
    await journal.append([note('a')], projector)
    await journal.append([note('b')], next)
    expect(['policy-1', 'policy-2']).not.toContain((await journal.head()).policyHash)
    await journal.rebuild(next)
    await journal.append([note('c')], next)
    expect((await journal.head()).policyHash).toBe('policy-2')
    const stale = note('d')
    await journal.append([stale], projector)
    expect((await journal.head()).policyHash).not.toBe('policy-2')
    await journal.rebuild(next)
    await journal.append([stale], projector)
    expect((await journal.head()).policyHash).toBe('policy-2')
  })

  it('writes nothing under a second policy for who asks for one alone', async () => {
    const journal = fresh()
    const [next, alone] = [notesProjector('policy-2'), { underOnePolicy: true }]
    await journal.append([note('a')], projector, alone)
    const [known, before] = [note('b'), await bench().dump(journal.scope)]
    const refused = { name: 'UserError', code: 'settings-changed' }
    await expect(journal.append([known], next, alone)).rejects.toMatchObject(refused)
    expect(await bench().dump(journal.scope)).toEqual(before)
    expect(await journal.head()).toMatchObject({ position: 1, policyHash: 'policy-1' })
    await journal.rebuild(next)
    await journal.append([known], next, alone)
    expect(await journal.append([known], projector, alone), 'what is there is not folded').toHaveLength(1)
    expect(await journal.head()).toMatchObject({ position: 2, policyHash: 'policy-2' })
  })

  it('keeps the old documents when the new projector throws', async () => {
    const journal = fresh()
    await journal.append(many(50), projector)
    const before = await bench().dump(journal.scope)
    const broken: Projector = {
      ...notesProjector('policy-2'),
      fold: (event, read) => {
        if (event.position > 40) throw new Error('the new policy broke')
        return projector.fold(event, read)
      },
    }
    await expect(journal.rebuild(broken)).rejects.toThrow('the new policy broke')
    expect(await journal.list('thing', { limit: 100 })).toHaveLength(37)
    expect((await journal.head()).policyHash).toBe('policy-1')
    await journal.rebuild(projector)
    expect(await bench().dump(journal.scope)).toEqual(before)
  })

  it('loses nothing that another writer appends meanwhile', async () => {
    const { store, another } = bench()
    const journal = store.journal(freshScope())
    await journal.append(many(2_500), projector)
    const other = await another()
    let rebuilt = false
    const done = () => {
      rebuilt = true
    }
    const write = async () => {
      let written = 0
      while (!rebuilt || written < 5) {
        await other.journal(journal.scope).append([note('late'), note(`t${written % 37}`)], projector)
        written++
        await immediate()
      }
      return written
    }
    const rebuild = async () => {
      for (let i = 0; i < 3; i++) await journal.rebuild(projector)
    }
    const [written] = await Promise.all([write(), rebuild().finally(done)])
    expect(await verifyChain(journal)).toHaveLength(2_500 + 2 * written)
    const kept = await bench().dump(journal.scope)
    await journal.rebuild(projector)
    expect(await bench().dump(journal.scope)).toEqual(kept)
    await other.close()
  })

  it('keeps serving the old answers until the new ones take their place', async () => {
    const { store, another } = bench()
    const journal = store.journal(freshScope())
    await journal.append(many(200), projector)
    const reader = await another()
    const other = reader.journal(journal.scope)
    let rebuilt = false
    const done = () => {
      rebuilt = true
    }
    const read = async () => {
      const seen = new Set<string>()
      while (!rebuilt) {
        await immediate()
        const [listed, count] = await Promise.all([other.list('thing', { limit: 99 }), other.count('thing')])
        const found = await other.search('thing', 't1', 99)
        const about = await other.read({ subject: 'thing/t1', limit: 99 })
        seen.add([listed.length, count, found.length, about.length].join(' '))
      }
      return [...seen]
    }
    const rebuild = async () => {
      for (let i = 0; i < 10; i++) await journal.rebuild(projector)
    }
    const [seen] = await Promise.all([read(), rebuild().finally(done)])
    expect(seen).toHaveLength(1)
    await reader.close()
  })

  it('leaves one set of documents when two rebuilds run at once', async () => {
    const { store, another } = bench()
    const journal = store.journal(freshScope())
    await journal.append(many(2_100), projector)
    const before = await bench().dump(journal.scope)
    const other = await another()
    const results = await Promise.allSettled([
      journal.rebuild(projector),
      other.journal(journal.scope).rebuild(projector),
    ])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
    expect(results.some((result) => result.status === 'fulfilled')).toBe(true)
    expect(await bench().dump(journal.scope)).toEqual(before)
    await other.close()
  })
}

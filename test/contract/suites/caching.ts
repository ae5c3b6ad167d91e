import { expect, it } from 'vitest'
import { freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'

const projector = notesProjector()

export function cachingSuite(bench: UseBench): void {
  const fresh = () => bench().store.journal(freshScope())
  const entry = (id: string, version = 1, value = `${id}${version}`) => ({ id, version, value })

  it('gives back what was cached under a kind, by id', async () => {
    const journal = fresh()
    expect(await journal.cached('vectors')).toEqual([])
    expect(await journal.cache('vectors', [entry('b'), entry('a', 1, 'é'.repeat(50_000))])).toBe(true)
    expect(await journal.cache('other', [entry('a')])).toBe(true)
    expect(await journal.cached('vectors')).toEqual([entry('a', 1, 'é'.repeat(50_000)), entry('b')])
    expect(await journal.cached('other')).toEqual([entry('a')])
    expect(await journal.cached('vectors', 1)).toEqual([entry('b')])
    expect((await journal.cached('vectors', 3)).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('takes the next version of an entry, and of several all or none', async () => {
    const journal = fresh()
    await journal.cache('vectors', [entry('a')])
    expect(await journal.cache('vectors', [entry('a', 2), entry('b')])).toBe(true)
    expect(await journal.cache('vectors', [entry('c'), entry('a', 2, 'late')])).toBe(false)
    expect(await journal.cache('vectors', [entry('d', 2)])).toBe(false)
    expect(await journal.cached('vectors')).toEqual([entry('a', 2), entry('b')])
  })

  it('lets one of two writers win', async () => {
    const scope = freshScope()
    const other = await bench().another()
    const journals = [bench().store.journal(scope), other.journal(scope)]
    const kept = await Promise.all(journals.map((journal, n) => journal.cache('vectors', [entry('a', 1, `${n}`)])))
    expect(kept.filter((isKept) => isKept)).toHaveLength(1)
    expect(await journals[0]!.cached('vectors')).toEqual([entry('a', 1, `${kept.indexOf(true)}`)])
    await other.close()
  })

  it('is emptied by a rebuild, and is no part of the documents', async () => {
    const journal = fresh()
    await journal.append([note('a')], projector)
    const before = await bench().dump(journal.scope)
    await journal.cache('vectors', [entry('a')])
    expect(await bench().dump(journal.scope)).toEqual(before)
    await journal.rebuild(projector)
    expect(await journal.cached('vectors')).toEqual([])
  })

  it('is nobody else’s', async () => {
    const scope = freshScope()
    await bench()
      .store.journal(scope)
      .cache('vectors', [entry('a')])
    for (const theirs of [
      { ...scope, project: `${scope.project}-2` },
      { ...scope, organisation: `${scope.organisation}-2` },
    ]) {
      const journal = bench().store.journal(theirs)
      expect(await journal.cached('vectors')).toEqual([])
      expect(await journal.cache('vectors', [entry('a', 1, 'theirs')])).toBe(true)
      await journal.rebuild(projector)
    }
    expect(await bench().store.journal(scope).cached('vectors')).toEqual([entry('a')])
  })

  it('refuses what some database cannot keep', async () => {
    const journal = fresh()
    await expect(journal.cache('', [entry('a')])).rejects.toThrow(TypeError)
    await expect(journal.cache('k', [entry('')])).rejects.toThrow(TypeError)
    await expect(journal.cache('k', [entry('a', 1, 'a\u0000')])).rejects.toThrow(TypeError)
    expect(await journal.cached('')).toEqual([])
  })
}

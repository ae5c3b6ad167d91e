import { describe, expect, it } from 'vitest'
import { fact, freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'
import { verifyChain } from '../verify-chain.ts'

const projector = notesProjector()

export function readingSuite(bench: UseBench): void {
  const fresh = () => bench().store.journal(freshScope())

  it('finds all events about a thing however far the journal has grown since, by ones and by batches', async () => {
    const journal = fresh()
    const things = ['plain', '","', 'with "quotes"', 'plain too']
    const expected = new Map<string, number[]>(things.map((thing) => [thing, []]))
    let position = 0
    for (const size of [1, 60, 60, 6, 1, 1, 125, 1, 2, 300, 1]) {
      const batch = Array.from({ length: size }, () => things[position++ % things.length]!)
      for (const [i, thing] of batch.entries()) expected.get(thing)!.push(position - size + i + 1)
      await journal.append(
        batch.map((thing) => note(thing)),
        projector,
      )
      for (const [thing, positions] of expected) {
        const about = await journal.read({ subject: `thing/${thing}`, limit: 1_000 })
        expect(about.map((event) => event.position)).toEqual(positions)
      }
    }
    const grown = await bench().dump(journal.scope)
    await journal.rebuild(projector)
    expect(await bench().dump(journal.scope)).toEqual(grown)
  })

  describe('ten events', () => {
    const threads = ['x', 'y', 'x', 'x', 'y', 'z', 'x', 'y', 'x', 'x']
    const filled = async () => {
      const journal = fresh()
      const kind = (i: number) => (i % 5 === 4 ? 'mood-felt.v1' : 'note-taken.v1')
      await journal.append(
        threads.map((stream, i) => note(`t${i % 3}`, {}, { stream, type: kind(i) })),
        projector,
      )
      return journal
    }
    const everything = { limit: 100 }

    it.each([
      [{ ...everything }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
      [{ limit: 3 }, [1, 2, 3]],
      [{ after: 4, limit: 3 }, [5, 6, 7]],
      [{ ...everything, after: 10 }, []],
      [{ ...everything, upTo: 2 }, [1, 2]],
      [{ ...everything, after: 2, upTo: 4 }, [3, 4]],
      [{ ...everything, newestFirst: true, limit: 2 }, [10, 9]],
      [{ ...everything, newestFirst: true, upTo: 4, after: 1 }, [4, 3, 2]],
      [{ ...everything, types: ['mood-felt.v1'] }, [5, 10]],
      [{ ...everything, types: ['mood-felt.v1', 'note-taken.v1'], limit: 5 }, [1, 2, 3, 4, 5]],
      [{ ...everything, types: ['never.v1'] }, []],
      [{ ...everything, types: [] }, []],
      [{ ...everything, stream: 'y' }, [2, 5, 8]],
      [{ ...everything, stream: 'x', after: 3, newestFirst: true }, [10, 9, 7, 4]],
      [{ ...everything, stream: 'never' }, []],
      [{ ...everything, key: 'never' }, []],
      [{ ...everything, key: 'not\u0000there' }, []],
      [{ ...everything, subject: 'thing/t0' }, [1, 4, 7]],
      [{ ...everything, subject: 'thing/t0', newestFirst: true, limit: 1 }, [7]],
      [{ ...everything, subject: 'thing/t2', stream: 'x', types: ['note-taken.v1'] }, [3, 9]],
      [{ ...everything, subject: 'first' }, [1, 2, 3]],
      [{ ...everything, subject: 'thing/never' }, []],
    ])('read %o gives %o', async (options, positions) => {
      const journal = await filled()
      expect((await journal.read(options)).map((event) => event.position)).toEqual(positions)
    })

    it('gives the last link of every stream as of a position, by name', async () => {
      const journal = await filled()
      const events = await verifyChain(journal)
      const heads = async (upTo: number) =>
        (await journal.streamHeads(upTo)).map(({ stream, version }) => [stream, version])
      expect(await heads(0)).toEqual([])
      expect(await heads(4)).toEqual([
        ['x', 3],
        ['y', 1],
      ])
      expect(await heads(99)).toEqual([
        ['x', 6],
        ['y', 3],
        ['z', 1],
      ])
      expect((await journal.streamHeads(4))[0]?.hash).toBe(events[3]?.hash)
    })
  })

  it('gives nothing for an id that is not there', async () => {
    expect(await fresh().event('E-none')).toBeUndefined()
  })

  it.each(['mood-felt.v9', 'constructor.v1', '__proto__.v1', 'toString.v1'] as const)(
    "keeps and gives back events of the unknown type '%s'",
    async (type) => {
      const journal = fresh()
      const unknown = fact({ type, payload: { anything: [1, { at: 'all' }], __proto__: null } })
      await journal.append([note('a'), unknown, note('a')], projector)
      await journal.rebuild(projector)
      const [read] = await journal.read({ types: [type], limit: 1 })
      expect(read).toMatchObject({ type, payload: unknown.payload })
      expect((await journal.documents([{ kind: 'thing', id: 'a' }]))[0]?.body).toMatchObject({ notes: 2 })
      await verifyChain(journal)
    },
  )
}

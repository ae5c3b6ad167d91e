import fc from 'fast-check'
import { expect, it } from 'vitest'
import { undoneEvents, undoStream } from './undo.ts'

const undo = (id: string, event: string) => ({ id, stream: undoStream(event) })

it('takes a fact back, lets it count again when that is undone, and takes it back again', () => {
  const chain = [undo('u1', 'e'), undo('u2', 'u1'), undo('u3', 'u2')]
  expect([...undoneEvents(chain.slice(0, 1))]).toEqual(['e'])
  expect([...undoneEvents(chain.slice(0, 2))]).toEqual(['u1'])
  expect([...undoneEvents(chain)].sort()).toEqual(['e', 'u2'])
})

it('keeps a fact undone while any undo of it stands', () => {
  expect([...undoneEvents([undo('u1', 'e'), undo('u2', 'e'), undo('u3', 'u1')])].sort()).toEqual(['e', 'u1'])
})

it('takes nothing from what is in another stream', () => {
  expect([...undoneEvents([{ id: 'u1', stream: 'journal' }])]).toEqual([])
})

it('agrees with asking each undo in turn whether a later one took it back', () => {
  const anyUndos = fc.array(fc.nat({ max: 12 })).map((targets) =>
    // Only what came before can be undone: e0 to e3, or an earlier undo.
    targets.map((target, i) => undo(`u${i}`, target < 4 || i === 0 ? `e${target % 4}` : `u${target % i}`)),
  )
  fc.assert(
    fc.property(anyUndos, (undos) => {
      const stands = (id: string): boolean =>
        !undos.some((later) => later.stream === undoStream(id) && stands(later.id))
      const undone = undoneEvents(undos)
      for (const id of [...undos.map((one) => one.id), 'e0', 'e1', 'e2', 'e3']) expect(undone.has(id)).toBe(!stands(id))
    }),
  )
})

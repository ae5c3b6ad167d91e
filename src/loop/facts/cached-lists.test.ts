import { describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { RUN } from '../../projection/documents/documents.ts'
import type { Journal } from '../../store/port.ts'
import { listed } from './cached-lists.ts'

/** A journal that counts how often it is asked for a list. */
function counting(journal: Journal): { journal: Journal; lists: () => number } {
  let lists = 0
  const own = Object.create(journal, {
    head: { value: () => journal.head() },
    list: {
      value: (...asked: Parameters<Journal['list']>) => {
        lists += 1
        return journal.list(...asked)
      },
    },
  }) as Journal
  return { journal: own, lists: () => lists }
}

describe('documents that are asked for again and again', () => {
  it('are read once while the journal stands still, and again when it has moved', async () => {
    const loop = testLoop()
    const { journal, lists } = counting(loop.context.journal)
    const ids = async () => (await listed(journal, RUN, { limit: 10 })).map(({ id }) => id)
    await loop.recordOutcome({ run: 'r1', result: 'success' })
    expect([await ids(), await ids(), lists()]).toEqual([['r1'], ['r1'], 1])
    await loop.recordOutcome({ run: 'r2', result: 'failure' })
    expect([(await ids()).sort(), lists()]).toEqual([['r1', 'r2'], 2])
  })

  it('are other documents under another question', async () => {
    const loop = testLoop()
    const { journal, lists } = counting(loop.context.journal)
    await listed(journal, RUN, { limit: 10 })
    await listed(journal, RUN, { limit: 20 })
    expect(lists()).toBe(2)
  })
})

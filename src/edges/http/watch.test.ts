import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { News } from '../../loop/journal/feed.ts'
import { Watch } from './watch.ts'

const NOTHING: News = { position: 0, types: [], patterns: [], runs: [], more: false }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A journal whose answers come when the test says so. */
function slowJournal() {
  const asked: ((news: News) => void)[] = []
  const news = () => new Promise<News>((resolve) => asked.push(resolve))
  return { asked, watch: new Watch(() => ({ news })) }
}

describe('a watch', () => {
  it('looks once at a time, however listeners come and go while it looks', async () => {
    const { asked, watch } = slowJournal()
    const leave = watch.listen(() => undefined, 0)
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toHaveLength(1)
    leave()
    watch.listen(() => undefined, 0)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked).toHaveLength(1)
    asked[0]!(NOTHING)
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toHaveLength(2)
    asked[1]!(NOTHING)
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toHaveLength(3)
  })

  it('looks no more when nobody listens, and again when somebody does', async () => {
    const { asked, watch } = slowJournal()
    watch.listen(() => undefined, 0)()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked).toHaveLength(0)
    watch.listen(() => undefined, 0)
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toHaveLength(1)
  })

  it('tells all who listen what is new', async () => {
    const { asked, watch } = slowJournal()
    const heard: number[] = []
    for (const _ of ['ann', 'bob']) watch.listen(({ position }) => heard.push(position), 0)
    await vi.advanceTimersByTimeAsync(500)
    asked[0]!({ ...NOTHING, position: 7 })
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toEqual([7, 7])
  })
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepUp } from './watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SECOND = 1_000

it('begins no turn while another waits for the journal', async () => {
  const waiting: (() => void)[] = []
  const stop = keepUp({ keepUp: () => new Promise((resolve) => waiting.push(resolve)) }, () => undefined)
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  expect(waiting).toHaveLength(1)
  waiting[0]!()
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(waiting).toHaveLength(2)
  waiting[1]!()
  await stop()
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  expect(waiting).toHaveLength(2)
})

it('tells what goes wrong, and tries again', async () => {
  const told: unknown[] = []
  const stop = keepUp({ keepUp: () => Promise.reject('locked') }, (error) => told.push(error))
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  await stop()
  expect(told).toEqual(['locked', 'locked'])
})

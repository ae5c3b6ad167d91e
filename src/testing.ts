export { openMemoryStore } from './store/memory/memory-store.ts'

/** A clock that stands still until it is moved. */
export function fixedClock(startsAt: number | string): (() => number) & { advance(ms: number): void } {
  let now = typeof startsAt === 'number' ? startsAt : Date.parse(startsAt)
  const clock = () => now
  return Object.assign(clock, {
    advance: (ms: number) => {
      now += ms
    },
  })
}

/** Ids in order, the same in every run: `id-0001`, `id-0002`, … */
export function countingIds(prefix = 'id'): () => string {
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${String(count).padStart(4, '0')}`
  }
}

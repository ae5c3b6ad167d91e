/** Numbers from 0 to 1 that follow from a seed (mulberry32), so that every run of a benchmark sees the same journal. */
export type Random = () => number

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

export function oneOf<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!
}

/** An index below `size`, with small ones far more often: the nth with frequency about `1 / n`, like words in prose. */
export function zipf(random: Random, size: number): number {
  return Math.min(size - 1, Math.floor((size + 1) ** random()) - 1)
}

/** As random as the ids that clients give to their sessions. */
export function sessionId(random: Random): string {
  const hex = () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0')
  const digits = hex() + hex() + hex() + hex()
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

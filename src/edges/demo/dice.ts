/** Chance that can be repeated: the same seed gives the same story. */
export interface Dice {
  /** A number in [0, 1). */
  next(): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
}

/** Mulberry32: 32 bits of state, good enough for a story. */
export function seededDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
  }
}

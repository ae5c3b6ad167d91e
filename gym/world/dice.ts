/** Chance that depends on what is asked and on nothing else: the same question gets the same answer whoever asks, and in whatever order. */
export type Dice = (...question: readonly (string | number)[]) => number

/**
 * Numbers in [0, 1) by a hash of the seed and the question (cyrb53). So a run has the same luck whatever it was shown, and two policies differ by
 * what they show alone.
 */
export function seededDice(seed: number): Dice {
  return (...question) => hashed(question.join('|'), seed)
}

function hashed(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return ((low >>> 0) * 2 ** 21 + ((high >>> 0) & 0x1fffff)) / 2 ** 53
}

export function between(draw: number, low: number, high: number): number {
  return low + draw * (high - low)
}

export function oneOf<T>(draw: number, items: readonly T[]): T {
  return items[Math.floor(draw * items.length)]!
}

/** An index, each as likely as its weight. */
export function weighted(draw: number, weights: readonly number[]): number {
  let left = draw * weights.reduce((total, weight) => total + weight, 0)
  const at = weights.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return at === -1 ? weights.length - 1 : at
}

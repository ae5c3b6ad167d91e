/** How well predictions match labels. */
export interface Score {
  readonly labelled: number
  readonly found: number
  readonly right: number
  readonly precision: number
  /** 95 % lower bound of the precision. */
  readonly precisionAtLeast: number
  readonly recall: number
}

export function score(labelled: number, found: number, right: number): Score {
  return {
    labelled,
    found,
    right,
    precision: rounded(found === 0 ? 0 : right / found),
    precisionAtLeast: rounded(wilsonLower(right, found)),
    recall: rounded(labelled === 0 ? 0 : right / labelled),
  }
}

/** Wilson's interval: `(p + z²/2n - z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)`, z = 1.96. 9 of 10: 0.596. */
export function wilsonLower(right: number, n: number): number {
  if (n === 0) return 0
  const [p, z2] = [right / n, 1.96 ** 2]
  return (p + z2 / (2 * n) - 1.96 * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / (1 + z2 / n)
}

export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

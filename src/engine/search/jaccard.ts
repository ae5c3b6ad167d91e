/**
 * How much two sets share: `|A and B| / |A or B|`, from 0 to 1.
 *
 * Two empty sets share nothing that is known: 0, so that empty text never matches empty text.
 * {a, b, c} and {b, c, d}: 2 / 4 = 0.5.
 */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const shared = sharedCount(a, b)
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}

/** `|A and B|`, walking the smaller set. */
export function sharedCount<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let shared = 0
  for (const item of small) if (large.has(item)) shared += 1
  return shared
}

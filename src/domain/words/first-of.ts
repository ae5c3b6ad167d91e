/** The first of some items in an order, without ordering all: most are no better than the last of the first, and are passed over. */
export function firstOf<T>(items: readonly T[], limit: number, isBefore: (a: T, b: T) => boolean): T[] {
  const first: T[] = []
  for (const item of items) {
    if (first.length >= limit && (limit === 0 || !isBefore(item, first[limit - 1]!))) continue
    first.splice(placeOf(item, first, isBefore), 0, item)
    if (first.length > limit) first.pop()
  }
  return first
}

/** Behind all that come before it or are equal. */
function placeOf<T>(item: T, ordered: readonly T[], isBefore: (a: T, b: T) => boolean): number {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(item, ordered[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

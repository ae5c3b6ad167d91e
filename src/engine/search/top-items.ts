/** The first of some items in an order, without ordering all: most are no better than the last of the first, and are passed over. */
export function firstOf<T>(items: readonly T[], limit: number, isBefore: (a: T, b: T) => boolean): T[] {
  const first: T[] = []
  for (const item of items) {
    if (first.length >= limit && (limit === 0 || !isBefore(item, first[limit - 1]!))) continue
    const place = placeOf(item, first, isBefore)
    if (first.length < limit) first.push(item)
    for (let at = first.length - 1; at > place; at -= 1) first[at] = first[at - 1]!
    first[place] = item
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

/** How items are ordered: those with the greater score first, equals by something else. */
export interface Scored {
  readonly scores: Float64Array
  isBefore(a: number, b: number): boolean
}

/** The first of some items in their order, without ordering all: most score less than the last of the first, and are passed over. */
export function topItems(items: readonly number[], { scores, isBefore }: Scored, limit: number): number[] {
  const top: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let n = 0; limit > 0; n += 1) {
    // A loop of its own: V8 takes a long one that runs often for one worth optimising, which costs a hook more than the loop.
    while (n < items.length && scores[items[n]!]! < least) n += 1
    if (n >= items.length) break
    const item = items[n]!
    if (scores[item] === least && !isBefore(item, top[limit - 1]!)) continue
    const place = placeOf(item, top, { scores, isBefore })
    if (top.length === limit) top.pop()
    top.splice(place, 0, item)
    if (top.length === limit) least = scores[top[limit - 1]!]!
  }
  return top
}

/** Behind all that come before it. */
function placeOf(item: number, ordered: readonly number[], { scores, isBefore }: Scored): number {
  const score = scores[item]!
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = scores[ordered[middle]!]!
    if (score > other || (score === other && isBefore(item, ordered[middle]!))) high = middle
    else low = middle + 1
  }
  return low
}

/** A line that wants room in a block, and where its pattern comes from. */
export interface Roomer {
  readonly tokens: number
  /** What stands on one run alone has that run as its source; anything else is its own. */
  readonly source: string
}

/** While others wait, one source gets no more of a block than this. */
export const SOURCE_SHARE = 0.5

/**
 * Which lines find room, in their order: each next that fits. A source that would take more than half of the room waits until all others had their turn, so
 * that neither one run nor one endless line keeps the rest out; alone it may have everything.
 * Room 100, lines of 30 from a, a, a and b: the third of a would be 90, so b comes first; a, a, b are shown.
 */
export function shareRoom<T extends Roomer>(
  lines: readonly T[],
  room: number,
  most = Number.POSITIVE_INFINITY,
): T[] {
  const taken = new Set<T>()
  const bySource = new Map<string, number>()
  let left = room
  const take = (line: T) => {
    if (line.tokens > left || taken.size >= most) return
    left -= line.tokens
    taken.add(line)
  }
  const later: T[] = []
  for (const line of lines) {
    const sum = (bySource.get(line.source) ?? 0) + line.tokens
    bySource.set(line.source, sum)
    if (sum > room * SOURCE_SHARE) later.push(line)
    else take(line)
  }
  for (const line of later) take(line)
  return lines.filter((line) => taken.has(line))
}

/** The source of a pattern, by the contexts in which it was seen. */
export function sourceOf({
  id,
  contexts,
}: {
  readonly id: string
  readonly contexts: readonly string[]
}): string {
  const [only = ''] = contexts
  return contexts.length === 1 && only.startsWith('run ') ? only : id
}

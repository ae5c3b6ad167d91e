/** A set, sorted, so that it does not tell in which order it was filled. */
export function union(known: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...known, ...more])].sort()
}

/** Calls `ask` on the first call, and keeps its answer. */
export function once<T>(ask: () => T): () => T {
  let answer: { value: T } | undefined
  return () => {
    answer ??= { value: ask() }
    return answer.value
  }
}

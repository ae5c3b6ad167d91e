/** Asks when it is first called, and keeps the answer. */
export function once<T>(ask: () => T): () => T {
  let answer: { value: T } | undefined
  return () => {
    answer ??= { value: ask() }
    return answer.value
  }
}

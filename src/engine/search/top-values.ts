/** Where the `keep` greatest values are, in no order; of equal ones the first. A heap with the least of them on top. */
export function largest(values: Float32Array | Float64Array, keep: number): number[] {
  if (keep <= 0) return []
  const heap: number[] = []
  const worse = (a: number, b: number) => values[a]! < values[b]! || (values[a] === values[b] && a > b)
  for (let row = 0; row < values.length; row += 1) {
    if (heap.length < keep) siftUp(heap, row, worse)
    // Of equals the first stays, so a later row must be greater.
    else if (values[row]! > values[heap[0]!]!) siftDown(heap, row, worse)
  }
  return heap
}

type Worse = (a: number, b: number) => boolean

function siftUp(heap: number[], row: number, worse: Worse): void {
  let at = heap.push(row) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!worse(row, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = row
}

/** Puts `row` in the place of the least. */
function siftDown(heap: number[], row: number, worse: Worse): void {
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && worse(heap[child + 1]!, heap[child]!)) child += 1
    if (!worse(heap[child]!, row)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = row
}

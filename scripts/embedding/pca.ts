/** Rows of `dims` numbers, packed. */
export interface Rows {
  readonly data: Float32Array
  readonly dims: number
}

/**
 * The `keep` directions that hold most of the rows' energy: the top eigenvectors of `X^T X` (not centred, so that
 * cosines survive the projection as well as they can), as rows, strongest first.
 */
export function principalDirections({ data, dims }: Rows, keep: number): Float64Array[] {
  const moment = secondMoment({ data, dims })
  const vectors = jacobi(moment, dims)
  const order = [...moment.keys()]
    .filter((at) => at % (dims + 1) === 0)
    .map((at) => ({ at: at / (dims + 1), value: moment[at]! }))
  order.sort((a, b) => b.value - a.value)
  return order
    .slice(0, keep)
    .map(({ at }) => Float64Array.from({ length: dims }, (_, row) => vectors[row * dims + at]!))
}

/** Each row in the coordinates of the directions. */
export function project({ data, dims }: Rows, directions: readonly Float64Array[]): Rows {
  const count = data.length / dims
  const projected = new Float32Array(count * directions.length)
  for (let row = 0; row < count; row += 1)
    for (const [to, direction] of directions.entries()) {
      let dot = 0
      for (let d = 0; d < dims; d += 1) dot += data[row * dims + d]! * direction[d]!
      projected[row * directions.length + to] = dot
    }
  return { data: projected, dims: directions.length }
}

function secondMoment({ data, dims }: Rows): Float64Array {
  const moment = new Float64Array(dims * dims)
  for (let from = 0; from < data.length; from += dims)
    for (let a = 0; a < dims; a += 1) {
      const value = data[from + a]!
      for (let b = a; b < dims; b += 1) moment[a * dims + b]! += value * data[from + b]!
    }
  for (let a = 0; a < dims; a += 1) for (let b = 0; b < a; b += 1) moment[a * dims + b] = moment[b * dims + a]!
  return moment
}

/** Cyclic Jacobi: turns `matrix` diagonal in place and returns the eigenvectors as columns. */
function jacobi(matrix: Float64Array, n: number, sweeps = 12): Float64Array {
  const vectors = new Float64Array(n * n)
  for (let i = 0; i < n; i += 1) vectors[i * n + i] = 1
  for (let sweep = 0; sweep < sweeps; sweep += 1)
    for (let p = 0; p < n; p += 1) for (let q = p + 1; q < n; q += 1) rotate(matrix, vectors, { n, p, q })
  return vectors
}

/** One rotation that makes `matrix[p][q]` zero. */
function rotate(matrix: Float64Array, vectors: Float64Array, { n, p, q }: { n: number; p: number; q: number }): void {
  const off = matrix[p * n + q]!
  if (Math.abs(off) < 1e-12 * Math.sqrt(Math.abs(matrix[p * n + p]! * matrix[q * n + q]!))) return
  const theta = (matrix[q * n + q]! - matrix[p * n + p]!) / (2 * off)
  const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  for (let k = 0; k < n; k += 1) turn(matrix, k * n + p, k * n + q, cosine, sine)
  for (let k = 0; k < n; k += 1) turn(matrix, p * n + k, q * n + k, cosine, sine)
  for (let k = 0; k < n; k += 1) turn(vectors, k * n + p, k * n + q, cosine, sine)
}

function turn(values: Float64Array, at: number, other: number, cosine: number, sine: number): void {
  const [a, b] = [values[at]!, values[other]!]
  values[at] = cosine * a - sine * b
  values[other] = sine * a + cosine * b
}
